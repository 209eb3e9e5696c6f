import type { BareContext, TaskFn } from '../task-context.ts';
import { type TimeoutOptions, timed } from './timed-run.ts';

/**
 * Gives `fn` a budget of `ms` milliseconds. When it runs out, a signal derived from `ctx.signal` is aborted; then it waits until
 * `fn` has exited, and only then throws a TimeoutError, whatever `fn` returned or threw: the budget limits the waiting, and an `fn`
 * that ignores its signal still holds its slot. `retry` outside never retries a TimeoutError (see `retryOnTimeout`).
 *
 * @throws {TypeError | RangeError} when it is built, for a wrong `ms` or option, naming it
 * @example
 * ```ts
 * const quick = withTimeout(async ({ signal }) => download(signal), 5000);
 * ```
 */
export function withTimeout<T>(
  fn: TaskFn<T>,
  ms: number,
  options: TimeoutOptions<T> = {},
): (ctx: BareContext) => Promise<T> {
  return timed('timeout', fn, ms, options);
}
