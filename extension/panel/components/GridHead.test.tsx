// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { columnTitles, grid, names } from '../testing/queries.ts';
import { memoryStorage, type RenderedPanel, renderPanel } from '../testing/render-panel.ts';
import { makeRetried, makeTask, T0 } from '../testing/tasks.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

const TASKS = [
  makeTask({ id: '1', name: 'short', state: 'success', startedAt: T0 + 10, endedAt: T0 + 20 }),
  makeTask({ id: '2', name: 'long', state: 'success', startedAt: T0 + 10, endedAt: T0 + 9000 }),
  makeTask({ id: '3', name: 'waits' }),
  makeRetried('4', 'error', { name: 'gave up' }),
];
const title = (name: string): HTMLElement => {
  const found = within(grid()).getAllByRole('columnheader')[columnTitles().indexOf(name)];
  if (found === undefined) throw new Error(`no column ${name}`);
  return found;
};
const click = (element: Element): Promise<void> => act(() => void fireEvent.click(element));
const key = (element: Element, name: string, more: object = {}): Promise<void> =>
  act(() => void fireEvent.keyDown(element, { key: name, ...more }));

test('panel: a title sorts one way, the other way, and not at all; the longest run comes first', async () => {
  panel = await renderPanel(TASKS);
  await click(title('Ran'));
  expect(names()).toEqual(['long', 'gave up', 'short', 'waits']);
  expect(title('Ran').getAttribute('aria-sort')).toBe('descending');
  await click(title('Ran'));
  expect(names()).toEqual(['short', 'gave up', 'long', 'waits']);
  expect(title('Ran').getAttribute('aria-sort')).toBe('ascending');
  await click(title('Ran'));
  expect(names()).toEqual(['short', 'long', 'waits', 'gave up']);
  expect(title('Ran').getAttribute('aria-sort')).toBeNull();
});

test('panel: what comes while the list is sorted takes its place in the order', async () => {
  panel = await renderPanel(TASKS);
  await click(title('Name'));
  expect(names()).toEqual(['gave up', 'long', 'short', 'waits']);
  await panel.change((source) => source.put(makeTask({ id: '5', name: 'middle' })));
  expect(names()).toEqual(['gave up', 'long', 'middle', 'short', 'waits']);
});

test('D55: titles are reached, sorted and resized by keys', async () => {
  panel = await renderPanel(TASKS);
  title('Name').focus();
  await key(title('Name'), 'ArrowRight');
  await key(title('Retryable'), 'ArrowRight');
  expect(document.activeElement).toBe(title('Attempts'));
  await key(title('Attempts'), 'Enter');
  expect(title('Attempts').getAttribute('aria-sort')).toBe('descending');
  await key(title('Attempts'), 'ArrowRight', { altKey: true });
  expect(grid().style.getPropertyValue('--columns')).toContain('26px');
  expect(names()).toHaveLength(4);
});

test('D51: hidden columns, widths and the order are kept, and reset', async () => {
  const storage = memoryStorage();
  panel = await renderPanel(TASKS, { storage });
  const menu = async (item: string): Promise<void> => {
    await act(() => void fireEvent.contextMenu(title('Name'), { clientX: 5, clientY: 5 }));
    await click(screen.getByRole(/Reset/.test(item) ? 'menuitem' : 'menuitemcheckbox', { name: item }));
  };
  await menu('Error');
  expect(columnTitles()).not.toContain('Error');
  expect(screen.queryByRole('menu')).toBeNull();
  await menu('Name');
  expect(columnTitles()).toContain('Name');
  await click(title('Ran'));
  panel.unmount();

  panel = await renderPanel(TASKS, { storage });
  expect(columnTitles()).not.toContain('Error');
  expect(names()[0]).toBe('long');
  await menu('Reset columns');
  expect(columnTitles()).toContain('Error');
});

test('panel: what was kept and makes no sense is ignored', async () => {
  const storage = memoryStorage();
  const keep = (name: string, value: unknown): void => storage.setItem(`tasklens.panel.${name}`, JSON.stringify(value));
  keep('sort', { column: 'nonsense', descending: true });
  keep('columns.hidden', ['name?', 7]);
  keep('columns.widths', [['name', -5], ['name'], 'x', ['ran', 1e9]]);
  keep('detail.width', 'wide');
  keep('filter.states', 'error');
  storage.setItem('tasklens.panel.filter.text', '{broken');
  panel = await renderPanel(TASKS, { storage });
  expect(names()).toEqual(['short', 'long', 'waits', 'gave up']);
  expect(columnTitles()).toHaveLength(8);
});
