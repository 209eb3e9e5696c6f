// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { details, grid, names, rowNamed, rows } from '../testing/queries.ts';
import { type RenderedPanel, renderPanel } from '../testing/render-panel.ts';
import { makeRetried, makeTask, T0 } from '../testing/tasks.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

const TASKS = [
  makeRetried('1', 'success', { name: 'a' }),
  makeRetried('2', 'error', { name: 'b' }),
  makeTask({ id: '3', name: 'c', state: 'cancelled', endedAt: T0 }),
  makeTask({ id: '4', name: 'd' }),
];
const press = (name: string, more: object = {}): Promise<void> =>
  act(() => void fireEvent.mouseDown(rowNamed(name), more));
const selected = (): string =>
  names()
    .filter((_, index) => rows()[index]?.getAttribute('aria-selected') === 'true')
    .join('');
const copied = (): string => {
  const data = new DataTransfer();
  document.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, cancelable: true, bubbles: true }));
  return data.getData('text/plain');
};

test('panel 7: several tasks are chosen by Ctrl, by Shift, by keys, and all at once', async () => {
  panel = await renderPanel(TASKS);
  await press('b');
  await press('d', { ctrlKey: true });
  expect(selected()).toBe('bd');
  await press('b', { metaKey: true });
  expect(selected()).toBe('d');
  await press('a');
  await press('c', { shiftKey: true });
  expect(selected()).toBe('abc');
  await act(() => void fireEvent.keyDown(grid(), { key: 'ArrowUp', shiftKey: true }));
  expect(selected()).toBe('ab');
  await act(() => void fireEvent.keyDown(grid(), { key: 'a', ctrlKey: true }));
  expect(selected()).toBe('abcd');
  expect(copied()).toBe('a\nb\nc\nd');
  await press('c');
  expect(selected()).toBe('c');
});

test('panel: for several tasks the state machine counts who took each step', async () => {
  panel = await renderPanel(TASKS);
  await act(() => void fireEvent.keyDown(grid(), { key: 'a', ctrlKey: true }));
  expect(details().textContent).toContain('4 tasks chosen');
  expect(within(details()).getByRole('img').getAttribute('aria-label')).toBe(
    '1 success, 1 error, 1 cancelled, 1 pending',
  );
  expect([...details().querySelectorAll('.machine__edge text')].map((text) => text.textContent)).toEqual([
    '2',
    '1',
    '1',
    '1',
  ]);
  expect(details().textContent).toContain('Retries4');
});

test('panel 7: the menu of a row copies it, and says how many it would copy', async () => {
  panel = await renderPanel(TASKS);
  const data = new DataTransfer();
  document.execCommand = () =>
    document.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, cancelable: true, bubbles: true }));
  await act(() => void fireEvent.contextMenu(rowNamed('b'), { clientX: 3, clientY: 3 }));
  expect(selected()).toBe('b');
  await act(() => void fireEvent.click(screen.getByRole('menuitem', { name: 'Copy as Playwright assertion' })));
  expect(data.getData('text/plain')).toContain("toReach('error')");
  expect(screen.queryByRole('menu')).toBeNull();
  await press('c', { shiftKey: true });
  await act(() => void fireEvent.contextMenu(rowNamed('c'), { clientX: 3, clientY: 3 }));
  expect(screen.getByRole('menuitem', { name: 'Copy names of 2 tasks' })).toBeTruthy();
});

test('panel 7: the copy button of the details says that it copied, for a while', async () => {
  panel = await renderPanel(TASKS);
  const { timing } = panel;
  document.execCommand = () =>
    document.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData: new DataTransfer(), cancelable: true, bubbles: true }),
    );
  await press('a');
  await act(() => void fireEvent.click(within(details()).getByRole('button', { name: 'Copy' })));
  await act(() => void fireEvent.click(screen.getByRole('menuitem', { name: 'Copy as JSON' })));
  expect(within(details()).getByRole('button', { name: 'Copied' })).toBeTruthy();
  await act(() => timing.advance(2000));
  expect(within(details()).getByRole('button', { name: 'Copy' })).toBeTruthy();
});
