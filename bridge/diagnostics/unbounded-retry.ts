import type { TaskRule } from './rule.ts';

/** A retry that nothing ends: no number, no time, only `unbounded: true`. */
export const unboundedRetry: TaskRule = {
  id: 'unbounded-retry',
  severity: 'note',
  look(row) {
    const endless = row.layers.find(({ kind, options, limit }) => {
      if (kind !== 'retry' || limit !== undefined) return false;
      const { maxElapsed = Number.POSITIVE_INFINITY } = options;
      return options.unbounded === true && maxElapsed === Number.POSITIVE_INFINITY;
    });
    return endless && { worst: endless.attempts, example: endless.label ?? '' };
  },
};
