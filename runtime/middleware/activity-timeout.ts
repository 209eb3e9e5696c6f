import type { BareContext, TaskFn } from '../task-context.ts';
import { type TimeoutOptions, timed } from './timed-run.ts';

/**
 * Like `withTimeout`, but the budget runs from the last `ctx.resetTimeout()`: for streams and uploads in chunks, where silence is the
 * fault and not length. It starts with `fn`, not with the wait in the queue; nested ones are all reset.
 *
 * @throws {TypeError | RangeError} when it is built, for a wrong `ms` or option, naming it
 * @example
 * ```ts
 * const patient = withActivityTimeout(async ({ resetTimeout }) => {
 *   for await (const chunk of chunks) resetTimeout();
 * }, 10_000);
 * ```
 */
export function withActivityTimeout<T>(
  fn: TaskFn<T>,
  ms: number,
  options: TimeoutOptions<T> = {},
): (ctx: BareContext) => Promise<T> {
  return timed('activity-timeout', fn, ms, options);
}
