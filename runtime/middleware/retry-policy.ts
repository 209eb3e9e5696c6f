import { type DelayFn, type StatelessJitter, spread } from '../backoff.ts';
import { BOOLEAN, COUNT, checkOptions, FUNCTION, LAYER_RULES, MS, oneOf, shape, wrong } from '../check.ts';
import type { Clock } from '../clock.ts';
import { kindOf, read } from '../errors.ts';
import type { LayerObserver } from '../observe.ts';
import { type PlainOptions, plainOptions } from '../plain-options.ts';
import type { RetryBudget } from '../retry-budget.ts';
import { SCHEDULE, type Schedule } from '../schedule-value.ts';
import type { TaskContext } from '../task-context.ts';

/** What `onAttempt` is told: a failure that will be retried. Times are epoch ms, waits ms. */
export interface RetryAttemptInfo {
  /** The 1-based number of the retry to come; the first call is not counted. */
  readonly attempt: number;
  /** `retries` as given; undefined when only a schedule bounds. */
  readonly maxRetries: number | undefined;
  /** The wait planned, after jitter and caps. */
  readonly delay: number;
  /** The wait before jitter and caps. */
  readonly requested: number;
  /** Which of `minDelay` and `maxDelay` acted. */
  readonly capped?: 'min' | 'max';
  /** What the attempt that failed threw. */
  readonly error: unknown;
  readonly startedAt: number;
  readonly failedAt: number;
  readonly label?: string;
}

export interface RetryOptions {
  /** At most `1 + retries` attempts; default 2, or what `schedule` says. */
  readonly retries?: number | undefined;
  /** The wait in ms, or a function of the 0-based index of the retry, the error and the previous wait. Default: a TaskError's `retryAfter`, else 0. */
  readonly delay?: number | DelayFn | undefined;
  /** Decides whether to go on and, without `delay`, how long to wait; its input is the error. With `retries`, both must agree to go on. */
  readonly schedule?: Schedule<unknown, unknown> | undefined;
  /** Spreads the wait at random, never a `retryAfter`; default `'none'`. */
  readonly jitter?: StatelessJitter | undefined;
  /** For `jitter`; in [0, 1); default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** ms; default 0. */
  readonly minDelay?: number | undefined;
  /** ms; default `Infinity`. */
  readonly maxDelay?: number | undefined;
  /** ms for the whole chain: no retry starts whose wait would pass it. Default `Infinity`. */
  readonly maxElapsed?: number | undefined;
  /** Waits for the greater of `delay` and a TaskError's `retryAfter`; default `false`. */
  readonly respectRetryAfter?: boolean | undefined;
  /** Can only veto: cancellation, timeout and a TaskError that is not retryable are never retried. */
  readonly retryable?: ((error: unknown) => boolean) | undefined;
  /** Shared by many retries against retry storms. */
  readonly budget?: RetryBudget | undefined;
  /** Allows a retry that nothing ends; default `false`. */
  readonly unbounded?: boolean | undefined;
  /** For reports and viewers. */
  readonly label?: string | undefined;
  /** Default: the runtime's, else `systemClock`. */
  readonly clock?: Clock | undefined;
  /** Called after a failure that will be retried, before the wait. */
  readonly onAttempt?: ((info: RetryAttemptInfo, ctx: TaskContext) => void) | undefined;
  /** Hears every step. */
  readonly observe?: LayerObserver | undefined;
}

/** The options with their defaults, checked. */
export interface RetryPolicy extends RetryOptions {
  readonly retries: number;
  readonly jitter: StatelessJitter;
  readonly random: () => number;
  readonly minDelay: number;
  readonly maxDelay: number;
  readonly maxElapsed: number;
  /** Only the schedule bounds the number of retries. */
  readonly bySchedule: boolean;
  /** What an observer is told of it: `retries`, and what was given. */
  readonly told: PlainOptions;
  /** Somebody looks at the moments of an attempt. */
  readonly timed: boolean;
}

const RULES = {
  ...LAYER_RULES,
  retries: COUNT,
  schedule: SCHEDULE,
  jitter: /* @__PURE__ */ oneOf('none', 'full', 'equal'),
  random: FUNCTION,
  minDelay: MS,
  maxDelay: MS,
  maxElapsed: MS,
  respectRetryAfter: BOOLEAN,
  retryable: FUNCTION,
  budget: /* @__PURE__ */ shape('what `retryBudget` returns', 'tryRetry', 'succeeded'),
  unbounded: BOOLEAN,
  onAttempt: FUNCTION,
} as const;

export function retryPolicy(options: RetryOptions): RetryPolicy {
  checkOptions(options, RULES);
  if (typeof options.delay !== 'function') checkOptions(options, { delay: MS });
  const { schedule, jitter = 'none', random = Math.random } = options;
  const { minDelay = 0, maxDelay = Infinity, maxElapsed = Infinity } = options;
  const bySchedule = schedule !== undefined && options.retries === undefined;
  const { retries = bySchedule ? Infinity : 2 } = options;
  if (minDelay > maxDelay) throw wrong('minDelay', 'at most `maxDelay`', minDelay, RangeError);
  if (retries === Infinity && maxElapsed === Infinity && !schedule?.bounded && !options.unbounded) {
    const [name, expected] = bySchedule ? (['schedule', 'bounded'] as const) : (['retries', 'finite'] as const);
    throw wrong(name, `${expected} (or give \`maxElapsed\`, or \`unbounded: true\`)`, options[name], RangeError);
  }
  return {
    ...options,
    retries,
    bySchedule,
    jitter,
    random,
    minDelay,
    maxDelay,
    maxElapsed,
    told: plainOptions(bySchedule ? options : { ...options, retries }),
    timed: Boolean(options.onAttempt || options.observe || schedule) || maxElapsed < Infinity,
  };
}

export interface PlannedWait {
  readonly requested: number;
  readonly delay: number;
  readonly capped?: 'min' | 'max';
}

/** What a server asked for; anything that is no wait counts as absent. */
function retryAfterOf(error: unknown): number | undefined {
  const retryAfter = kindOf(error) === 'TaskError' ? read(error, 'retryAfter') : undefined;
  return typeof retryAfter === 'number' && retryAfter >= 0 && retryAfter < Infinity ? retryAfter : undefined;
}

/** A negative wait from a function is 0; what is no number is NaN. */
function atLeastZero(wait: unknown): number {
  return typeof wait === 'number' ? Math.max(0, wait) : Number.NaN;
}

/** The wait before retry `index` (0-based); NaN when a delay function gave no number. */
export function planWait(
  policy: RetryPolicy,
  index: number,
  error: unknown,
  previous: number | undefined,
  scheduled: number | undefined,
): PlannedWait {
  const { delay = scheduled, minDelay, maxDelay } = policy;
  const given = typeof delay === 'function' ? atLeastZero(delay(index, error, previous)) : delay;
  // A retryAfter is a floor that the server set: jitter must not lower it.
  const floor = given === undefined || policy.respectRetryAfter ? (retryAfterOf(error) ?? 0) : 0;
  const requested = Math.max(given ?? 0, floor);
  const wait = Math.max(spread(given ?? 0, policy.jitter, policy.random), floor);
  if (wait < minDelay) return { requested, delay: minDelay, capped: 'min' };
  if (wait > maxDelay) return { requested, delay: maxDelay, capped: 'max' };
  return { requested, delay: wait };
}
