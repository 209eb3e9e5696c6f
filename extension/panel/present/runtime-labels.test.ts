import { expect, test } from 'vitest';
import type { RuntimeModel, SessionModel } from '../../../bridge/model/types.ts';
import { makeRuntime, makeSession } from '../testing/tasks.ts';
import { runtimeLabels } from './runtime-labels.ts';

const labels = (
  runtimes: readonly (readonly [session: string, name: string])[],
  sessions: readonly Partial<SessionModel>[],
): readonly string[] => {
  const made = runtimes.map(([session, name], index) => makeRuntime({ key: `${index}`, session, name }));
  return [
    ...runtimeLabels({
      runtimes: new Map<string, RuntimeModel>(made.map((runtime) => [runtime.key, runtime])),
      sessions: new Map(sessions.map((each) => [each.session ?? '', makeSession(each)])),
    }).values(),
  ];
};
const TOP = { session: 'top', url: 'https://shop.example/index.html?a=1#b' };

test('B08: two runtimes of one name in a page and one in its iframe have names of their own', () => {
  expect(
    labels(
      [
        ['top', 'uploads'],
        ['top', 'uploads'],
        ['frame', 'uploads'],
      ],
      [TOP, { session: 'frame', url: 'https://shop.example/widget.html' }],
    ),
  ).toEqual(['uploads', 'uploads (2)', 'uploads · widget.html']);
});

test('D41: no two labels are equal, whatever the runtimes are called', () => {
  const names = ['a', 'a (2)', 'a', 'a', 'a (2)', '__proto__', '__proto__'];
  const found = labels(
    names.map((name) => ['top', name] as const),
    [TOP],
  );
  expect(new Set(found).size).toBe(names.length);
  expect(found.slice(0, 4)).toEqual(['a', 'a (2)', 'a (3)', 'a (4)']);
});

test('D41: a document is named by its path, by its host where that is another, or as it is', () => {
  const of = (url: string): string | undefined => labels([['frame', 'q']], [TOP, { session: 'frame', url }])[0];
  expect(of('https://shop.example/embed/widget.html?x')).toBe('q · embed/widget.html');
  expect(of('https://shop.example/')).toBe('q · /');
  expect(of('https://pay.example:8443/form')).toBe('q · pay.example:8443/form');
  expect(of('https://pay.example/')).toBe('q · pay.example');
  expect(of('about:srcdoc')).toBe('q · about:srcdoc');
  expect(of('not an address')).toBe('q · not an address');
  expect(of('')).toBe('q');
  expect(of('https://shop.example/index.html#elsewhere')).toBe('q');
});

test('D41: after a reload the page that is there is the top one; what the earlier left is told apart', () => {
  const sessions = [
    { ...TOP, connected: false },
    { session: 'next', url: 'https://shop.example/index.html', since: 2 },
  ];
  expect(
    labels(
      [
        ['top', 'uploads'],
        ['next', 'uploads'],
      ],
      sessions,
    ),
  ).toEqual(['uploads', 'uploads (2)']);
  expect(labels([['gone', 'uploads']], [])).toEqual(['uploads']);
});
