import { check, checkOptions, FUNCTION, MS, OBJECT, wrong } from './check.ts';
import { holds } from './predicate.ts';
import { createMeter } from './schedule-meter.ts';
import { checkTimes } from './schedule-sources.ts';
import {
  makeSchedule,
  SCHEDULE,
  type Schedule,
  type ScheduleMetadata,
  type ScheduleStep,
  type Stepper,
} from './schedule-value.ts';

/** Milliseconds, from what a step says. */
export type DelayOf<Output, Input> = (metadata: ScheduleMetadata<Output, Input>) => number;

/** A step of the inner schedule that goes on, and what is known of it, to a step of the outer one. */
function derive<Output, Input>(
  inner: Schedule<Output, Input>,
  bounded: boolean,
  change: (metadata: ScheduleMetadata<Output, Input>, random: () => number) => ScheduleStep<Output>,
): Schedule<Output, Input> {
  check('schedule', inner, SCHEDULE);
  return makeSchedule(bounded, (random) => {
    const step = inner.start(random);
    const measure = createMeter();
    return (now, input) => {
      const { continue: more, delay, output } = step(now, input);
      if (!more) return { continue: false, delay: 0, output };
      return change({ ...measure(now), input, output, delay }, random);
    };
  });
}

/**
 * Another wait for each step. `f` returns ms; a negative number is 0.
 *
 * @example
 * ```ts
 * Schedule.modifyDelay(Schedule.exponential(100), ({ delay }) => Math.min(delay, 5000));
 * ```
 */
export function modifyDelay<Output, Input>(
  schedule: Schedule<Output, Input>,
  f: DelayOf<Output, Input>,
): Schedule<Output, Input> {
  check('f', f, FUNCTION);
  return derive(schedule, schedule?.bounded, (metadata) => {
    const delay: unknown = f(metadata);
    return {
      continue: true,
      delay: typeof delay === 'number' ? Math.max(0, delay) : Number.NaN,
      output: metadata.output,
    };
  });
}

/** A longer wait: `f` returns the ms to add; a number adds the same each time. */
export function addDelay<Output, Input>(
  schedule: Schedule<Output, Input>,
  f: DelayOf<Output, Input> | number,
): Schedule<Output, Input> {
  if (typeof f === 'number') {
    check('f', f, MS);
    return modifyDelay(schedule, ({ delay }) => delay + f);
  }
  check('f', f, FUNCTION);
  return modifyDelay(schedule, (metadata) => metadata.delay + f(metadata));
}

/**
 * Each wait × 0.8 … 1.2, at random, so that clients that failed together do not come back together. Outside a cap it exceeds it by up to
 * 20 %: put it inside, `min([jittered(s), spaced(cap)])`, for a hard one.
 */
export function jittered<Output, Input>(schedule: Schedule<Output, Input>): Schedule<Output, Input> {
  return derive(schedule, schedule?.bounded, ({ delay, output }, random) => ({
    continue: true,
    delay: delay * (0.8 + 0.4 * random()),
    output,
  }));
}

/** Goes on while `predicate` says so. It does not count as a bound: what it will say is not known. */
export function whileStep<Output, Input>(
  schedule: Schedule<Output, Input>,
  predicate: (metadata: ScheduleMetadata<Output, Input>) => boolean,
): Schedule<Output, Input> {
  check('predicate', predicate, FUNCTION);
  return derive(schedule, false, (metadata) => {
    const more = holds('predicate', predicate, metadata);
    return { continue: more, delay: more ? metadata.delay : 0, output: metadata.output };
  });
}

export interface UpToOptions {
  /** At most so many steps. */
  readonly times?: number | undefined;
  /** ms since the first step. */
  readonly duration?: number | undefined;
}

/**
 * A bound on any schedule: steps, time, or the first of both. The time is asked only at a step: the last wait granted may pass it, so it
 * is no hard budget (`maxElapsed` of `retry` is, and `withTimeout`).
 *
 * @example
 * ```ts
 * retry(upload, { schedule: Schedule.upTo(Schedule.exponential(100), { times: 5 }) });
 * ```
 */
