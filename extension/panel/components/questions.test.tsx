// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/preact';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { formatDuration } from '../format/duration.ts';
import { formatTimeOfDay } from '../format/time-of-day.ts';
import { attemptsOf, flakyLog, type LoggedTask } from '../testing/flaky-log.ts';
import { flakyPanel } from '../testing/flaky-panel.ts';
import { cell, grid, rows } from '../testing/queries.ts';
import type { RenderedPanel } from '../testing/render-panel.ts';

// What the list must answer, worked out from the runtimes' own log and read off the list.

let log: readonly LoggedTask[];
let panel: RenderedPanel;
beforeAll(async () => {
  log = flakyLog();
  panel = await flakyPanel('tasks');
}, 60_000);
afterAll(() => panel.unmount());
afterEach(() => type(''));

async function type(text: string): Promise<void> {
  const box = screen.getByRole('searchbox', { name: 'Filter' });
  await act(() => void fireEvent.input(box, { target: { value: text } }));
}
const press = (key: string): Promise<void> => act(() => void fireEvent.keyDown(grid(), { key }));
const found = (): string | null => document.querySelector('[aria-label="Tasks shown"]')?.textContent ?? null;
const idOf = (row: HTMLElement): string => row.querySelector('.row__id')?.getAttribute('title') ?? '';

/** The ids of all rows, read from the top of the list to its end. */
async function listed(): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const count = Number(grid().getAttribute('aria-rowcount')) - 1;
  await press('Home');
  for (let page = 0; page <= count && ids.size < count; page += 1) {
    for (const row of rows()) ids.add(idOf(row));
    await press('PageDown');
  }
  return ids;
}
const ids = (of: (task: LoggedTask) => boolean): ReadonlySet<string> => new Set(log.filter(of).map(({ id }) => id));

test('panel acceptance: which retryable failures gave up', async () => {
  const toggle = screen.getByRole('button', { name: 'Retryable failures' });
  await act(() => void fireEvent.click(toggle));
  const gaveUp = ids(({ state, retryable }) => state === 'error' && retryable);
  expect(found()).toBe(`${gaveUp.size} of 10000`);
  expect(await listed()).toEqual(gaveUp);
  await act(() => void fireEvent.click(toggle));
}, 30_000);

test('panel acceptance: which error ended most tasks', async () => {
  const ended = new Map<string, number>();
  for (const { state, error } of log) {
    if (state !== 'error' || error === undefined) continue;
    const said = `${error.name} ${error.type ?? ''} ${error.message}`;
    ended.set(said, (ended.get(said) ?? 0) + 1);
  }
  const [most] = [...ended].sort(([, a], [, b]) => b - a);
  if (most === undefined) throw new Error('nothing failed');
  await type('cause:');
  // The toolbar's list of sources has options too.
  const terms = screen.getAllByRole('option').map((option) => option.textContent ?? '');
  const offered = terms.filter((term) => term.startsWith('cause:'));
  const counts: (readonly [string, number])[] = [];
  for (const term of offered) {
    await type(term);
    counts.push([term, Number(found()?.split(' ')[0])]);
  }
  const [first] = counts.sort(([, a], [, b]) => b - a);
  expect(first?.[1]).toBe(most[1]);
  expect(first?.[0]).toContain(most[0].split(' ')[0]);
}, 30_000);

test('panel acceptance: which task waited longest and which ran longest', async () => {
  for (const [title, of] of [
    ['Waited', (task: LoggedTask) => (task.startedAt ?? task.endedAt ?? Number.NaN) - task.registeredAt],
    ['Ran', (task: LoggedTask) => (task.endedAt ?? Number.NaN) - (task.startedAt ?? Number.NaN)],
  ] as const) {
    const sorted = log.filter((task) => of(task) >= 0).sort((a, b) => of(b) - of(a));
    const longest = sorted[0];
    if (longest === undefined) throw new Error('nobody');
    const header = screen.getByRole('columnheader', { name: title });
    await act(() => void fireEvent.click(header.querySelector('button') ?? header));
    const [row] = rows();
    if (row === undefined) throw new Error('no row');
    expect(cell(row, title)).toBe(formatDuration(of(longest)));
    // Of some that took equally long any may stand first.
    expect(sorted.filter((task) => of(task) === of(longest)).map(({ id }) => id)).toContain(idOf(row));
    for (let times = 0; times < 2; times += 1) {
      await act(() => void fireEvent.click(header.querySelector('button') ?? header));
    }
  }
}, 30_000);

test('panel acceptance: which succeeded only at the third attempt or later', async () => {
  await type('state:success attempts:>2');
  const late = ids((task) => task.state === 'success' && attemptsOf(task) > 2);
  expect(late.size).toBeGreaterThan(100);
  expect(found()).toBe(`${late.size} of 10000`);
  expect(await listed()).toEqual(late);
}, 60_000);

test('panel acceptance: which is retried next, and when', async () => {
  const planned = log.flatMap((task) => {
    const wait = task.waits.find((each) => each.real === undefined);
    return wait === undefined || task.endedAt !== undefined ? [] : [{ task, at: wait.from + wait.planned }];
  });
  const next = planned.sort((a, b) => a.at - b.at)[0];
  if (next === undefined) throw new Error('nobody waits');
  await type('state:retrying');
  expect(await listed()).toEqual(new Set(planned.map(({ task }) => task.id)));
  const told: (readonly [string, string])[] = [];
  await press('Home');
  for (let index = 0; index < planned.length; index += 1) {
    const row = rows().find((each) => each.getAttribute('aria-selected') === 'true');
    const details = screen.getByRole('region', { name: 'Task details' }).textContent ?? '';
    told.push([row === undefined ? '' : idOf(row), /planned for (\d\d:\d\d:\d\d\.\d{3})/.exec(details)?.[1] ?? '']);
    await press('ArrowDown');
  }
  const [first] = told.sort(([, a], [, b]) => a.localeCompare(b));
  expect(first).toEqual([next.task.id, formatTimeOfDay(next.at)]);
}, 30_000);
