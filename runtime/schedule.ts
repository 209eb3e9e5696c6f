// The namespace `Schedule`: when to go on, as values that are built, combined and shared. `pipe` chains them: they have no methods.
import { CLOCK, check, checkOptions, FUNCTION, wrong } from './check.ts';
import type { Clock } from './clock.ts';
import { SCHEDULE, type Schedule, type ScheduleStep } from './schedule-value.ts';
import { systemClock } from './system-clock.ts';

export {
  addDelay,
  concat,
  type DelayOf,
  jittered,
  max,
  min,
  modifyDelay,
  passthrough,
  type UpToOptions,
  upTo,
  whileStep,
} from './schedule-combinators.ts';
export {
  duration,
  during,
  exponential,
  fibonacci,
  fixed,
  forever,
  identity,
  once,
  recurs,
  spaced,
  windowed,
} from './schedule-sources.ts';
export type { Schedule, ScheduleMetadata, ScheduleStep } from './schedule-value.ts';

/**
 * Begins a run of a schedule and returns its driver: each call is one step, at the time of `clock`. It does not wait; it says how long.
 * After a stop it may go on again when asked again, where its parts would.
 *
 * @example
 * ```ts
 * const step = Schedule.toStep(Schedule.max([Schedule.exponential(100), Schedule.recurs(2)]));
 * step(); // => { continue: true, delay: 100, output: 100 }
 * step(); // => { continue: true, delay: 200, output: 200 }
 * step(); // => { continue: false, delay: 0, output: 0 }
 * ```
 */
export function toStep<Output, Input>(
  schedule: Schedule<Output, Input>,
  options: { readonly clock?: Clock | undefined; readonly random?: (() => number) | undefined } = {},
): (input?: Input) => ScheduleStep<Output> {
  check('schedule', schedule, SCHEDULE);
  checkOptions(options, { clock: CLOCK, random: FUNCTION });
  const { clock = systemClock, random = Math.random } = options;
  const step = schedule.start(random);
  return (input) => {
    // Schedules that look at no input have `unknown` for it; for the others the caller gives one.
    const answer = step(clock.now(), input as Input);
    if (Number.isNaN(answer.delay)) throw wrong('delay', 'a number of milliseconds', answer.delay, RangeError);
    return answer;
  };
}
