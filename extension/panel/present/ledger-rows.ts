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
      readonly number: number;
      /** The newest says how many there may be: "4 of 4". */
      readonly limit: number | undefined;
      /** Names the layer where there are several. */
      readonly layer: string;
      readonly error: WireError | undefined;
      readonly took: number | undefined;
      readonly plannedWait: number | undefined;
      readonly realWait: number | undefined;
      /** The wait after it goes on: its real length is yet to come. */
      readonly waiting: boolean;
      readonly decision: Decision | undefined;
      readonly running: boolean;
      /** How many attempts of outer layers it lies within. */
      readonly depth: number;
    }
  | { readonly kind: 'gap'; readonly key: string; readonly count: number };

/** An attempt with those that its call made. */
interface Nested {
  readonly index: number;
  readonly attempt: AttemptModel;
  readonly inner: Nested[];
}

/** The model keeps so many first attempts; what was let go lies after them. */
const FIRST_KEPT = 20;

/** How a layer is called in a line: its label, or its kind and number. */
export function layerName(layer: LayerModel | undefined): string {
  if (layer === undefined) return '';
  return layer.label ?? (layer.layer > 0 ? `${layer.kind} ${layer.layer}` : layer.kind);
}

/**
 * The attempts to list, the newest first, each followed by those of inner layers that it made: those of the retries and
 * repeats; where there is none, those that the other layers told. `layered` says that they are of more than one layer.
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
  let gapToTell = task.attemptsLeftOut > 0;
  const add = (nested: readonly Nested[], depth: number): void => {
    for (const { index, attempt, inner } of nested.toReversed()) {
      // What was let go lies between the first that are kept and all that came later.
      if (gapToTell && index < FIRST_KEPT && (inner.at(-1)?.index ?? index) < FIRST_KEPT && rows.length > 0) {
        rows.push({ kind: 'gap', key: 'gap', count: task.attemptsLeftOut });
        gapToTell = false;
      }
      const newest = !seen.has(attempt.layer);
      seen.add(attempt.layer);
      rows.push(rowOf(task, attempt, layers.get(attempt.layer), newest, depth, watch));
      add(inner, depth + 1);
    }
  };
  add(nest(task, layers, listed), 0);
  return { rows, layered: seen.size > 1 };
}

/** The listed attempts as a tree: each within the newest attempt of the next layer around it that is listed. */
function nest(
  task: TaskModel,
  layers: ReadonlyMap<number, LayerModel>,
  listed: ReadonlySet<number>,
): readonly Nested[] {
  const outermost: Nested[] = [];
  const newest = new Map<number, Nested>();
  for (const [index, attempt] of task.attempts.entries()) {
    if (!listed.has(attempt.layer)) continue;
    const nested: Nested = { index, attempt, inner: [] };
    newest.set(attempt.layer, nested);
    around(attempt.layer, layers, newest).push(nested);
  }
  return outermost;

  function around(layer: number, known: typeof layers, attempts: ReadonlyMap<number, Nested>): Nested[] {
    // A hostile page may tell of layers that enclose each other.
    const passed = new Set([layer]);
    let up = known.get(layer)?.parent;
    while (up !== undefined && !passed.has(up)) {
      const outer = attempts.get(up);
      if (outer !== undefined) return outer.inner;
      passed.add(up);
      up = known.get(up)?.parent;
    }
    return outermost;
  }
}

function rowOf(
  task: TaskModel,
  attempt: AttemptModel,
  layer: LayerModel | undefined,
  newest: boolean,
  depth: number,
  watch: Watch,
): LedgerRow {
  const until = attempt.endedAt ?? task.endedAt ?? (watch.connected ? watch.now : undefined);
  return {
    kind: 'attempt',
    key: `${attempt.layer} ${attempt.attempt}`,
    number: attempt.attempt,
    limit: newest ? layer?.limit : undefined,
    layer: layerName(layer),
    error: attempt.error,
    took: attempt.startedAt === undefined || until === undefined ? undefined : Math.max(0, until - attempt.startedAt),
    plannedWait: attempt.plannedWait,
    realWait: attempt.realWait,
    waiting: isWaiting(task, attempt, layer, newest, watch),
    decision: attempt.decision,
    running: attempt.endedAt === undefined && task.endedAt === undefined,
    depth,
  };
}

/** Whether the wait after an attempt goes on; where only `onAttempt` told of it, until its planned end. */
function isWaiting(
  task: TaskModel,
  attempt: AttemptModel,
  layer: LayerModel | undefined,
  newest: boolean,
  watch: Watch,
): boolean {
  if (!newest || !watch.connected || task.endedAt !== undefined || attempt.realWait !== undefined) return false;
  if (layer?.waitingUntil !== undefined) return true;
  return attempt.decision === undefined && watch.now < (attempt.endedAt ?? 0) + (attempt.plannedWait ?? 0);
}
