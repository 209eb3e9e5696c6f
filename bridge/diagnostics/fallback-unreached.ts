import { layersAround } from './layers-around.ts';
import type { TaskRule } from './rule.ts';

/** A fallback whose primary timed out: by default only business failures are covered, so it never ran. */
export const fallbackUnreached: TaskRule = {
  id: 'fallback-unreached',
  severity: 'warning',
  look(row) {
    for (const inner of row.layers) {
      if (inner.timeoutFiredAt === undefined) continue;
      for (const around of layersAround(row, inner)) {
        if (around.kind === 'fallback' && around.outcome === 'timeout' && around.attempts < 2) {
          return { worst: 1, example: around.label ?? '' };
        }
      }
    }
    return undefined;
  },
};
