import { callFn, layerFn } from '../before.ts';
import { check, FUNCTION, wrong } from '../check.ts';
import { displayed } from '../clock.ts';
import { finalDecision } from '../layer.ts';
import type { Decision } from '../observe.ts';
import { veto } from '../predicate.ts';
import { guarded, report } from '../report.ts';
import type { BareContext, TaskContext, TaskFn } from '../task-context.ts';
import { type Run, rerun, type Verdict } from './rerun.ts';
import { type PlannedWait, planWait, type RetryOptions, type RetryPolicy, retryPolicy } from './retry-policy.ts';

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
  check('fn', fn, FUNCTION);
  const policy = retryPolicy(options);
  const { budget } = policy;
  const rules = { ...policy, kind: 'retry', judge: (error: unknown, run: Run) => judge(policy, error, run) } as const;
  const counted: TaskFn<T> = layerFn(async (ctx: TaskContext) => {
    const value = await callFn(fn, ctx);
    budget?.succeeded();
    return value;
  });
  return layerFn((ctx: BareContext) => rerun(budget ? counted : fn, rules, ctx));
}

/** Whether a failure is retried, and after which wait. */
function judge(policy: RetryPolicy, error: unknown, run: Run): Verdict {
  const { attempt, ctx, endedAt } = run;
  const final = finalDecision(error, ctx) ?? (policy.retryable && veto('retryable', policy.retryable, error));
  if (final) return { decision: final };
  if (attempt > policy.retries) return { decision: 'exhausted' };
  let wait: PlannedWait;
  let decision: Decision = 'predicate-failed';
  try {
    run.step ??= policy.schedule?.start(policy.random);
    const scheduled = run.step?.(endedAt, error as never);
    if (scheduled?.continue === false) return { decision: 'schedule-ended' };
    decision = 'bad-delay';
    wait = planWait(policy, attempt - 1, error, run.previousDelay, scheduled?.delay);
  } catch (thrown) {
    report(thrown);
    return { decision };
  }
  const { delay, requested } = wait;
  if (Number.isNaN(requested)) {
    const thrown = wrong('delay', 'a number of milliseconds', requested, RangeError);
    return { decision, thrown: { error: Object.assign(thrown, { cause: error }) } };
  }
  if (endedAt - run.chainStart + delay > policy.maxElapsed) return { decision: 'elapsed' };
  if (policy.budget?.tryRetry() === false) return { decision: 'budget' };
  return { decision: 'retried', delay, announce: policy.onAttempt && (() => announce(policy, error, run, wait)) };
}

function announce({ onAttempt, bySchedule, retries, label }: RetryPolicy, error: unknown, run: Run, wait: PlannedWait) {
  const { attempt, clock, ctx } = run;
  const info = {
    attempt,
    maxRetries: bySchedule ? undefined : retries,
    ...wait,
    error,
    startedAt: displayed(clock, run.startedAt),
    failedAt: displayed(clock, run.endedAt),
    ...(label === undefined ? {} : { label }),
  };
  if (onAttempt) guarded(onAttempt, info, ctx);
}
