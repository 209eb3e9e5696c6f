// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { FILTER_KEYS } from '../panel/filter/keys.ts';
import type { SourceStatus } from '../panel/source.ts';
import { viewLoaded } from '../panel/testing/flaky-panel.ts';
import { queueTasks } from '../panel/testing/queue-scene.ts';
import { memoryStorage, type RenderedPanel, renderPanel } from '../panel/testing/render-panel.ts';
import { mixedTasks } from '../panel/testing/scenes.ts';
import { makeRuntime, makeSession, makeTask, T0 } from '../panel/testing/tasks.ts';
import type { LazyView } from '../panel/views/registry.ts';
import { task } from './en/task.ts';

// The panel in Chinese, in each of its states: what is not the app's own text, code or a name holds no English word.

/** The app's own texts, code, keys, and what a language calls itself. */
const NOT_OURS =
  'bdi, optgroup, code, kbd, pre, [title^="sync "], option[lang], .filter__input, .filter__mirror, .suggestions__text, .filter-link, .figures__name';
const ALLOWED = new Set([
  ...['Tasklens', 'tasklens', 'JSON', 'Playwright', 'DevTools', 'Markdown', 'worker'],
  // What is typed or pressed.
  ...['Ctrl', 'Shift', 'Alt', 'Enter', 'Esc', 'Home', 'End', 'PgUp', 'PgDn', 'id', 'state', 'error', 'attempts'],
  ...FILTER_KEYS.flatMap((key) => [key.name, ...key.values]),
  // Units.
  ...['ms', 's', 'm', 'h', 'min', 'd'],
  // The runtime's own words, as they stand in the app's code and in a filter.
  ...Object.keys(task.decisions).flatMap((decision) => decision.split('-')),
  ...['running', 'retrying', 'continue', 'traced', 'bridge', 'retry', 'retryOnTimeout', 'maxElapsed', 'TaskError'],
  ...['task', 'registered', 'started', 'done', 'cancel', 'requested', 'layer', 'attempt', 'start', 'end', 'fired'],
]);
const WORDS = /[A-Za-z]{2,}/g;
/** What is named, in quotes, and a call as it stands in the app's code. */
const QUOTED = /“[^”]*”|\w+\([^)]*\)/g;

function english(root: Element): readonly string[] {
  const found: string[] = [];
  const look = (text: string, where: string): void => {
    for (const [word] of text.replaceAll(QUOTED, '').matchAll(WORDS))
      if (!ALLOWED.has(word)) found.push(`${word} in ${where}: ${text}`);
  };
  for (const element of root.querySelectorAll('*')) {
    if (element.closest(NOT_OURS) !== null) continue;
    for (const name of ['aria-label', 'title', 'placeholder']) {
      // A row's titles are the app's texts.
      if (name === 'title' && element.closest('[role=gridcell]') !== null) continue;
      look(element.getAttribute(name) ?? '', name);
    }
    for (const child of element.childNodes) if (child.nodeType === 3) look(child.textContent ?? '', element.className);
  }
  return found;
}

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

const show = async (...[tasks, options]: Parameters<typeof renderPanel>): Promise<Element> => {
  panel = await renderPanel(tasks, { languages: ['zh-CN'], ...options });
  return panel.element;
};
const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const click = (element: Element | undefined): Promise<void> => act(() => void (element && fireEvent.click(element)));
const choose = (row: Element): Promise<void> => act(() => void fireEvent.mouseDown(row));

test('panel 8: the check finds a word that was left behind', async () => {
  const root = await show([makeTask({ id: '1' })]);
  root.querySelector('footer')?.append('left behind');
  expect(english(root)).toEqual(['left in status-line: left behind', 'behind in status-line: left behind']);
});

