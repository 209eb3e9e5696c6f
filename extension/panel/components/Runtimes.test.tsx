// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { cell, columnTitles, details, grid, names, rowNamed } from '../testing/queries.ts';
import { type RenderedPanel, renderPanel } from '../testing/render-panel.ts';
import { makeRuntime, makeSession, makeTask, SESSION, T0 } from '../testing/tasks.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

/** Two runtimes named `uploads` in the page and one in its iframe, each with a task; the last came with a history. */
async function threeOfOneName(): Promise<RenderedPanel> {
  panel = await renderPanel([makeTask({ id: '1', name: 'first', registeredAt: T0 })]);
  await panel.change((source) => {
    source.setRuntime(makeRuntime({ key: 'second', id: 'second' }));
    source.setSession(makeSession({ session: 'frame', url: 'https://app.example/widget.html' }));
    source.setRuntime(makeRuntime({ key: 'framed', session: 'frame' }));
    source.put(
      makeTask({ id: '3', key: '3', name: 'third', runtimeKey: 'second', registeredAt: T0 + 20 }),
      makeTask({ id: '2', key: '2', name: 'between', runtimeKey: 'framed', session: 'frame', registeredAt: T0 + 10 }),
    );
  });
  return panel;
}
const type = (text: string): Promise<void> =>
  act(() => void fireEvent.input(screen.getByRole('searchbox', { name: 'Filter' }), { target: { value: text } }));

test('B08: equal names are told apart in a column, in the details and by the filter', async () => {
  await threeOfOneName();
  expect(columnTitles()).toContain('Runtime');
  expect(['first', 'third', 'between'].map((name) => cell(rowNamed(name), 'Runtime'))).toEqual([
    'uploads',
    'uploads (2)',
    'uploads · widget.html',
  ]);
  await act(() => void fireEvent.mouseDown(rowNamed('between')));
  expect(details().textContent).toContain('uploads · widget.html');
  await type('runtime:"uploads (2)"');
  expect(names()).toEqual(['third']);
  await type('runtime:widget');
  expect(names()).toEqual(['between']);
});

test('B08: rows stand in the order of their registration, over all runtimes', async () => {
  await threeOfOneName();
  expect(names()).toEqual(['first', 'between', 'third']);
});

test('D41: the column comes with the second runtime, and can be hidden', async () => {
  panel = await renderPanel([makeTask({ id: '1' })]);
  expect(columnTitles()).not.toContain('Runtime');
  await panel.change((source) => source.setRuntime(makeRuntime({ key: `${SESSION}/2`, name: 'other' })));
  expect(columnTitles().slice(0, 2)).toEqual(['Name', 'Runtime']);
  const title = within(grid()).getAllByRole('columnheader')[0];
  await act(() => void fireEvent.contextMenu(title ?? grid(), { clientX: 5, clientY: 5 }));
  await act(() => void fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Runtime' })));
  expect(columnTitles()).not.toContain('Runtime');
});

test('bridge 14: a runtime in a worker is told from that of its page by the worker’s name', async () => {
  panel = await renderPanel([makeTask({ id: '1', name: 'in the page', registeredAt: T0 })]);
  await panel.change((source) => {
    source.setRuntime(makeRuntime({ key: 'worker', id: 'worker', worker: 'sync.js' }));
    source.put(makeTask({ id: '1', key: '2', name: 'in the worker', runtimeKey: 'worker', registeredAt: T0 + 10 }));
  });
  expect(['in the page', 'in the worker'].map((name) => cell(rowNamed(name), 'Runtime'))).toEqual([
    'uploads',
    'uploads · sync.js',
  ]);
});
