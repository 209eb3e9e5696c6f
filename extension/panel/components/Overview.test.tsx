// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { names } from '../testing/queries.ts';
import { memoryStorage, type RenderedPanel, renderPanel } from '../testing/render-panel.ts';
import { makeTask, T0 } from '../testing/tasks.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

/** One after the other, 100 ms each, over a second. */
const TASKS = Array.from({ length: 10 }, (_, index) =>
  makeTask({
    id: `${index}`,
    name: `task ${index}`,
    state: index === 4 ? 'error' : 'success',
    registeredAt: T0 + 100 * index,
    startedAt: T0 + 100 * index,
    endedAt: T0 + 100 * index + 95,
  }),
);

const edge = (name: 'Start' | 'End'): HTMLElement => screen.getByRole('slider', { name: `${name} of the time window` });
const press = (element: HTMLElement, key: string, times = 1, init: KeyboardEventInit = {}): Promise<void> =>
  act(() => {
    for (let time = 0; time < times; time += 1) fireEvent.keyDown(element, { key, ...init });
  });
const term = (): HTMLElement | null => screen.queryByRole('button', { name: /^Remove the time window/ });

test('panel 5: a window in time is chosen by keys, filters the list, and goes again', async () => {
  panel = await renderPanel(TASKS);
  expect(term()).toBeNull();
  expect(edge('Start').getAttribute('aria-valuetext')).toBe('the first task');
  await press(edge('Start'), 'ArrowRight', 32);
  await press(edge('End'), 'ArrowLeft', 5, { shiftKey: true });
  await press(edge('End'), 'ArrowLeft');
  // From 32 % to 49 % of the second.
  expect(names()).toEqual(['task 3', 'task 4']);
  expect(edge('Start').getAttribute('aria-valuetext')).toBe('14:00:00.320');
  expect(term()?.textContent).toContain('14:00:00.320 – 14:00:00.490');
  await press(edge('End'), 'End');
  expect(names()).toHaveLength(7);
  expect(term()?.textContent).toContain('from 14:00:00.320');
  await press(edge('Start'), 'Escape');
  expect(names()).toHaveLength(10);
  expect(term()).toBeNull();
});

test('panel: the term takes the window away, and so does asking for everything again', async () => {
  panel = await renderPanel(TASKS);
  await press(edge('Start'), 'PageUp', 9);
  expect(names()).toEqual(['task 9']);
  await act(() => void fireEvent.click(term() ?? document.body));
  expect(names()).toHaveLength(10);
});

test('panel: an edge does not pass the other, and a window that takes in all is none', async () => {
  panel = await renderPanel(TASKS);
  await press(edge('End'), 'PageDown', 7);
  await press(edge('Start'), 'PageUp', 9);
  expect(edge('Start').getAttribute('aria-valuetext')).toBe('14:00:00.300');
  expect(names()).toEqual(['task 3']);
  await press(edge('Start'), 'Home');
  expect(term()?.textContent).toContain('until 14:00:00.300');
  await press(edge('End'), 'End');
  expect(term()).toBeNull();
});

test('panel 1: a window is of its moments and not kept, unlike the rest of the filter', async () => {
  const storage = memoryStorage();
  panel = await renderPanel(TASKS, { storage });
  await press(edge('Start'), 'PageUp', 9);
  panel.unmount();
  panel = await renderPanel(TASKS, { storage });
  expect(names()).toHaveLength(10);
});

test('panel: the picture says what it shows; with no task there is none', async () => {
  panel = await renderPanel([]);
  expect(screen.queryByRole('slider')).toBeNull();
  await panel.change((source) => source.put(...TASKS));
  expect(
    screen.getByRole('img', { name: /^Running tasks and failures from 14:00:00.000 to .*1 failed$/ }),
  ).toBeTruthy();
});
