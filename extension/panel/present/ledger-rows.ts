import type { AttemptModel, LayerModel, TaskModel } from '../../../bridge/model/types.ts';
import type { WireError } from '../../../bridge/protocol.ts';
import { isRepeating } from './attempts.ts';
import type { Watch } from './times.ts';
import type { Decision } from './words.ts';

/** A line of the table "Attempts". Durations in ms. */
export type LedgerRow =
  | {
      readonly kind: 'attempt';
      readonly key: string;
      /** "4 of 4" for the newest, "3" for those before it. */
      readonly number: string;
      /** Names the layer where there are several. */
      readonly layer: string;
      readonly error: WireError | undefined;
      readonly took: number | undefined;
      readonly plannedWait: number | undefined;
      readonly realWait: number | undefined;
      readonly decision: Decision | undefined;
      readonly running: boolean;
    }
  | { readonly kind: 'gap'; readonly key: string; readonly count: number };

/** The model keeps so many first attempts; what was let go lies after them. */
const FIRST_KEPT = 20;

/** How a layer is called in a line: its label, or its kind and number. */
export function layerName(layer: LayerModel | undefined): string {
  if (layer === undefined) return '';
  return layer.label ?? (layer.layer > 0 ? `${layer.kind} ${layer.layer}` : layer.kind);
}

/**
 * The attempts to list, the newest first: those of the retries and repeats; where there is none, those that the other
 * layers told. `layered` says that they are of more than one layer.
 */
export function ledgerOf(
  task: TaskModel,
  watch: Watch,
): { readonly rows: readonly LedgerRow[]; readonly layered: boolean } {
  const layers = new Map(task.layers.map((layer) => [layer.layer, layer]));
  const repeating = task.layers.filter(isRepeating);
  const listed = new Set((repeating.length > 0 ? repeating : task.layers.slice(0, 1)).map((layer) => layer.layer));
  const seen = new Set<number>();
  const rows: LedgerRow[] = [];
  let index = task.attempts.length;
  for (const attempt of task.attempts.toReversed()) {
    index -= 1;
    if (listed.has(attempt.layer)) {
      const newest = !seen.has(attempt.layer);
      seen.add(attempt.layer);
      rows.push(rowOf(task, attempt, layers.get(attempt.layer), newest, watch));
    }
    if (index === FIRST_KEPT && task.attemptsLeftOut > 0) {
      rows.push({ kind: 'gap', key: 'gap', count: task.attemptsLeftOut });
    }
  }
  return { rows, layered: seen.size > 1 };
}

function rowOf(
  task: TaskModel,
  attempt: AttemptModel,
  layer: LayerModel | undefined,
  newest: boolean,
  watch: Watch,
): LedgerRow {
  const limit = newest ? layer?.limit : undefined;
  const until = attempt.endedAt ?? task.endedAt ?? (watch.connected ? watch.now : undefined);
  return {
    kind: 'attempt',
    key: `${attempt.layer} ${attempt.attempt}`,
    number: limit === undefined ? `${attempt.attempt}` : `${attempt.attempt} of ${limit}`,
    layer: layerName(layer),
    error: attempt.error,
    took: attempt.startedAt === undefined || until === undefined ? undefined : Math.max(0, until - attempt.startedAt),
    plannedWait: attempt.plannedWait,
    realWait: attempt.realWait,
    decision: attempt.decision,
    running: attempt.endedAt === undefined && task.endedAt === undefined,
  };
}
