import {
  type FallbackOptions,
  type LayerObserver,
  type RetryOptions,
  retry,
  type TimeoutOptions,
  withActivityTimeout,
  withFallback,
  withTimeout,
} from '../../runtime/index.ts';
import { ledger } from './ledger.ts';

/** The runtime's middlewares under their own names and with their own arguments. */
export interface Traced {
  readonly retry: typeof retry;
  readonly withTimeout: typeof withTimeout;
  readonly withActivityTimeout: typeof withActivityTimeout;
  readonly withFallback: typeof withFallback;
}

/** The ledger's observer, and the caller's own after it: one that throws must not keep the ledger from hearing. */
function observing(own: LayerObserver | undefined): LayerObserver {
  return (event, ctx) => {
    ledger().observe(event, ctx);
    own?.(event, ctx);
  };
}

/**
 * The middlewares with accounting wired in: change one import, and every attempt, wait, timeout and fallback reaches
 * whoever watches. An `observe` or `onAttempt` of your own is called as before.
 *
 * @example
 * ```ts
 * import { traced } from 'tasklens/bridge';
 * const { retry, withTimeout } = traced;
 * ```
 */
export const traced: Traced = Object.freeze({
  retry: <T>(fn: Parameters<typeof retry<T>>[0], options: RetryOptions = {}) =>
    retry(fn, { ...options, observe: observing(options.observe) }),
  withTimeout: <T>(fn: Parameters<typeof withTimeout<T>>[0], ms: number, options: TimeoutOptions<T> = {}) =>
    withTimeout(fn, ms, { ...options, observe: observing(options.observe) }),
  withActivityTimeout: <T>(
    fn: Parameters<typeof withActivityTimeout<T>>[0],
    ms: number,
    options: TimeoutOptions<T> = {},
  ) => withActivityTimeout(fn, ms, { ...options, observe: observing(options.observe) }),
  withFallback: <T, U = T>(
    primary: Parameters<typeof withFallback<T, U>>[0],
    fallback: Parameters<typeof withFallback<T, U>>[1],
    shouldFallback?: Parameters<typeof withFallback<T, U>>[2],
    options: FallbackOptions = {},
  ) => withFallback(primary, fallback, shouldFallback, { ...options, observe: observing(options.observe) }),
});
