import { check, NUMBER, OBJECT } from './check.ts';

/** Shared by many `retry`s: how many retries they may make together. */
export interface RetryBudget {
  /** Retries that could start now, fractions included. */
  readonly tokens: number;
  /** A call succeeded: adds `ratio` of a token. */
  succeeded(): void;
  /** Takes a token, or says that there is none. */
  tryRetry(): boolean;
}

export interface RetryBudgetOptions {
  /** Tokens added by each success. */
  readonly ratio: number;
  /** Tokens at the start, and at most. */
  readonly burst: number;
}

/**
 * Against retry storms: retries ≤ ratio × successes + burst, over all `retry`s that share it (a token bucket of capacity `burst`).
 *
 * @throws {TypeError | RangeError} for a wrong option, naming it
 * @example
 * ```ts
 * const budget = retryBudget({ ratio: 0.1, burst: 10 });
 * const robust = retry(upload, { retries: 3, budget });
 * ```
 */
export function retryBudget(options: RetryBudgetOptions): RetryBudget {
  check('options', options, OBJECT);
  const { ratio, burst } = options;
  check('ratio', ratio, NUMBER);
  check('burst', burst, NUMBER);
  let tokens = burst;
  return {
    get tokens() {
      return tokens;
    },
    succeeded() {
      tokens = Math.min(burst, tokens + ratio);
    },
    tryRetry() {
      if (tokens < 1) return false;
      tokens--;
      return true;
    },
  };
}
