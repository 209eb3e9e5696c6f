import { check, checkOptions, MS, SIGNAL } from './check.ts';
import type { Clock } from './clock.ts';
import { systemClock } from './system-clock.ts';

/**
 * Waits `ms` milliseconds, or less: on abort it rejects at once with `signal.reason` and leaves nothing behind.
 *
 * @throws {TypeError | RangeError} when `ms` is not a number of milliseconds, 0 or more
 * @example
 * ```ts
 * const body = async ({ signal }: TaskContext) => {
 *   await sleep(20, signal);
 *   return 'rested';
 * };
 * ```
 */
export function sleep(ms: number, signal?: AbortSignal, clock: Clock = systemClock): Promise<void> {
  check('ms', ms, MS);
  checkOptions({ signal }, { signal: SIGNAL });
  return clock.sleep(ms, signal);
}
