import { checkOptions, FUNCTION, MS, NUMBER, oneOf } from './check.ts';

/** The wait before retry `index` (0-based), in ms; `previousDelay` is the wait before, after jitter and caps, of this retry run. */
export type DelayFn = (index: number, error: unknown, previousDelay: number | undefined) => number;

/** How a wait is spread at random, without state. */
export type StatelessJitter = 'none' | 'full' | 'equal';

export interface BackoffOptions {
  /** The first wait in ms; default 100. */
  readonly base?: number | undefined;
  /** Default 2. */
  readonly factor?: number | undefined;
  /** The longest wait in ms; default 30 000. */
  readonly cap?: number | undefined;
  /** Default `'full'`: clients that failed at the same moment come back spread over the whole window. */
  readonly jitter?: StatelessJitter | 'decorrelated' | undefined;
  /** In [0, 1); default `Math.random`. */
  readonly random?: (() => number) | undefined;
}

const RULES = {
  base: MS,
  factor: NUMBER,
  cap: MS,
  jitter: /* @__PURE__ */ oneOf('none', 'full', 'equal', 'decorrelated'),
  random: FUNCTION,
} as const;

/** full: uniform in [0, ms); equal: in [ms/2, ms). */
export function spread(ms: number, jitter: StatelessJitter, random: () => number): number {
  if (jitter === 'full') return ms * random();
  if (jitter === 'equal') return ms / 2 + (ms / 2) * random();
  return ms;
}

/**
 * A `delay` for `retry`: wait `i` is `min(cap, base · factor^i)`, spread by `jitter`. `'decorrelated'` is
 * `min(cap, uniform(base, 3 · previous))`; the previous wait comes from the retry run, so one value serves many runs at once.
 * With full jitter a wait may be 0: `retry`'s `minDelay` is the floor.
 *
 * Formulas: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 *
 * @throws {TypeError | RangeError} for a wrong option, naming it
 * @example
 * ```ts
 * const delay = exponentialBackoff({ jitter: 'none' });
 * [0, 1, 2, 3].map((i) => delay(i, undefined, undefined)); // => [100, 200, 400, 800]
 * ```
 */
export function exponentialBackoff(options: BackoffOptions = {}): DelayFn {
  checkOptions(options, RULES);
  const { base = 100, factor = 2, cap = 30_000, jitter = 'full', random = Math.random } = options;
  if (jitter === 'decorrelated') {
    return (_index, _error, previous = base) => Math.min(cap, base + random() * (3 * previous - base));
  }
  // 0 · Infinity is NaN: with base 0 there is nothing to grow.
  return (index) => spread(base === 0 ? 0 : Math.min(cap, base * factor ** index), jitter, random);
}
