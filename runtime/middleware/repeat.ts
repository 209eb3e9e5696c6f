import { layerFn } from '../before.ts';
import { BOOLEAN, check, checkOptions, FUNCTION, LAYER_RULES, OBJECT, wrong } from '../check.ts';
import type { Clock } from '../clock.ts';
import type { LayerObserver } from '../observe.ts';
import { plainOptions } from '../plain-options.ts';
import { holds } from '../predicate.ts';
import { SCHEDULE, type Schedule } from '../schedule-value.ts';
import type { BareContext, TaskFn } from '../task-context.ts';
import { type Run, rerun, type Verdict } from './rerun.ts';

export interface RepeatOptions<T> {
  /** When to run again; its input is the value. Default: at once, as often as `while` and `until` allow. */
  readonly schedule?: Schedule<unknown, T> | undefined;
  /** Runs again only while it says so of the last value. */
  readonly while?: ((value: T) => boolean) | undefined;
  /** Runs again until it says so of the last value; true of the first: one run. */
  readonly until?: ((value: T) => boolean) | undefined;
  /** Allows a repeat that nothing ends; default `false`. */
  readonly unbounded?: boolean | undefined;
  /** For viewers. */
  readonly label?: string | undefined;
  /** Default: the runtime's, else `systemClock`. */
  readonly clock?: Clock | undefined;
  /** For a jittered schedule; in [0, 1); default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Hears every step. */
  readonly observe?: LayerObserver | undefined;
}

/**
 * Calls `fn` again after it succeeded; the mirror of `retry`. Stops at the first failure, which it throws; else returns the last value.
 * Cancelling the task, or disposing its scope, ends the wait at once. A `while` or `until` that throws ends it with that error.
 *
 * @throws {TypeError | RangeError} when it is built, for a wrong option, naming it, or when nothing would end it
 * @example
 * ```ts
 * const poll = repeat(checkJob, { schedule: Schedule.spaced(2000), until: (job) => job.done });
 * const job = await runtime.enqueue(poll).promise;
 * ```
 */
export function repeat<T>(fn: TaskFn<T>, options: RepeatOptions<T>): (ctx: BareContext) => Promise<T> {
  check('fn', fn, FUNCTION);
  check('options', options, OBJECT);
  checkOptions(options, RULES);
  const { schedule, unbounded, observe, until } = options;
  if (!unbounded && !schedule?.bounded && !until && !options.while) {
    const expected = 'bounded (or give `until`, `while` or `unbounded: true`)';
    throw wrong('schedule', expected, schedule, RangeError);
  }
  const policy = {
    ...options,
    kind: 'repeat',
    told: plainOptions(options),
    timed: Boolean(observe || schedule),
    judge: (value: T, run: Run) => judge(options, value, run),
  } as const;
  return layerFn((ctx: BareContext) => rerun(fn, policy, ctx));
}

const RULES = {
  ...LAYER_RULES,
  schedule: SCHEDULE,
  while: FUNCTION,
  until: FUNCTION,
  random: FUNCTION,
  unbounded: BOOLEAN,
} as const;

function judge<T>(options: RepeatOptions<T>, value: T, run: Run): Verdict {
  const { until, schedule, random = Math.random } = options;
  try {
    if (until && holds('until', until, value)) return { decision: 'until' };
    if (options.while && !holds('while', options.while, value)) return { decision: 'while' };
    run.step ??= schedule?.start(random);
    const { continue: more, delay } = run.step?.(run.endedAt, value as never) ?? { continue: true, delay: 0 };
    if (!more) return { decision: 'schedule-ended' };
    if (Number.isNaN(delay)) throw wrong('delay', 'a number of milliseconds', delay, RangeError);
    return { decision: 'repeated', delay };
  } catch (error) {
    return { decision: 'predicate-failed', thrown: { error } };
  }
}
