// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { viewLoaded } from '../../testing/flaky-panel.ts';
import { queueTasks } from '../../testing/queue-scene.ts';
import { memoryStorage, type RenderedPanel, renderPanel } from '../../testing/render-panel.ts';
import { makeError, makeRetried, makeTask, T0 } from '../../testing/tasks.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

async function open(tasks: Parameters<typeof renderPanel>[0]): Promise<void> {
  const storage = memoryStorage();
  storage.kept.set('tasklens.panel.view', '"accounting"');
  panel = await renderPanel(tasks, { storage });
  await viewLoaded();
}
const card = (label: string): string => screen.getByRole('region', { name: label }).textContent ?? '';
const names = (): string[] =>
  within(screen.getByRole('table', { name: 'By name' }))
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent ?? '');

test('bridge 5: where nothing was wired the figures are “not reported”, never 0', async () => {
  const failed = makeTask({
    id: '1',
    name: 'sync',
    state: 'error',
    retryable: true,
    startedAt: T0,
    endedAt: T0 + 5,
    error: makeError(),
  });
  await open([failed, makeTask({ id: '2', name: 'sync', state: 'success', startedAt: T0, endedAt: T0 + 5 })]);
  for (const label of ['attempts a task', 'lost in back-off', 'of retries paid off', 'slots held after a timeout']) {
    expect(card(label)).toMatch(/^not reported/);
  }
  expect(card('retryable, gave up')).toBe('1retryable, gave upof 1 failures');
  const cells = within(screen.getByRole('table', { name: 'By name' })).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent).slice(-2)).toEqual(['not reported', 'not reported']);
  expect(screen.getByRole('list', { name: 'How tasks ended' }).textContent).toContain(
    'succeeded, attempts not reported 1',
  );
});

test('what attempts cost stands by name, and is ordered by the column that is pressed', async () => {
  await open([
    makeRetried('1', 'success', { name: 'upload photo-1.jpg' }),
    makeRetried('2', 'error', { name: 'upload photo-2.jpg' }),
    ...['3', '4', '5'].map((id) => makeTask({ id, name: 'sync', state: 'success', startedAt: T0, endedAt: T0 + 1 })),
  ]);
  expect(card('attempts a task')).toBe('3.00attempts a task6 attempts · 2 tasks3 tasks not reported');
  expect(names()).toEqual(['upload *', 'sync']);
  const title = within(screen.getByRole('table', { name: 'By name' })).getByRole('button', { name: 'Tasks' });
  await act(() => void fireEvent.click(title));
  expect(names()).toEqual(['sync', 'upload *']);
  expect(title.closest('th')?.getAttribute('aria-sort')).toBe('descending');
});

/** A table's cells, line by line. */
const lines = (label: string): HTMLElement[][] =>
  within(screen.getByRole('table', { name: label }))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll<HTMLElement>('th, td')]);

test('every number that counts tasks is a way to exactly so many', async () => {
  await open(queueTasks(400, T0));
  const columns = [1, 2, 3];
  const paths = [
    ...['By name', 'By runtime'].flatMap((label) =>
      lines(label).flatMap((_, line) => columns.map((column) => () => lines(label)[line]?.[column + 1])),
    ),
    ...lines('By error').map((_, line) => () => lines('By error')[line]?.[3]),
    ...within(screen.getByRole('list', { name: 'How tasks ended' }))
      .getAllByRole('listitem')
      .map(
        (_, index) => () =>
          within(screen.getByRole('list', { name: 'How tasks ended' })).getAllByRole('listitem')[index],
      ),
    ...['retryable, gave up', 'of retries paid off'].map((label) => () => screen.getByRole('region', { name: label })),
  ];
  let followed = 0;
  for (const path of paths) {
    for (const index of (path()?.querySelectorAll('.filter-link') ?? []).keys()) {
      const link = path()?.querySelectorAll('.filter-link')[index];
      const number = link?.textContent ?? '';
      if (!link || !/^\d+$/.test(number)) continue;
      await act(() => void fireEvent.click(link));
      expect(document.querySelector('[aria-label="Tasks shown"]')?.textContent, link.getAttribute('title') ?? '').toBe(
        `${number} of 400`,
      );
      await act(() => void fireEvent.click(screen.getByRole('tab', { name: 'Accounting' })));
      followed += 1;
    }
  }
  expect(followed).toBeGreaterThan(15);
}, 60_000);

test('what comes while the view is shown is summed up, at most ten times a second', async () => {
  await open([makeRetried('1', 'success')]);
  const tasks = (): string => card('attempts a task');
  await panel?.change((source) => source.put(makeRetried('2', 'error')));
  expect(tasks()).toContain('3 attempts · 1 tasks');
  await act(() => panel?.timing.advance(100));
  expect(tasks()).toContain('6 attempts · 2 tasks');
  // A view that was left works no more.
  await act(() => void fireEvent.click(screen.getByRole('tab', { name: 'Tasks' })));
  expect(panel?.timing.timers()).toBe(0);
});

test('panel 6: with nothing to sum up the view says what would be there', async () => {
  await open([]);
  expect(screen.getByText('Nothing to sum up yet')).toBeTruthy();
});
