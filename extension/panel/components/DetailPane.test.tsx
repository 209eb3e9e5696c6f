// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { details, rows } from '../testing/queries.ts';
import { type RenderedPanel, renderPanel } from '../testing/render-panel.ts';
import { makeAttempt, makeError, makeLayer, makeRetried, makeTask, T0 } from '../testing/tasks.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

const open = async (task: TaskModel): Promise<RenderedPanel> => {
  panel = await renderPanel([task]);
  await act(() => void fireEvent.mouseDown(rows()[0] ?? document.body));
  return panel;
};
const tab = (name: string): Promise<void> =>
  act(() => void fireEvent.click(within(details()).getByRole('tab', { name })));
const tabs = (): (string | null)[] =>
  [...details().querySelectorAll('[role=tab]')].map((element) => element.textContent);
const machine = (): string | null => within(details()).getByRole('img').getAttribute('aria-label');
const ledger = (): string[][] =>
  [...(details().querySelector('table[aria-label=Attempts]')?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.querySelectorAll('td')].map((data) => (data.textContent ?? '').trim()),
  );

test('panel: the state machine is an image whose name tells the path', async () => {
  await open(makeRetried('1', 'error'));
  expect(machine()).toBe('pending, running, error');
  panel?.unmount();
  await open(makeTask({ id: '2', state: 'cancelled', endedAt: T0 + 5 }));
  expect(machine()).toBe('pending, cancelled');
  panel?.unmount();
  await open(makeTask({ id: '3' }));
  expect(machine()).toBe('pending');
});

test('D58: the table "Attempts" has the newest first, with took, waited / plan and the decision', async () => {
  await open(makeRetried('1', 'error'));
  const error = 'TaskError · http · service unavailable';
  expect(ledger()).toEqual([
    ['3 of 3', error, '200 ms', '–', 'exhausted'],
    ['2', error, '198 ms', '300 ms / 300 ms', 'retried'],
    ['1', error, '200 ms', '102 ms / 100 ms', 'retried'],
  ]);
});

test('D61: the outcome names its reason', async () => {
  await open(makeRetried('1', 'error'));
  expect(details().querySelector('.detail__outcome')?.textContent).toBe(
    'Failed for good after 3 of 3 attempts · ↻ retryable · all retries were used',
  );
});

test('D62: the countdown to the next attempt is the plan less the time that has passed', async () => {
  const { timing } = await open(
    makeTask({
      id: '1',
      state: 'running',
      retrying: true,
      reported: 'full',
      startedAt: T0,
      layers: [makeLayer({ waitingUntil: T0 + 4000 })],
      attempts: [
        makeAttempt({ attempt: 1, endedAt: T0 + 100, error: makeError(), decision: 'retried', plannedWait: 3900 }),
      ],
    }),
  );
  expect(details().textContent).toContain('Next attempt in 4.0 s');
  await act(() => timing.advance(1500));
  expect(details().textContent).toContain('Next attempt in 2.5 s');
  expect(ledger()[0]?.[3]).toBe('… / 3.9 s');
});

test('panel: a tab without content is absent', async () => {
  await open(makeTask({ id: '1' }));
  expect(tabs()).toEqual(['Attempts', 'State', 'Data', 'Events']);
  panel?.unmount();
  await open(makeRetried('2', 'error'));
  expect(tabs()).toEqual(['Attempts', 'State', 'Error', 'Data', 'Events']);
});

test('bridge 5: a task whose retries nobody reported says so, never 0', async () => {
  await open(makeTask({ id: '1', state: 'success', startedAt: T0, endedAt: T0 + 1 }));
  expect(details().textContent).toContain('Retries not reported');
  expect(ledger()).toEqual([]);
});

