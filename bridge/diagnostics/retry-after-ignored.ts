import { type TaskRule, worstOf } from './rule.ts';

/** ms by which a wait may fall short: a server's second is not exact. */
export const SHORT_BY = 1;

/** The server said when to come back, and the retry came earlier: `delay` was set, and `respectRetryAfter` was not. */
export const retryAfterIgnored: TaskRule = {
  id: 'retry-after-ignored',
  severity: 'warning',
  look(row) {
    return worstOf(
      row.attempts.map(({ error, plannedWait, layer }) => {
        const { retryAfter } = error ?? {};
        if (retryAfter === undefined || plannedWait === undefined) return undefined;
        if (plannedWait >= retryAfter - SHORT_BY || retryAfter === Number.POSITIVE_INFINITY) return undefined;
        // A cap that somebody set on purpose.
        const cap = row.layers.find((known) => known.layer === layer)?.options.maxDelay;
        if (typeof cap === 'number' && cap <= plannedWait) return undefined;
        return { worst: retryAfter - plannedWait, example: `${retryAfter}` };
      }),
    );
  },
};
