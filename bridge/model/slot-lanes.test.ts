import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeAttempt, makeLayer, makeRow, makeRuntime } from '../testing/rows.ts';
import {
  holderAt,
  idleWhileWaiting,
  laneFigures,
  type RuntimeLanes,
  slotLanes,
  waitersFor,
  waitingAt,
  waitingStretches,
} from './slot-lanes.ts';
import { lengthOf } from './stretches.ts';
import type { TaskModel } from './types.ts';

const runtime = makeRuntime();
const task = (id: string, registeredAt: number, startedAt: number | undefined, endedAt?: number, slot = 0): TaskModel =>
  makeRow({
    id,
    registeredAt,
    startedAt,
    endedAt,
    slot: startedAt === undefined ? undefined : slot,
    state: startedAt === undefined ? 'pending' : endedAt === undefined ? 'running' : 'success',
  });
function lanesOf(...rows: readonly TaskModel[]): RuntimeLanes {
  const [lanes] = slotLanes({
    tasks: new Map(rows.map((row) => [row.key, row])),
    runtimes: new Map([[runtime.key, runtime]]),
  });
  if (lanes === undefined) throw new Error('no lanes');
  return lanes;
}

describe('slot lanes', () => {
  const a = task('a', 0, 0, 100);
  const b = task('b', 0, 10, 40, 1);
  const c = task('c', 20, 40, undefined, 1);
  const d = task('d', 30, undefined);

  it('tell who held a slot at a time: up to its end and not at it', () => {
    const { lanes } = lanesOf(a, b, c, d);
    const [one, two] = lanes;
    if (!one || !two) throw new Error('two slots');
    expect([0, 50, 99.9, 100, -1].map((at) => holderAt(one, at, 200)?.id)).toEqual([
      'a',
      'a',
      'a',
      undefined,
      undefined,
    ]);
    expect([9, 10, 39, 40, 150, 500].map((at) => holderAt(two, at, 200)?.id)).toEqual([
      undefined,
      'b',
      'b',
      'c',
      'c',
      'c',
    ]);
  });

  it('show slots that nobody held yet, and gather starts that nobody told in a lane of their own', () => {
    const lost = makeRow({ id: 'lost', registeredAt: 0, startedAt: 5, endedAt: 9, state: 'success' });
    expect(lanesOf(a, lost).lanes.map(({ slot, stays }) => [slot, stays.map(({ id }) => id)])).toEqual([
      [0, ['a']],
      [1, []],
      [undefined, ['lost']],
    ]);
  });

  it('a slot number that a page made up costs no memory', () => {
    expect(lanesOf(task('x', 0, 1, 2, 4_000_000_000)).lanes).toHaveLength(3);
  });

  it('a task of higher priority that starts before one registered earlier stands before it', () => {
    const { lanes } = lanesOf(task('late', 0, 50, 60), task('first', 5, 10, 50));
    expect(lanes[0]?.stays.map(({ id }) => id)).toEqual(['first', 'late']);
  });

  it('waiting: who has come and has not yet started', () => {
    const lanes = lanesOf(a, b, c, d);
    expect([0, 5, 10, 25, 35, 40, 99].map((at) => waitingAt(lanes, at))).toEqual([1, 1, 0, 1, 2, 1, 1]);
    expect(waitingStretches(lanes, 200)).toEqual([
      { from: 0, to: 10 },
      { from: 20, to: 200 },
    ]);
  });

  it('a slot is idle while tasks waited: between two tasks, and after its last', () => {
    const lanes = lanesOf(a, b, c, d);
    expect(laneFigures(lanes.lanes[0] ?? { slot: 0, stays: [] }, lanes, 130)).toEqual({
      tasks: 1,
      held: 100,
      backOff: 0,
      afterTimeout: 0,
      idleWhileWaiting: 30,
    });
    expect(laneFigures(lanes.lanes[1] ?? { slot: 1, stays: [] }, lanes, 130)).toMatchObject({ idleWhileWaiting: 0 });
  });

  it('what a slot’s time went into: back-off, and bodies that ran on after their timeout', () => {
    const slow = makeRow({
      id: 'slow',
      startedAt: 0,
      endedAt: 100,
      slot: 0,
      state: 'success',
      layers: [
        makeLayer({ layer: 1, attempts: 2 }),
        makeLayer({ layer: 2, parent: 1, kind: 'timeout', timeoutFiredAt: 20, endedAt: 30 }),
      ],
      attempts: [makeAttempt({ attempt: 1, endedAt: 30, decision: 'retried', plannedWait: 40, realWait: 45 })],
    });
    const lanes = lanesOf(slow);
    expect(laneFigures(lanes.lanes[0] ?? { slot: 0, stays: [] }, lanes, 500)).toMatchObject({
      held: 100,
      backOff: 45,
      afterTimeout: 10,
    });
  });

  it('who waited for a task: those in the queue while it held its slot, the longest first', () => {
    const waiters = waitersFor(a, [a, b, c, d], 130).map((waiter) => [waiter.task.id, waiter.ms]);
    expect(waiters).toEqual([
      ['d', 70],
      ['c', 20],
      ['b', 10],
    ]);
    expect(waitersFor(d, [a, b, c], 130)).toEqual([]);
  });

  it('for any schedule, a look at each ms finds the same', () => {
    const stay = fc.record({
      came: fc.nat(40),
      wait: fc.nat(20),
      took: fc.nat(15),
      pause: fc.nat(10),
      open: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(stay, { maxLength: 12 }), (plan) => {
        const rows: TaskModel[] = [];
        let free = 0;
        for (const [index, { came, wait, took, pause, open }] of plan.entries()) {
          const startedAt = Math.max(free, came + wait);
          const isLast = index === plan.length - 1;
          free = startedAt + took + pause;
          rows.push(task(`${index}`, came, startedAt, open && isLast ? undefined : startedAt + took));
        }
        if (rows.length === 0) return;
        const lanes = lanesOf(...rows);
        const lane = lanes.lanes[0];
        if (lane === undefined) throw new Error('one slot');
        const until = 200;
        const firstStart = Math.min(...rows.map((row) => row.startedAt ?? 0));
        let idle = 0;
        for (let at = 0; at < until; at += 1) {
          const half = at + 0.5;
          const waits = rows.filter((row) => (row.registeredAt ?? 0) <= half && half < (row.startedAt ?? until)).length;
          const holders = rows.filter((row) => (row.startedAt ?? 0) <= half && half < (row.endedAt ?? until));
          expect(waitingAt(lanes, half)).toBe(waits);
          expect(holderAt(lane, half, until)).toBe(holders[0]);
          if (holders.length === 0 && waits > 0 && half > firstStart) idle += 1;
        }
        expect(lengthOf(idleWhileWaiting(lane, waitingStretches(lanes, until), until))).toBe(idle);
      }),
    );
  });
});
