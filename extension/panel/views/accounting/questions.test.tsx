// @vitest-environment happy-dom
import { screen, within } from '@testing-library/preact';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDuration } from '../../format/duration.ts';
import { flakyLog, type LoggedTask, retriesOf } from '../../testing/flaky-log.ts';
import { flakyPanel } from '../../testing/flaky-panel.ts';
import type { RenderedPanel } from '../../testing/render-panel.ts';

// What the view must answer, worked out from the runtimes' own log and read off the view.

let log: readonly LoggedTask[];
let panel: RenderedPanel;
beforeAll(async () => {
  log = flakyLog();
  panel = await flakyPanel('accounting');
}, 60_000);
afterAll(() => panel.unmount());

const card = (label: string): string => screen.getByRole('region', { name: label }).textContent ?? '';
const sum = (tasks: readonly LoggedTask[], of: (task: LoggedTask) => number): number =>
  tasks.reduce((total, task) => total + of(task), 0);
const reported = (): readonly LoggedTask[] => log.filter((task) => task.startedAt !== undefined);

/** A table as lines of cells. */
function read(label: string): readonly (readonly string[])[] {
  return within(screen.getByRole('table', { name: label }))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? ''));
}
const column = (label: string, title: string): ReadonlyMap<string, string> => {
  const [head = [], ...lines] = read(label);
  const at = head.findIndex((each) => each.replace('▾', '') === title);
  return new Map(lines.map((line) => [line[0] ?? '', line[at] ?? '']));
};

function byName(of: (task: LoggedTask) => number): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const task of log) sums.set(task.name, (sums.get(task.name) ?? 0) + of(task));
  return sums;
}

test('panel acceptance: attempts a task', () => {
  const attempts = sum(reported(), (task) => 1 + retriesOf(task));
  const tasks = reported().length;
  expect(card('attempts a task')).toBe(
    `${(attempts / tasks).toFixed(2)}attempts a task${attempts} attempts · ${tasks} tasks`,
  );
});

test('panel acceptance: time lost in back-off, planned and real', () => {
  const waits = log.flatMap((task) => task.waits);
  const measured = waits.filter((wait) => wait.real !== undefined);
  const planned = measured.reduce((total, wait) => total + wait.planned, 0);
  const real = measured.reduce((total, wait) => total + (wait.real ?? 0), 0);
  const shown = card('lost in back-off');
  expect(shown).toContain(`${formatDuration(real)}lost in back-offplanned ${formatDuration(planned)}`);
  const open = waits.filter((wait) => wait.real === undefined);
  expect(open.length).toBeGreaterThan(0);
  const openPlanned = open.reduce((total, wait) => total + wait.planned, 0);
  expect(shown).toContain(`${open.length} waits not measured, planned ${formatDuration(openPlanned)}`);
});

test('panel acceptance: retries that paid off', () => {
  const retried = log.filter((task) => task.endedAt !== undefined && retriesOf(task) > 0);
  const paidOff = retried.filter(
    ({ state, layers }) => state === 'success' && !layers.some(({ outcome }) => outcome === 'fallback'),
  );
  expect(card('of retries paid off')).toBe(
    `${Math.round((100 * paidOff.length) / retried.length)} %of retries paid off` +
      `${paidOff.length} of ${retried.length} retried tasks succeeded`,
  );
});

test('panel acceptance: retryable failures that gave up, by name', () => {
  const gaveUp = byName(({ state, retryable }) => (state === 'error' && retryable ? 1 : 0));
  const failed = log.filter(({ state }) => state === 'error').length;
  const all = [...gaveUp.values()].reduce((total, count) => total + count, 0);
  expect(card('retryable, gave up')).toBe(`${all}retryable, gave upof ${failed} failures`);
  const shown = column('By name', 'Gave up');
  expect([...shown].sort()).toEqual([...gaveUp].map(([name, count]) => [name, `${count}`]).sort());
});

test('panel acceptance: which name costs most attempts', () => {
  const attempts = byName((task) => (task.startedAt === undefined ? 0 : 1 + retriesOf(task)));
  const sorted = [...attempts].sort(([, a], [, b]) => b - a);
  expect([...column('By name', 'Attempts')]).toEqual(sorted.map(([name, count]) => [name, `${count}`]));
});

test('panel acceptance: by runtime and by error as well, each number is that of the log', () => {
  const failed = new Map<string, number>();
  for (const { runtime, state } of log) failed.set(runtime, (failed.get(runtime) ?? 0) + (state === 'error' ? 1 : 0));
  expect([...column('By runtime', 'Failed')].sort()).toEqual(
    [...failed].map(([name, count]) => [name, `${count}`]).sort(),
  );
  const ended = [...column('By error', 'Ended the task').values()].reduce((total, count) => total + Number(count), 0);
  expect(ended).toBe(log.filter(({ state }) => state === 'error').length);
});
