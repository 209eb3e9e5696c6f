import { errorsOf } from './errors-of.ts';
import type { TaskRule } from './rule.ts';

/** What authors call failures of the way to a server: worth another try, unless they know better. */
const NETWORK_LIKE = /network|connect|offline|socket|dns|unreachable|unavailable/i;

/** A TaskError whose type speaks of the network, and which is not retryable: its author forgot to say so. */
export const networkNotRetryable: TaskRule = {
  id: 'network-not-retryable',
  severity: 'warning',
  look(row) {
    for (const { class: name, type, retryable } of errorsOf(row)) {
      if (name === 'TaskError' && !retryable && type !== undefined && NETWORK_LIKE.test(type)) {
        return { worst: 1, example: type };
      }
    }
    return undefined;
  },
};
