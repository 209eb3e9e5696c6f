import { errorsOf } from './errors-of.ts';
import type { TaskRule } from './rule.ts';

/** ms. A server asks for whole seconds, so a wait that is shorter than one of them was most likely given in seconds. */
export const SHORTEST_RETRY_AFTER = 1000;

/** `retryAfter: 30` waits 30 ms, not 30 s: it is in milliseconds, the header in seconds. */
export const retryAfterInSeconds: TaskRule = {
  id: 'retry-after-in-seconds',
  severity: 'error',
  look(row) {
    for (const { retryAfter } of errorsOf(row)) {
      if (retryAfter === undefined || retryAfter <= 0 || retryAfter >= SHORTEST_RETRY_AFTER) continue;
      // A date in the header may be any time ahead, but hardly ever a whole number of ms this close.
      if (Number.isInteger(retryAfter)) return { worst: retryAfter, example: `${retryAfter}` };
    }
    return undefined;
  },
};