export function upTo<Output, Input>(schedule: Schedule<Output, Input>, options: UpToOptions): Schedule<Output, Input> {
  check('options', options, OBJECT);
  checkOptions(options, { duration: MS });
  const { times = Infinity, duration = Infinity } = options;
  if (options.times !== undefined) checkTimes('times', times);
  const limited = times < Infinity || duration < Infinity;
  return derive(schedule, limited || schedule?.bounded, ({ attempt, elapsed, delay, output }) => {
    const more = attempt <= times && elapsed <= duration;
    return { continue: more, delay: more ? delay : 0, output };
  });
}

/** Outputs its input. */
export function passthrough<Input>(schedule: Schedule<unknown, Input>): Schedule<Input, Input> {
  check('schedule', schedule, SCHEDULE);
  return makeSchedule<Input, Input>(schedule.bounded, (random) => {
    const step = schedule.start(random);
    return (now, input) => ({ ...step(now, input), output: input });
  });
}

/**
 * Goes on while all do, after the longest wait: "back off AND so many times". Outputs the wait.
 *
 * @example
 * ```ts
 * Schedule.max([Schedule.exponential(200), Schedule.recurs(4)]); // 200, 400, 800, 1600, then stop
 * ```
 */
export function max<Input>(schedules: readonly Schedule<unknown, Input>[]): Schedule<number, Input> {
  checkSchedules(schedules);
  const bounded = schedules.some((one) => one.bounded);
  return combine(schedules, bounded, (steps) =>
    steps.every((step) => step.continue) ? Math.max(...steps.map(({ delay }) => delay)) : undefined,
  );
}

/**
 * Goes on while any does, after the shortest wait: a cap. Outputs the wait. `min([exponential, recurs(3)])` waits 0 three times, for
 * `recurs` has no wait: to bound the times use `max` or `upTo`.
 */
export function min<Input>(schedules: readonly Schedule<unknown, Input>[]): Schedule<number, Input> {
  checkSchedules(schedules);
  const bounded = schedules.every((one) => one.bounded);
  return combine(schedules, bounded, (steps) => {
    const waits = steps.filter((step) => step.continue).map(({ delay }) => delay);
    return waits.length > 0 ? Math.min(...waits) : undefined;
  });
}

/** Asks all, also those that have stopped: one may go on again. `decide`: the wait, or undefined to stop. */
function combine<Input>(
  schedules: readonly Schedule<unknown, Input>[],
  bounded: boolean,
  decide: (steps: readonly ScheduleStep<unknown>[]) => number | undefined,
): Schedule<number, Input> {
  const all = [...schedules];
  return makeSchedule<number, Input>(bounded, (random) => {
    const steppers = all.map((one) => one.start(random));
    return (now, input) => {
      const delay = decide(steppers.map((step) => step(now, input)));
      return delay === undefined ? { continue: false, delay: 0, output: 0 } : { continue: true, delay, output: delay };
    };
  });
}

/** First one, then the other, which counts from its own first step. */
export function concat<A, B, Input>(first: Schedule<A, Input>, second: Schedule<B, Input>): Schedule<A | B, Input> {
  check('first', first, SCHEDULE);
  check('second', second, SCHEDULE);
  return makeSchedule<A | B, Input>(first.bounded && second.bounded, (random) => {
    let step: Stepper<A | B, Input> = first.start(random);
    let inFirst = true;
    return (now, input) => {
      const answer = step(now, input);
      if (answer.continue || !inFirst) return answer;
      inFirst = false;
      step = second.start(random);
      return step(now, input);
    };
  });
}

function checkSchedules(schedules: readonly unknown[]): void {
  if (!Array.isArray(schedules) || schedules.length === 0) throw wrong('schedules', 'an array of schedules', schedules);
  for (const [i, one] of schedules.entries()) check(`schedules[${i}]`, one, SCHEDULE);
}
