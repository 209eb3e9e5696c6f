// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/preact';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDuration } from '../../format/duration.ts';
import { formatShare } from '../../format/share.ts';
import { formatTimeOfDay } from '../../format/time-of-day.ts';
import { flakyLog, knownUntil, type LoggedTask } from '../../testing/flaky-log.ts';
import { flakyPanel } from '../../testing/flaky-panel.ts';
import type { RenderedPanel } from '../../testing/render-panel.ts';

// What the view must answer, worked out from the runtimes' own log and read off the view.

let log: readonly LoggedTask[];
let panel: RenderedPanel;
let untils: ReadonlyMap<string, number>;
beforeAll(async () => {
  log = flakyLog();
  panel = await flakyPanel('slots');
  untils = new Map([...new Set(log.map(({ runtime }) => runtime))].map((name) => [name, knownUntil(log, name)]));
}, 60_000);
afterAll(() => panel.unmount());

const untilOf = (task: LoggedTask): number => untils.get(task.runtime) ?? 0;
const endOf = (task: LoggedTask): number => task.endedAt ?? untilOf(task);
const ran = (): readonly LoggedTask[] => log.filter((task) => task.startedAt !== undefined);
const inSlot = (runtime: string, slot: number): readonly LoggedTask[] =>
  ran()
    .filter((task) => task.runtime === runtime && task.slot === slot)
    .sort((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0));

/** The line of the table for a slot, by its name. */
const line = (name: string): readonly string[] => {
  const row = within(screen.getByRole('table', { name: 'Slots' }))
    .getByRole('rowheader', { name })
    .closest('tr');
  return [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent ?? '');
};
async function typeMoment(at: number): Promise<void> {
  const box = screen.getByRole('textbox', { name: 'Moment' });
  await act(() => {
    fireEvent.input(box, { target: { value: formatTimeOfDay(at) } });
    fireEvent.keyDown(box, { key: 'Enter' });
  });
}

test('panel acceptance: who held slot 2 at a given time', async () => {
  const stays = inSlot('uploads', 1);
  for (const share of [0.1, 0.37, 0.5, 0.83, 0.97]) {
    const stay = stays[Math.floor(stays.length * share)];
    if (stay?.startedAt === undefined) throw new Error('nobody held it');
    // As exactly as it can be typed, and within the stay.
    const at = Math.ceil(stay.startedAt) + Math.floor((endOf(stay) - stay.startedAt) / 2);
    await typeMoment(at);
    expect(line('uploads · slot 2')[0]).toBe(stay.name);
    await act(
      () =>
        void fireEvent.click(
          within(screen.getByRole('table', { name: 'Slots' }))
            .getByRole('rowheader', { name: 'uploads · slot 2' })
            .closest('tr')
            ?.querySelector('button') ?? document.body,
        ),
    );
    expect(screen.getByRole('region', { name: 'Task details' }).textContent).toContain(stay.id.split('-')[1]);
  }
  const free = stays.findIndex((stay, index) => (stays[index + 1]?.startedAt ?? 0) - endOf(stay) > 4);
  const before = stays[free];
  if (before === undefined) throw new Error('it was never free');
  await typeMoment(Math.ceil(endOf(before)) + 1);
  expect(line('uploads · slot 2')[0]).toBe('free');
});

test('panel acceptance: who held a slot longest after its timeout', () => {
  const held = log.flatMap((task) =>
    task.layers.flatMap(({ firedAt, endedAt }) =>
      firedAt === undefined ? [] : [{ task, ms: (endedAt ?? endOf(task)) - firedAt }],
    ),
  );
  const longest = held.sort((a, b) => b.ms - a.ms)[0];
  if (longest === undefined) throw new Error('no timeout fired');
  expect(longest.ms).toBeGreaterThan(100);
  expect(document.querySelector('.slots__summary')?.textContent).toContain(
    `longest on after its timeout: ${longest.task.name} ${formatDuration(longest.ms)}`,
  );
});

