import {
  type FallbackOptions,
  type LayerObserver,
  type RepeatOptions,
  type RetryOptions,
  repeat,
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
  readonly repeat: typeof repeat;
}

/**
 * The options with the ledger as an observer, and the caller's own after it: one that throws must not keep the ledger from hearing. What is
 * wrong goes through as it is, for the middleware to refuse.
 */
function observed<O extends { readonly observe?: LayerObserver | undefined }>(options: O): O {
  const own: unknown = options?.observe;
  if (typeof options !== 'object' || options === null || (own !== undefined && typeof own !== 'function'))
    return options;
  const observe: LayerObserver = (event, ctx) => {
    ledger().observe(event, ctx);
    options.observe?.(event, ctx);
  };
  return { ...options, observe };
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
  retry: <T>(fn: Parameters<typeof retry<T>>[0], options: RetryOptions = {}) => retry(fn, observed(options)),
  withTimeout: <T>(fn: Parameters<typeof withTimeout<T>>[0], ms: number, options: TimeoutOptions<T> = {}) =>
    withTimeout(fn, ms, observed(options)),
  withActivityTimeout: <T>(
    fn: Parameters<typeof withActivityTimeout<T>>[0],
    ms: number,
    options: TimeoutOptions<T> = {},
  ) => withActivityTimeout(fn, ms, observed(options)),
  withFallback: <T, U = T>(
    primary: Parameters<typeof withFallback<T, U>>[0],
    fallback: Parameters<typeof withFallback<T, U>>[1],
    shouldFallback?: Parameters<typeof withFallback<T, U>>[2],
    options: FallbackOptions = {},
  ) => withFallback(primary, fallback, shouldFallback, observed(options)),
  repeat: <T>(fn: Parameters<typeof repeat<T>>[0], options: RepeatOptions<T>) => repeat(fn, observed(options)),
});
