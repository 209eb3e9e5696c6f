import type { AttemptModel, LayerModel, TaskModel } from './types.ts';

/** Epoch ms; `to` is never before `from`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A wait between two attempts of a retry, ms. */
export interface Wait {
  readonly attempt: AttemptModel;
  /** Undefined where only its real length was told. */
  readonly planned: number | undefined;
  /** Undefined while it lasts, or where nobody told. */
  readonly real: number | undefined;
  /** It goes on. */
  readonly open: boolean;
}

const NO_WAITS: readonly Wait[] = [];

/** The waits between the attempts of retries, in the order of the attempts; the pauses of a `repeat` are none. */
export function backOffs(task: TaskModel): readonly Wait[] {
  if (task.layers.length === 0) return NO_WAITS;
  const waits: Wait[] = [];
  for (const attempt of task.attempts) {
    if (attempt.plannedWait === undefined && attempt.realWait === undefined) continue;
    const layer = layerOf(task.layers, attempt.layer);
    if (layer !== undefined && layer.kind !== 'retry') continue;
    const open =
      attempt.realWait === undefined &&
      task.endedAt === undefined &&
      layer?.waitingUntil !== undefined &&
      layer.attempts === attempt.attempt;
    waits.push({ attempt, planned: attempt.plannedWait, real: attempt.realWait, open });
  }
  return waits;
}

/**
 * The stretches of a task's run in which it waited for its next attempt. One that goes on lasts to `until`, one of which only
 * the plan was told as long as planned; none goes beyond the task's end.
 */
export function backOffStretches(task: TaskModel, until: number): readonly Stretch[] {
  const end = task.endedAt ?? until;
  return backOffs(task).flatMap(({ attempt, planned, real, open }) => {
    const from = attempt.endedAt;
    if (from === undefined) return [];
    const to = Math.min(end, open ? until : from + (real ?? planned ?? 0));
    return to > from ? [{ from, to }] : [];
  });
}

/**
 * The stretches in which a body ran on after its timeout had fired, and held its slot: from the moment the timeout fired
 * to the end of its layer. Timeouts within timeouts count once.
 */
export function heldAfterTimeout(task: TaskModel, until: number): readonly Stretch[] {
  const held: Stretch[] = [];
  for (const layer of task.layers) {
    const from = layer.timeoutFiredAt;
    const to = layer.endedAt ?? task.endedAt ?? until;
    if (from !== undefined && to > from) held.push({ from, to });
  }
  return held.length > 1 ? union(held) : held;
}

/** The same stretches without overlaps, in order. */
export function union(stretches: readonly Stretch[]): readonly Stretch[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** ms of all of them. */
export function lengthOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { from, to }) => sum + to - from, 0);
}

function layerOf(layers: readonly LayerModel[], number: number): LayerModel | undefined {
  return layers.find((layer) => layer.layer === number);
}