test('panel acceptance: how long a slot was idle while tasks waited', () => {
  for (const [runtime, until] of untils) {
    const moments = log
      .filter((task) => task.runtime === runtime)
      .flatMap((task) => {
        const left = task.startedAt ?? task.endedAt;
        return [{ at: task.registeredAt, by: 1 }, ...(left === undefined ? [] : [{ at: left, by: -1 }])];
      })
      .sort((a, b) => a.at - b.at || b.by - a.by);
    const waiting: (readonly [number, number])[] = [];
    let count = 0;
    let from = 0;
    for (const { at, by } of moments) {
      if (count > 0 && at > from) waiting.push([from, at]);
      count += by;
      from = at;
    }
    if (count > 0) waiting.push([from, until]);
    for (let slot = 0; inSlot(runtime, slot).length > 0; slot += 1) {
      const stays = inSlot(runtime, slot);
      let idle = 0;
      for (const [index, stay] of stays.entries()) {
        const free = [endOf(stay), stays[index + 1]?.startedAt ?? until] as const;
        for (const [a, b] of waiting) idle += Math.max(0, Math.min(b, free[1]) - Math.max(a, free[0]));
      }
      expect(line(`${runtime} · slot ${slot + 1}`).at(-1), `${runtime} ${slot}`).toBe(formatDuration(idle));
    }
  }
}, 60_000);

test('panel acceptance: who waited for a given task', async () => {
  const waitersOf = (task: LoggedTask): { other: LoggedTask; ms: number }[] =>
    log
      .filter((other) => other.runtime === task.runtime && other !== task)
      .map((other) => ({
        other,
        ms:
          Math.min(endOf(task), other.startedAt ?? other.endedAt ?? untilOf(other)) -
          Math.max(task.startedAt ?? 0, other.registeredAt),
      }))
      .filter(({ ms }) => ms > 0)
      .sort((a, b) => b.ms - a.ms);
  for (const [runtime, slot, share] of [
    ['uploads', 1, 0.6],
    ['reports', 0, 0.3],
    ['payments', 1, 0.8],
  ] as const) {
    const stays = inSlot(runtime, slot);
    const task = stays[Math.floor(stays.length * share)];
    if (task?.startedAt === undefined) throw new Error('nobody');
    await typeMoment(Math.ceil(task.startedAt) + Math.floor((endOf(task) - task.startedAt) / 2));
    const row = screen.getByRole('rowheader', { name: `${runtime} · slot ${slot + 1}` }).closest('tr');
    await act(() => void fireEvent.click(row?.querySelector('button') ?? document.body));
    const said = document.querySelector('.slots__chosen')?.textContent ?? '';
    const waiters = waitersOf(task);
    expect(said).toContain(`${task.name} held slot ${slot + 1} for ${formatDuration(endOf(task) - task.startedAt)}`);
    if (waiters.length === 0) expect(said).toContain('Nobody waited meanwhile.');
    else if (waiters.length > 1) expect(said).toContain(`Meanwhile ${waiters.length} tasks waited:`);
    expect([...document.querySelectorAll('.slots__waiter')].map((each) => each.textContent)).toEqual(
      waiters.slice(0, 10).map(({ other, ms }) => `${other.name} ${formatDuration(ms)}`),
    );
  }
});

test('panel acceptance: the share of slot time spent in back-off', () => {
  let held = 0;
  let backOff = 0;
  for (const task of ran()) {
    held += endOf(task) - (task.startedAt ?? 0);
    for (const { from, real } of task.waits)
      backOff += Math.min(endOf(task), real === undefined ? untilOf(task) : from + real) - from;
  }
  expect(backOff).toBeGreaterThan(0);
  expect(document.querySelector('.slots__summary')?.textContent).toContain(
    `${formatShare(backOff, held)} of slot time in back-off`,
  );
});
