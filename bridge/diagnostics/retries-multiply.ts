import type { LayerModel } from '../model/types.ts';
import { layersAround } from './layers-around.ts';
import type { TaskRule } from './rule.ts';

/** Both layers really retried: nested policies that never had to are no harm yet. */
const RETRIED = 2;

/** A retry inside a retry: their attempts multiply, and a server that is down gets all of them. */
export const retriesMultiply: TaskRule = {
  id: 'retries-multiply',
  severity: 'warning',
  look(row) {
    let calls = 0;
    let multiplied: LayerModel | undefined;
    for (const inner of row.layers) {
      if (inner.kind !== 'retry') continue;
      const outer = [...layersAround(row, inner)].find((layer) => layer.kind === 'retry');
      if (!outer) continue;
      calls += inner.attempts;
      if (inner.attempts >= RETRIED && outer.attempts >= RETRIED) multiplied ??= inner;
    }
    return multiplied && { worst: calls, example: multiplied.label ?? '' };
  },
};
