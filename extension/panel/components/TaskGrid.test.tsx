// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { grid, names, rowNamed } from '../testing/queries.ts';
import { type RenderedPanel, renderPanel } from '../testing/render-panel.ts';
import { makeTask } from '../testing/tasks.ts';
import { ROW_HEIGHT } from './grid-window.ts';

const VISIBLE = 10;
let panel: RenderedPanel | undefined;

// happy-dom lays nothing out: the grid is given a height, and its scroll position is taken as it is set.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue((VISIBLE + 1) * ROW_HEIGHT);
});
afterEach(() => panel?.unmount());

const tasks = (from: number, to: number): ReturnType<typeof makeTask>[] =>
  Array.from({ length: to - from }, (_, index) => makeTask({ id: `${from + index}`, name: `t${from + index}` }));
const scrollTo = (top: number): Promise<void> =>
  act(() => {
    grid().scrollTop = top;
    fireEvent.scroll(grid());
  });

test('panel 3: of 5 000 tasks fewer than 200 rows exist, and the list begins at its end', async () => {
  panel = await renderPanel(tasks(0, 5000));
  expect(names().length).toBeLessThan(200);
  expect(grid().getAttribute('aria-rowcount')).toBe('5001');
  expect(grid().scrollTop).toBe((5000 - VISIBLE) * ROW_HEIGHT);
  expect(names()).toContain('t4999');
});

test('panel 3: at the end the list follows what comes', async () => {
  panel = await renderPanel(tasks(0, 100));
  await panel.change((source) => source.put(...tasks(100, 150)));
  expect(grid().scrollTop).toBe((150 - VISIBLE) * ROW_HEIGHT);
});

test('panel 3: new tasks move neither the place nor the selection of a reader who scrolled up', async () => {
  panel = await renderPanel(tasks(0, 100));
  await scrollTo(20 * ROW_HEIGHT);
  await act(() => void fireEvent.mouseDown(rowNamed('t22')));
  await panel.change((source) => source.put(...tasks(100, 400)));
  expect(grid().scrollTop).toBe(20 * ROW_HEIGHT);
  expect(rowNamed('t22').getAttribute('aria-selected')).toBe('true');
  await panel.change((source) => source.evict(15));
  expect(grid().scrollTop).toBe(5 * ROW_HEIGHT);
  expect(rowNamed('t22').getAttribute('aria-selected')).toBe('true');
});

test('panel 3: a place chosen in the same frame as new tasks is honoured, though its event comes later', async () => {
  panel = await renderPanel(tasks(0, 100));
  grid().scrollTop = 20 * ROW_HEIGHT;
  await panel.change((source) => source.put(...tasks(100, 110)));
  expect(grid().scrollTop).toBe(20 * ROW_HEIGHT);
});

test('panel 3: a filter that shortens the list does not make it follow afterwards', async () => {
  panel = await renderPanel(tasks(0, 1000));
  await scrollTo(300 * ROW_HEIGHT);
  const box = document.querySelector('input[type=search]');
  if (box === null) throw new Error('no filter');
  await act(() => void fireEvent.input(box, { target: { value: 't99' } }));
  // The browser clamps the place to what is left of the list.
  await scrollTo((11 - VISIBLE) * ROW_HEIGHT);
  await act(() => void fireEvent.input(box, { target: { value: '' } }));
  expect(grid().scrollTop).toBeLessThan(500 * ROW_HEIGHT);
});

test('panel 3: a key that moves the selection brings its row into sight', async () => {
  panel = await renderPanel(tasks(0, 100));
  await act(() => void fireEvent.keyDown(grid(), { key: 'Home' }));
  await act(() => void fireEvent.keyDown(grid(), { key: 'ArrowUp' }));
  expect(grid().scrollTop).toBe(0);
  for (let step = 0; step < VISIBLE; step += 1) await act(() => void fireEvent.keyDown(grid(), { key: 'ArrowDown' }));
  expect(grid().scrollTop).toBe(ROW_HEIGHT);
  await act(() => void fireEvent.keyDown(grid(), { key: 'PageDown' }));
  expect(rowNamed('t19').getAttribute('aria-selected')).toBe('true');
});

test('panel 3: a sorted list is read from its top and stays where it is when tasks come', async () => {
  panel = await renderPanel(tasks(0, 100));
  const title = document.querySelector('[role=columnheader]');
  if (title === null) throw new Error('no column');
  await act(() => void fireEvent.click(title));
  expect(grid().scrollTop).toBe(0);
  await panel.change((source) => source.put(...tasks(100, 400)));
  expect(grid().scrollTop).toBe(0);
  await scrollTo(50 * ROW_HEIGHT);
  await panel.change((source) => source.put(...tasks(400, 500)));
  expect(grid().scrollTop).toBe(50 * ROW_HEIGHT);
});
