import { describe, expect, test, vi } from 'vitest';
import { CancelledError, createRuntime, repeat, retry, Schedule } from '../index.ts';
import { createTestClock } from '../testing/index.ts';
import { bare, rejection } from '../testing/kit.ts';

function counting(clock: { now(): number }) {
  const calls: number[] = [];
  return { calls, body: () => calls.push(clock.now()) };
}

describe('repeat', () => {
  test('runtime 31: runs again after success, as the schedule says, and returns the last value', async () => {
    const clock = createTestClock();
    const { calls, body } = counting(clock);
    const schedule = Schedule.upTo(Schedule.spaced(100), { times: 3 });
    const task = createRuntime({ clock }).enqueue(repeat(body, { schedule }));
    await clock.advance(1000);
    expect(calls).toEqual([0, 100, 200, 300]);
    expect(await task.promise).toBe(4);
    expect(clock.timers).toBe(0);
  });

  test('runtime 31: one Schedule feeds retry and repeat', async () => {
    const schedule = Schedule.max([Schedule.exponential(10), Schedule.recurs(2)]);
    const clock = createTestClock();
    const runtime = createRuntime({ clock, concurrency: 2 });
    const { calls, body } = counting(clock);
    const failing = counting(clock);
    runtime.enqueue(repeat(body, { schedule }));
    runtime.enqueue(
      retry(
        () => {
          failing.body();
          throw new Error('x');
        },
        { schedule },
      ),
    );
    await clock.advance(1000);
    expect(calls).toEqual([0, 10, 30]);
    expect(failing.calls).toEqual(calls);
  });

  test('runtime 31: until true on the first result: one run; while false: one run', async () => {
    const clock = createTestClock();
    for (const options of [{ until: () => true }, { while: () => false }]) {
      const { calls, body } = counting(clock);
      expect(await repeat(body, { schedule: Schedule.spaced(5), clock, ...options })(bare())).toBe(1);
      expect(calls).toHaveLength(1);
    }
    const { calls, body } = counting(clock);
    expect(await repeat(body, { while: (n) => n < 3 })(bare())).toBe(3);
    expect(await repeat(body, { until: (n) => n === 5 })(bare())).toBe(5);
    expect(calls).toHaveLength(5);
  });

  test('runtime 31: stops at the first failure', async () => {
    const error = new Error('x');
    let runs = 0;
    const body = () => {
      if (++runs === 3) throw error;
    };
    expect(await rejection(repeat(body, { schedule: Schedule.recurs(9) })(bare()))).toBe(error);
    expect(runs).toBe(3);
  });

  test('runtime 31: the input of its schedule is the value', async () => {
    const inputs: unknown[] = [];
    const schedule = Schedule.whileStep(Schedule.identity<number>(), ({ input, output }) => {
      inputs.push([input, output]);
      return input < 2;
    });
    let n = 0;
    expect(await repeat(() => ++n, { schedule, unbounded: true })(bare())).toBe(2);
    expect(inputs).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  test('runtime 29: refused when it is built unless something ends it', () => {
    const body = () => 1;
    expect(() => repeat(body, {})).toThrow(
      'Expected `schedule` to be bounded (or give `until`, `while` or `unbounded: true`), got `undefined` (undefined)',
    );
    expect(() => repeat(body, { schedule: Schedule.spaced(5) })).toThrow(RangeError);
    for (const options of [
      { schedule: Schedule.once },
      { until: () => true },
      { while: () => true },
      { schedule: Schedule.spaced(5), unbounded: true },
    ]) {
      expect(() => repeat(body, options)).not.toThrow();
    }
    expect(() => repeat(1 as never, { unbounded: true })).toThrow('`fn`');
    expect(() => repeat(body, undefined as never)).toThrow('`options`');
    expect(() => repeat(body, { until: 1 as never })).toThrow('`until`');
    expect(() => repeat(body, { while: 1 as never })).toThrow('`while`');
    expect(() => repeat(body, { schedule: 1 as never })).toThrow('`schedule`');
    expect(() => repeat(body, { unbounded: 1 as never })).toThrow('`unbounded`');
    expect(() => repeat(body, { unbounded: true, random: 1 as never })).toThrow('`random`');
  });

  test('runtime 31 Q29 Q30: a predicate that throws or is async ends it with that error', async () => {
    const bug = new Error('bug');
    const fail = () => {
      throw bug;
    };
    expect(await rejection(repeat(() => 1, { until: fail })(bare()))).toBe(bug);
    expect(await rejection(repeat(() => 1, { while: (async () => true) as never })(bare()))).toBeInstanceOf(TypeError);
    const wrong = Schedule.modifyDelay(Schedule.once, () => Number.NaN);
    expect(await rejection(repeat(() => 1, { schedule: wrong })(bare()))).toBeInstanceOf(RangeError);
  });

  test('runtime 21: an abort ends the wait at once and leaves nothing; before the first run: none', async () => {
    const clock = createTestClock();
    const runtime = createRuntime({ clock });
    const { calls, body } = counting(clock);
    const task = runtime.enqueue(repeat(body, { schedule: Schedule.spaced(1000), unbounded: true }));
    await clock.advance(1500);
    task.cancel();
    await clock.advance(0);
    expect([task.state, calls, clock.timers]).toEqual(['cancelled', [0, 1000], 0]);
    const never = vi.fn();
    expect(await rejection(repeat(never, { unbounded: true })(bare(AbortSignal.abort())))).toBeInstanceOf(
      CancelledError,
    );
    expect(never).not.toHaveBeenCalled();
  });

  test('runtime 19: runs without a wait give way to the event loop, so a cancel arrives', async () => {
    const runtime = createRuntime();
    const task = runtime.enqueue(repeat(() => 1, { unbounded: true }));
    // Real time: what is tested is that the event loop turns at all.
    setTimeout(() => task.cancel(), 1);
    await rejection(task.promise);
    expect(task.state).toBe('cancelled');
  });
});
