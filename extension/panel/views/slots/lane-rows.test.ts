import { expect, test } from 'vitest';
import { slotLanes } from '../../../../bridge/model/slot-lanes.ts';
import { makeRuntime, makeTask, T0 } from '../../testing/tasks.ts';
import { knownUntil, laneRows, rangeOf, stayNear } from './lane-rows.ts';

const at = (id: string, from: number, to: number | undefined, slot = 0) =>
  makeTask({
    id,
    slot,
    registeredAt: T0,
    startedAt: T0 + from,
    endedAt: to === undefined ? undefined : T0 + to,
    state: to === undefined ? 'running' : 'success',
  });
const lanesOf = (...tasks: readonly ReturnType<typeof at>[]) =>
  slotLanes({
    tasks: new Map(tasks.map((task) => [task.key, task])),
    runtimes: new Map([[makeRuntime().key, makeRuntime({ concurrency: 2 })]]),
  });

test('a runtime has a line for each slot and one for its queue', () => {
  expect(laneRows(lanesOf(at('1', 0, 10))).map(({ kind }) => kind)).toEqual(['slot', 'slot', 'waiting']);
});

test('the story reaches to now only while something goes on', () => {
  const ended = lanesOf(at('1', 0, 10), at('2', 20, 50, 1));
  expect(rangeOf(ended, () => T0 + 999)).toEqual({ from: T0, to: T0 + 50 });
  const running = lanesOf(at('1', 0, 10), at('2', 20, undefined, 1));
  expect(rangeOf(running, () => T0 + 999)).toEqual({ from: T0, to: T0 + 999 });
  expect(rangeOf([], () => T0)).toBeUndefined();
});

test('once its page is gone a runtime is known up to the last moment that was told', () => {
  const [of] = lanesOf(at('1', 0, 10), at('2', 20, undefined, 1));
  if (of === undefined) throw new Error('no lanes');
  expect(knownUntil(of, T0 + 999, true)).toBe(T0 + 999);
  expect(knownUntil(of, T0 + 999, false)).toBe(T0 + 20);
});

test('a short stay is hit as well when the pointer misses it by a little', () => {
  const lane = lanesOf(at('a', 0, 10), at('b', 30, 31), at('c', 60, undefined))[0]?.lanes[0];
  if (lane === undefined) throw new Error('no lane');
  const near = (ms: number): string | undefined => stayNear(lane, T0 + ms, 3, T0 + 100)?.id;
  expect([5, 10, 12, 20, 28, 30.5, 33, 50, 58, 99, 101].map(near)).toEqual([
    'a',
    'a',
    'a',
    undefined,
    'b',
    'b',
    'b',
    undefined,
    'c',
    'c',
    'c',
  ]);
});
