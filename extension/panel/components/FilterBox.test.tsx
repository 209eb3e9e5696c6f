// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { names } from '../testing/queries.ts';
import { memoryStorage, type RenderedPanel, renderPanel } from '../testing/render-panel.ts';
import { mixedTasks } from '../testing/scenes.ts';
import { T0 } from '../testing/tasks.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

const box = (): HTMLInputElement => screen.getByLabelText('Filter');
const type = (text: string): Promise<void> =>
  act(() => {
    box().focus();
    box().value = text;
    box().setSelectionRange(text.length, text.length);
    fireEvent.input(box());
  });
const press = (key: string): Promise<void> => act(() => void fireEvent.keyDown(box(), { key }));
const offered = (): (string | null)[] =>
  [...document.querySelectorAll('[role=option] .suggestions__text')].map((each) => each.textContent);
const marked = (): string | null | undefined =>
  document.querySelector('[role=option][aria-selected=true] .suggestions__text')?.textContent;

test('panel 1: suggestions come while typing and are taken by keys', async () => {
  panel = await renderPanel(mixedTasks(T0 + 6000));
  await type('retrya');
  expect(offered()).toEqual(['retryable:']);
  expect(marked()).toBeUndefined();
  await press('ArrowDown');
  expect(marked()).toBe('retryable:');
  expect(box().getAttribute('aria-activedescendant')).toBe(document.querySelector('[role=option]')?.id);
  await press('Enter');
  expect(box().value).toBe('retryable:');
  expect(offered()).toEqual(['retryable:yes', 'retryable:no']);
  await press('ArrowDown');
  await press('Tab');
  expect(box().value).toBe('retryable:yes ');
  expect(offered()).toEqual([]);
  expect(names()).toEqual(['upload photo-0413.jpg', '<img src=x onerror=alert(1)>']);
});

test('panel 1: error classes, types and runtimes that are there are offered', async () => {
  panel = await renderPanel(mixedTasks(T0 + 6000));
  await type('error:');
  expect(offered()).toEqual(
    ['CancelledError', 'QueueFullError', 'TaskError', 'TimeoutError', 'TypeError'].map((each) => `error:${each}`),
  );
  await type('runtime:');
  expect(offered()).toEqual(['runtime:uploads']);
});

test('panel 1: Esc closes the suggestions first, Enter without a marked one leaves the text', async () => {
  panel = await renderPanel(mixedTasks(T0 + 6000));
  await type('sta');
  await press('Escape');
  expect(offered()).toEqual([]);
  expect(box().value).toBe('sta');
  await press('ArrowDown');
  await press('Enter');
  expect(box().value).toBe('sta');
  expect(offered()).toEqual([]);
});

test('panel 1: keys that are understood are coloured, an unknown one is underlined and matched as text', async () => {
  panel = await renderPanel(mixedTasks(T0 + 6000));
  await type('state:error https:x -name:a');
  expect([...document.querySelectorAll('.filter__key')].map((part) => part.textContent).filter(Boolean)).toEqual([
    'state:',
    '-name:',
  ]);
  expect([...document.querySelectorAll('.filter__unknown')].map((part) => part.textContent)).toEqual(['https:x']);
  expect(document.querySelector('.filter__mirror')?.textContent).toBe('state:error https:x -name:a');
  expect(panel.element.textContent).toContain('“https” is no key of the filter');
});

test('panel 1: a filter is saved with its buttons, offered when the box is empty, and let go', async () => {
  const storage = memoryStorage();
  panel = await renderPanel(mixedTasks(T0 + 6000), { storage });
  expect(screen.queryByRole('button', { name: 'Save filter' })).toBeNull();
  await type('upload');
  await act(() => void fireEvent.click(screen.getByRole('button', { name: 'Retryable failures' })));
  await act(() => void fireEvent.click(screen.getByRole('button', { name: /^Error \d/ })));
  const save = screen.getByRole('button', { name: 'Save filter' });
  await act(() => void fireEvent.click(save));
  expect(save.getAttribute('aria-pressed')).toBe('true');
  panel.unmount();

  storage.kept.delete('tasklens.panel.filter.text');
  storage.kept.delete('tasklens.panel.filter.states');
  storage.kept.delete('tasklens.panel.filter.retryable');
  panel = await renderPanel(mixedTasks(T0 + 6000), { storage });
  await press('ArrowDown');
  expect(offered()[0]).toBe('upload state:error retryable:yes');
  await press('ArrowDown');
  await press('Enter');
  expect(names()).toEqual(['upload photo-0413.jpg']);
  await act(() => void fireEvent.click(screen.getByRole('button', { name: 'Save filter' })));
  expect(storage.kept.get('tasklens.panel.filters.saved')).toBe('[]');
});
