// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { viewLoaded } from '../../testing/flaky-panel.ts';
import { memoryStorage, type RenderedPanel, renderPanel } from '../../testing/render-panel.ts';
import { makeAttempt, makeLayer, makeRetried, makeTask, T0 } from '../../testing/tasks.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

const TASKS = [
  makeRetried('1', 'success', { name: 'upload', slot: 0 }),
  makeTask({
    id: '2',
    name: 'thumbnail',
    state: 'error',
    registeredAt: T0,
    startedAt: T0 + 50,
    endedAt: T0 + 550,
    slot: 1,
    reported: 'full',
    layers: [makeLayer({ kind: 'timeout', timeoutFiredAt: T0 + 150, endedAt: T0 + 550, outcome: 'timeout' })],
    attempts: [makeAttempt({ attempt: 1, startedAt: T0 + 50, endedAt: T0 + 550 })],
  }),
  makeTask({
    id: '3',
    name: 'sync',
    state: 'success',
    registeredAt: T0 + 100,
    startedAt: T0 + 560,
    endedAt: T0 + 700,
    slot: 1,
  }),
  makeTask({ id: '4', name: 'late', registeredAt: T0 + 600 }),
];

async function open(tasks = TASKS): Promise<void> {
  const storage = memoryStorage();
  storage.kept.set('tasklens.panel.view', '"slots"');
  panel = await renderPanel(tasks, { storage });
  await viewLoaded();
}
const picture = (): HTMLElement => screen.getByRole('application', { name: 'Slots over time' });
const press = (key: string): Promise<void> => act(() => void fireEvent.keyDown(picture(), { key }));
const chosen = (): string => document.querySelector('.slots__chosen')?.textContent ?? '';
const table = (): string[][] =>
  within(screen.getByRole('table', { name: 'Slots' }))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? ''));

test('panel 5: by keys from task to task in a slot, and from slot to slot; Enter goes to the details', async () => {
  await open();
  await press('ArrowRight');
  expect(chosen()).toContain('upload held slot 1 for 1.0 s, 402 ms of it in back-off.');
  expect(screen.getByRole('region', { name: 'Task details' })).toBeTruthy();
  await press('ArrowDown');
  await press('ArrowDown');
  await press('ArrowRight');
  expect(chosen()).toContain('thumbnail held slot 2 for 500 ms, 400 ms of it after its timeout.');
  await press('ArrowRight');
  expect(chosen()).toContain('sync held slot 2 for 140 ms.');
  await press('ArrowRight');
  expect(chosen()).toContain('sync');
  await press('ArrowLeft');
  expect(chosen()).toContain('thumbnail');
  await press('Enter');
  expect(document.activeElement?.getAttribute('role')).toBe('tab');
});

test('panel acceptance: the table says what a slot’s time went into, and who holds it', async () => {
  await open();
  panel?.timing.advance(1000);
  const [head, one, two] = table();
  expect(head).toEqual([
    'Slot',
    'Now',
    'Tasks',
    'Held',
    'In back-off',
    'On after a timeout',
    'Idle while tasks waited',
  ]);
  expect(one?.slice(0, 6)).toEqual(['slot 1', 'free', '1', '1.0 s', '402 ms 40 %', '0 ms']);
  expect(two?.slice(0, 6)).toEqual(['slot 2', 'free', '2', '640 ms', '0 ms 0 %', '400 ms']);
  expect(table().at(-1)?.slice(0, 2)).toEqual(['All slots', '1 waiting']);
});

test('who waited for a task is named beside it, and one that waits says for how long', async () => {
  await open();
  await press('ArrowRight');
  expect(chosen()).toMatch(/Meanwhile 3 tasks waited:.*sync 460 ms/);
  await act(() => void fireEvent.click(screen.getByRole('button', { name: 'late' })));
  expect(chosen()).toMatch(/^late waits for a slot/);
});

test('a moment is typed, and what is none is said to be none', async () => {
  await open();
  const box = screen.getByRole('textbox', { name: 'Moment' });
  const type = (value: string): Promise<void> =>
    act(() => {
      fireEvent.input(box, { target: { value } });
      fireEvent.keyDown(box, { key: 'Enter' });
    });
  await type('14:00:00.200');
  expect(table().map((row) => row[1])).toEqual(['At 14:00:00.200', 'upload', 'thumbnail', 'free', '1 waiting']);
  await type('soon');
  expect(box.getAttribute('aria-invalid')).toBe('true');
  await act(() => void fireEvent.keyDown(box, { key: 'Escape' }));
  expect(table()[0]?.[1]).toBe('Now');
});

test('panel 6: with nothing to show the view says what would be there', async () => {
  await open([]);
  expect(screen.getByText('No task has run yet')).toBeTruthy();
  await panel?.change((source) => source.put(...TASKS));
  await act(() => panel?.timing.advance(1000));
  expect(picture()).toBeTruthy();
});
