import { Breath } from '../breath.ts';
import { checkFunction } from '../check.ts';
import { displayed } from '../clock.ts';
import { type Context, fullContext } from '../context.ts';
import { endAborted, finalDecision, openLayer, plainDerive } from '../layer.ts';
import type { Decision } from '../observe.ts';
import { pause } from '../pause.ts';
import { askPredicate } from '../predicate.ts';
import { guarded, report } from '../report.ts';
import type { ScheduleStep, Stepper } from '../schedule-value.ts';
import { systemClock } from '../system-clock.ts';
import type { BareContext, TaskFn } from '../task-context.ts';
import {
  type PlannedWait,
  planWait,
  type RetryAttemptInfo,
  type RetryOptions,
  type RetryPolicy,
  retryPolicy,
} from './retry-policy.ts';

/**
 * Calls `fn` again when it fails, at most `1 + retries` times. Never retried, in this order: a CancelledError or an abort of
 * `ctx.signal`, a TimeoutError (the first seed's rule; `retryOnTimeout` translates it), a TaskError that is not `retryable`, what the
 * `retryable` predicate vetoes. The last error is thrown as it is.
 *
 * @throws {TypeError | RangeError} when it is built, for a wrong option, naming it
 * @example
 * ```ts
 * const upload = retry(async ({ signal }) => send(signal), { retries: 3, delay: exponentialBackoff() });
 * await runtime.enqueue(upload).promise;
 * ```
 */
export function retry<T>(fn: TaskFn<T>, options: RetryOptions = {}): (ctx: BareContext) => Promise<T> {
  checkFunction('fn', fn);
  const policy = retryPolicy(options);
  return (ctx) => run(fn, policy, ctx);
}

/** What is decided after a failure: an end, with what is thrown, or a wait. */
type Verdict =
  | { readonly decision: Decision; readonly thrown: unknown }
  | { readonly decision: 'retried'; readonly wait: PlannedWait };

/** One run: all state of a retry is here, so one policy serves many runs at once. */
async function run<T>(fn: TaskFn<T>, policy: RetryPolicy, given: BareContext): Promise<T> {
  const outer = fullContext(given);
  const clock = policy.clock ?? outer.clock ?? systemClock;
  const layer =
    policy.observe && openLayer(policy.observe, outer, clock, 'retry', policy.label, policy.told, plainDerive(outer));
  const ctx = layer?.ctx ?? outer;
  if (ctx.aborted) throw endAborted(ctx, layer);
  const timed = policy.onAttempt !== undefined || layer !== undefined || policy.maxElapsed < Infinity;
  const chainStart = timed ? clock.now() : 0;
  let startedAt = chainStart;
  let previousDelay: number | undefined;
  let breath: Breath | undefined;
  let step: Stepper<unknown, unknown> | undefined;
  for (let attempt = 1; ; attempt++) {
    layer?.tell({ type: 'attempt-start', attempt }, startedAt);
    let failure: unknown;
    try {
      const value = await fn(ctx);
      policy.budget?.succeeded();
      layer?.tell({ type: 'attempt-end', attempt, decision: 'succeeded' });
      layer?.tell({ type: 'layer-end', outcome: 'succeeded' });
      return value;
    } catch (error) {
      failure = error;
    }
    const failedAt = timed ? clock.now() : 0;
    step ??= policy.schedule?.start(policy.random);
    const ask = step && (() => step?.(clock.now(), failure));
    const verdict = judge(policy, ctx, failure, attempt - 1, previousDelay, failedAt - chainStart, ask);
    if (!('wait' in verdict)) {
      layer?.tell({ type: 'attempt-end', attempt, error: failure, decision: verdict.decision }, failedAt);
      layer?.tell({ type: 'layer-end', outcome: verdict.decision }, failedAt);
      throw verdict.thrown;
    }
    const { delay } = verdict.wait;
    layer?.tell({ type: 'attempt-end', attempt, error: failure, decision: 'retried', planned: delay }, failedAt);
    if (policy.onAttempt) {
      const times = { startedAt: displayed(clock, startedAt), failedAt: displayed(clock, failedAt) };
      guarded(policy.onAttempt, attemptInfo(policy, attempt, verdict.wait, failure, times), ctx);
    }
    previousDelay = delay;
    if (delay > 0) {
      breath = undefined;
      await pause(clock, delay, ctx);
    } else {
      breath ??= new Breath();
      await breath.take();
    }
    if (timed) startedAt = clock.now();
    layer?.tell({ type: 'wait-end', attempt, planned: delay, real: startedAt - failedAt }, startedAt);
    if (ctx.aborted) throw endAborted(ctx, layer);
  }
}

/** Whether a failure is retried, and after which wait. `index`: 0-based, of the retry to come. */
function judge(
  policy: RetryPolicy,
  ctx: Context,
  error: unknown,
  index: number,
  previousDelay: number | undefined,
  elapsed: number,
  askSchedule: (() => ScheduleStep<unknown> | undefined) | undefined,
): Verdict {
  const end = (decision: Decision, thrown = error): Verdict => ({ decision, thrown });
  const final = finalDecision(error, ctx);
  if (final) return end(final);
  if (policy.retryable) {
    const veto = askPredicate(policy.retryable, error);
    if (veto) return end(veto);
  }
  if (index >= policy.retries) return end('exhausted');
  let scheduled: ScheduleStep<unknown> | undefined;
  try {
    scheduled = askSchedule?.();
  } catch (thrown) {
    report(thrown);
    return end('predicate-failed');
  }
  if (scheduled?.continue === false) return end('schedule-ended');
  let wait: PlannedWait;
  try {
    wait = planWait(policy, index, error, previousDelay, scheduled?.delay);
  } catch (thrown) {
    report(thrown);
    return end('bad-delay');
  }
  if (Number.isNaN(wait.requested)) {
    const message = 'Expected `delay` to return a number of milliseconds, got `NaN` (number)';
    return end('bad-delay', new RangeError(message, { cause: error }));
  }
  if (elapsed + wait.delay > policy.maxElapsed) return end('elapsed');
  if (policy.budget && !policy.budget.tryRetry()) return end('budget');
  return { decision: 'retried', wait };
}

function attemptInfo(
  policy: RetryPolicy,
  attempt: number,
  wait: PlannedWait,
  error: unknown,
  times: { readonly startedAt: number; readonly failedAt: number },
): RetryAttemptInfo {
  return {
    attempt,
    maxRetries: policy.bySchedule ? undefined : policy.retries,
    ...wait,
    error,
    ...times,
    ...(policy.label === undefined ? {} : { label: policy.label }),
  };
}
