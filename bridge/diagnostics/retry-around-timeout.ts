import type { TaskRule } from './rule.ts';

/** A retry around `withTimeout` whose timeout fired: a TimeoutError is never retried, so the retries are for nothing. */
export const retryAroundTimeout: TaskRule = {
  id: 'retry-around-timeout',
  severity: 'warning',
  look(row) {
    for (const retry of row.layers) {
      if (retry.kind !== 'retry' || retry.outcome !== 'timeout' || (retry.limit ?? 2) < 2) continue;
      const fired = row.layers.some((layer) => layer.parent === retry.layer && layer.timeoutFiredAt !== undefined);
      if (fired) return { worst: retry.limit ?? 0, example: retry.label ?? '' };
    }
    return undefined;
  },
};