test('panel: the Error tab has class, type, message, stack, own fields and the causes', async () => {
  await open(
    makeRetried('1', 'error', {
      error: makeError({
        retryAfter: 1500,
        preview: {
          kind: 'error',
          class: 'TaskError',
          entries: [
            ['message', 'service unavailable'],
            ['stack', 'TaskError: service unavailable\n    at upload (app.js:1:2)'],
            ['code', 503],
            [
              'cause',
              {
                kind: 'error',
                class: 'TypeError',
                entries: [
                  ['message', 'fetch failed'],
                  ['cause', 'socket closed'],
                ],
              },
            ],
          ],
        },
      }),
    }),
  );
  await tab('Error');
  const facts = [...details().querySelectorAll('dl > div')].map((fact) => fact.textContent);
  expect(facts).toEqual([
    'ClassTaskError',
    'Typehttp',
    'Messageservice unavailable',
    'Retryableyes',
    'Retry after1.5 s',
    'code503',
  ]);
  expect(details().querySelector('pre')?.textContent).toBe(
    'TaskError: service unavailable\n    at upload (app.js:1:2)',
  );
  expect(screen.getAllByText('Caused by').map((title) => title.parentElement?.querySelector('p')?.textContent)).toEqual(
    ['TypeError: fetch failed', 'not an error: socket closed'],
  );
});

test('panel: the State tab has the times of day and what went against the machine', async () => {
  await open(makeRetried('1', 'success', { violations: [{ rule: 'second-end', detail: 'task:done came twice' }] }));
  await tab('State');
  expect(details().textContent).toMatch(/14:00:00\.000[\s\S]*14:00:00\.040[\s\S]*14:00:01\.040/);
  expect(details().textContent).toContain('second-end: task:done came twice');
});

test('D55: tabs are moved through by arrow keys', async () => {
  await open(makeRetried('1', 'error'));
  const press = (key: string): Promise<void> =>
    act(() => void fireEvent.keyDown(within(details()).getByRole('tab', { selected: true }), { key }));
  await press('ArrowRight');
  expect(document.activeElement?.textContent).toBe('State');
  await press('End');
  expect(document.activeElement?.textContent).toBe('Events');
  await press('ArrowRight');
  expect(document.activeElement?.textContent).toBe('Attempts');
});

test('panel: details of a task that is cleared close', async () => {
  const { change } = await open(makeRetried('1', 'success'));
  await change((source) => source.clear());
  expect(screen.queryByRole('region', { name: 'Task details' })).toBeNull();
});

test('D63: a pending task names its place, what is before it and what is in the slots, each a way there', async () => {
  panel = await renderPanel([
    ...['a', 'b', 'c'].map((id, slot) => makeTask({ id, name: `busy ${id}`, state: 'running', startedAt: T0, slot })),
    makeTask({ id: 'd', name: 'first in line', registeredSeq: 4 }),
    makeTask({ id: 'e', name: 'mine', registeredSeq: 5 }),
  ]);
  await act(() => void fireEvent.mouseDown(rows()[4] ?? document.body));
  const why = (): string => details().querySelector('.why')?.textContent ?? '';
  expect(why()).toContain('It is 2nd in the queue. All 3 slots are taken.');
  expect(why()).toContain('In the slots: busy a, busy b, busy c');
  expect(why()).toContain('Before it: first in line');
  await act(() => void fireEvent.click(within(details()).getByRole('button', { name: 'first in line' })));
  expect(why()).toContain('It is next in the queue.');
});

test('panel: the Data tab opens meta level by level and has the exact id', async () => {
  await open(
    makeTask({
      id: 'rt/1',
      priority: 3,
      meta: {
        kind: 'object',
        entries: [['file', { kind: 'object', class: 'File', entries: [['name', 'a\u202eb']] }]],
        more: 2,
      },
    }),
  );
  await tab('Data');
  expect(details().textContent).toContain('Idrt/1');
  expect(details().textContent).toContain('2 more that the page left out');
  const file = [...details().querySelectorAll('details')].find((each) => !each.open);
  expect(file?.textContent).toBe('file: File { name: "a\u202eb" }');
  await act(() => {
    if (file === undefined) return;
    file.open = true;
    fireEvent(file, new Event('toggle'));
  });
  expect(file?.textContent).toBe('file: Filename: "a\u202eb"');
});

test('panel: the Events tab lists the story with its seq', async () => {
  await open(makeRetried('1', 'error', { registeredSeq: 4, startedSeq: 5, doneSeq: 6 }));
  await tab('Events');
  const lines = [...details().querySelectorAll('tbody tr')].map((line) => line.textContent);
  expect(lines[0]).toBe('414:00:00.000task:registered');
  expect(lines.at(-1)).toMatch(/^614:00:01.040task:doneerror/);
});