test('panel 8: 中文: the list, every tab of every task, a selection', async () => {
  const root = await show(mixedTasks(T0 + 6000));
  expect(english(root)).toEqual([]);
  const rows = all('[role=rowgroup] [role=row]').map((row) => row.id);
  expect(rows.length).toBeGreaterThan(10);
  let tabs = 0;
  for (const id of rows) {
    await choose(document.getElementById(id) ?? root);
    for (const tab of all('section [role=tab]').map((each) => each.id)) {
      tabs += 1;
      await click(document.getElementById(tab) ?? undefined);
      expect(english(root), `${id} ${tab}`).toEqual([]);
    }
  }
  expect(tabs).toBeGreaterThan(4 * rows.length);
  await act(() => void fireEvent.keyDown(all('[role=grid]')[0] ?? root, { key: 'a', ctrlKey: true }));
  expect(english(root)).toEqual([]);
});

test('panel 8: 中文: the menus, the help, the settings, the suggestions, what the filter does not know', async () => {
  const root = await show(mixedTasks(T0 + 6000));
  await act(() => void fireEvent.contextMenu(all('[role=columnheader]')[0] ?? root));
  expect(all('[role=menu]')).toHaveLength(1);
  expect(english(root)).toEqual([]);
  await choose(all('[role=rowgroup] [role=row]')[0] ?? root);
  await click(all('.copy')[0]);
  expect(english(root)).toEqual([]);
  await act(() => void fireEvent.keyDown(all('[role=grid]')[0] ?? root, { key: '?' }));
  expect(all('dialog')).toHaveLength(1);
  expect(english(root)).toEqual([]);
  await click(all('.sheet__close')[0]);
  await click(all('[aria-haspopup=dialog]')[0]);
  expect(all('dialog')).toHaveLength(1);
  expect(english(root)).toEqual([]);
  await click(all('.sheet__close')[0]);
  const box = all('[type=search]')[0] ?? root;
  for (const text of ['r', 'https:x', 'state:nonsense', 'no such task']) {
    await act(() => void fireEvent.input(box, { target: { value: text } }));
    expect(english(root), text).toEqual([]);
  }
});

test.each(['slots', 'accounting'])(
  'panel 8: 中文: the view %s, with a task chosen, and with nothing to show',
  async (view) => {
    const storage = memoryStorage();
    storage.kept.set('tasklens.panel.view', JSON.stringify(view));
    for (const tasks of [mixedTasks(T0 + 6000), queueTasks(60, T0), []]) {
      const root = await show(tasks, { storage });
      await viewLoaded();
      expect(english(root)).toEqual([]);
      await click(all('.task-link')[0]);
      expect(english(root)).toEqual([]);
      panel?.unmount();
    }
  },
);

const STATES: readonly SourceStatus[] = [
  { state: 'connecting' },
  { state: 'no-runtime' },
  { state: 'live' },
  { state: 'paused' },
  { state: 'reconnecting' },
  { state: 'not-here', url: undefined },
  { state: 'not-here', url: 'https://app.example/' },
  { state: 'could-not-connect' },
  { state: 'version-mismatch', theirs: 2, ours: 1 },
];

test.each(STATES)('panel 8: 中文: $state, without tasks and with some', async (status) => {
  expect(english(await show([], { status }))).toEqual([]);
  panel?.unmount();
  expect(english(await show([makeTask({ id: '1' })], { status }))).toEqual([]);
});

test('panel 8: 中文: what was lost, what left, a page that was left', async () => {
  const root = await show(mixedTasks(T0 + 6000));
  await panel?.change((source) => {
    source.setRuntime(makeRuntime({ dropped: { tasks: 2, events: 7 } }));
    source.setSession(
      makeSession({
        connected: false,
        counters: { emitted: 9, delivered: 4, dropped: 5, pending: 0, lost: 0 },
      }),
    );
    source.evict(3);
  });
  expect(root.textContent).toContain('已丢弃');
  expect(english(root)).toEqual([]);
});

test.each<[string, LazyView['load'], string]>([
  ['loading', () => new Promise(() => {}), '正在加载'],
  ['failed', () => Promise.reject('没有'), '无法加载'],
])('panel 8: 中文: a view that is %s', async (_, load, says) => {
  const root = await show([], { lazyViews: [{ id: 'slots', load }] });
  await click(all('[role=tab]')[1]);
  await act(() => new Promise((resolve) => setImmediate(resolve)));
  expect(root.textContent).toContain(says);
  expect(english(root)).toEqual([]);
});
