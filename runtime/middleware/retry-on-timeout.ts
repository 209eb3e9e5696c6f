import { TaskError, type TimeoutError } from '../errors.ts';
import type { BareContext, TaskFn } from '../task-context.ts';
import { type TimeoutOptions, timed } from './timed-run.ts';

/**
 * `withTimeout` for each attempt of a `retry` outside: its timeout becomes `TaskError { type: 'timeout', retryable: true }` with the
 * TimeoutError as cause, which is retried, and which the default `withFallback` accepts.
 *
 * @throws {TypeError | RangeError} when it is built, for a wrong `ms` or option, naming it
 * @example
 * ```ts
 * // Three calls at most, 2 s each; then TaskError { type: 'timeout' }.
 * const robust = retry(retryOnTimeout(upload, 2000), { retries: 2 });
 * ```
 */
export function retryOnTimeout<T>(
  fn: TaskFn<T>,
  ms: number,
  options: Omit<TimeoutOptions<T>, 'orElse'> = {},
): (ctx: BareContext) => Promise<T> {
  const orElse = (error: TimeoutError): never => {
    throw new TaskError(error.message, { type: 'timeout', retryable: true, cause: error });
  };
  return timed('timeout', fn, ms, { ...options, orElse });
}
