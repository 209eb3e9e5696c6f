import { COUNT, check, MS, NUMBER, wrong } from './check.ts';
import { createMeter } from './schedule-meter.ts';
import { makeSchedule, type Schedule, type ScheduleStep } from './schedule-value.ts';

const go = <Output>(delay: number, output: Output): ScheduleStep<Output> => ({ continue: true, delay, output });
const stop = <Output>(output: Output): ScheduleStep<Output> => ({ continue: false, delay: 0, output });

/**
 * At most `times` more runs, without a wait. Outputs 0, 1, 2 …
 *
 * @example
 * ```ts
 * retry(upload, { schedule: Schedule.recurs(3) }); // 4 calls at most: the first is not counted
 * ```
 */
export function recurs(times: number): Schedule<number> {
  checkTimes('times', times);
  return makeSchedule(true, () => {
    let attempt = 0;
    return () => {
      const output = attempt++;
      return attempt <= times ? go(0, output) : stop(output);
    };
  });
}

/**
 * For ever, `ms` after the end of each run. Outputs 0, 1, 2 …
 *
 * @example
 * ```ts
 * repeat(checkJob, { schedule: Schedule.spaced(2000), until: (job) => job.done });
 * ```
 */
export function spaced(ms: number): Schedule<number> {
  check('ms', ms, MS);
  return makeSchedule(false, () => {
    let attempt = 0;
    return () => go(ms, attempt++);
  });
}

/**
 * For ever, at multiples of `ms` from the first step, the time of the work included. A run that took longer is followed at once by the
 * next; missed ones are not made up for. Outputs 0, 1, 2 …
 */
export function fixed(ms: number): Schedule<number> {
  check('ms', ms, MS);
  return makeSchedule(false, () => {
    const measure = createMeter();
    let lastRun = 0;
    return (at) => {
      const { attempt, elapsed, now } = measure(at);
      if (ms === 0) return go(0, attempt - 1);
      // By its own numbers, not by when a timer happened to fire (Effect-TS/effect-smol#1461).
      const behind = attempt > 1 && now > lastRun + ms;
      const delay = behind ? 0 : ms - (elapsed % ms);
      lastRun = now + delay;
      return go(delay, attempt - 1);
    };
  });
}

/** For ever, at the next boundary of windows of `ms` from the first step. Outputs 0, 1, 2 … */
export function windowed(ms: number): Schedule<number> {
  check('ms', ms, MS);
  return makeSchedule(false, () => {
    const measure = createMeter();
    return (at) => {
      const { attempt, elapsed } = measure(at);
      return go(ms === 0 ? 0 : ms - (elapsed % ms), attempt - 1);
    };
  });
}

/**
 * For ever: `ms`, `ms · factor`, `ms · factor²` … Outputs the wait. Without a cap it grows to Infinity: see `min` for one.
 *
 * @example
 * ```ts
 * // 500, 1000, 2000, 4000, then 5000 for ever.
 * Schedule.min([Schedule.exponential(500), Schedule.spaced(5000)]);
 * ```
 */
export function exponential(ms: number, factor = 2): Schedule<number> {
  check('ms', ms, MS);
  check('factor', factor, NUMBER);
  return makeSchedule(false, () => {
    let attempt = 0;
    return () => {
      const grown = ms * factor ** attempt++;
      // 0 · Infinity and Infinity · 0: what has nothing to grow, or nothing to shrink to, stays.
      const delay = Number.isNaN(grown) ? ms : grown;
      return go(delay, delay);
    };
  });
}

/** For ever: `ms`, `ms`, `2 · ms`, `3 · ms`, `5 · ms` … Outputs the wait. */
export function fibonacci(ms: number): Schedule<number> {
  check('ms', ms, MS);
  return makeSchedule(false, () => {
    let [last, next] = [0, ms];
    return () => {
      const delay = next;
      [last, next] = [next, last + next];
      return go(delay, delay);
    };
  });
}

/** For ever, without a wait. Outputs 0, 1, 2 … */
export const forever: Schedule<number> = /* @__PURE__ */ makeSchedule(false, () => {
  let attempt = 0;
  return () => go(0, attempt++);
});

/** One more run, without a wait. */
export const once: Schedule<undefined> = /* @__PURE__ */ makeSchedule(true, () => {
  let attempt = 0;
  return () => (attempt++ === 0 ? go(0, undefined) : stop(undefined));
});

/** One more run, after `ms`. Outputs the wait. */
export function duration(ms: number): Schedule<number> {
  check('ms', ms, MS);
  return makeSchedule(true, () => {
    let attempt = 0;
    return () => (attempt++ === 0 ? go(ms, ms) : stop(0));
  });
}

/** Without a wait, until `ms` have passed since the first step. Outputs the time passed. */
export function during(ms: number): Schedule<number> {
  check('ms', ms, MS);
  if (ms === Infinity) throw wrong('ms', 'finite: it is a bound', ms, RangeError);
  return makeSchedule(true, () => {
    const measure = createMeter();
    return (at) => {
      const { elapsed } = measure(at);
      return elapsed > ms ? stop(elapsed) : go(0, elapsed);
    };
  });
}

/** For ever, without a wait. Outputs its input: the error of a retry, the value of a repeat. */
export function identity<Input>(): Schedule<Input, Input> {
  return makeSchedule<Input, Input>(false, () => (_now, input) => go(0, input));
}

export function checkTimes(name: string, value: unknown): void {
  check(name, value, COUNT);
  if (value === Infinity) throw wrong(name, 'finite: it is a bound', value, RangeError);
}
