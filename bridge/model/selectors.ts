import type { Decision } from '../../runtime/hub.ts';
import { HELD } from '../protocol.ts';
import type { Model } from './model.ts';
import type { AttemptModel, LayerModel, SessionModel, TaskModel } from './types.ts';

/** Whether the page still holds the taskFn of an ended task, as far as this viewer can know. */
export function canRerun(row: TaskModel, session: SessionModel | undefined): boolean {
  if (row.rerun === undefined || session?.connected !== true) return false;
  return row.rerun > Math.max(session.gone ?? 0, (session.held ?? 0) - HELD);
}

/** What a row says of a task's attempts. */
export type AttemptCount =
  /** It has not run: "–". */
  | { readonly kind: 'pending' }
  /** "2 of 3"; without a limit "2"; 0 for a task that was refused or skipped. */
  | { readonly kind: 'counted'; readonly attempts: number; readonly limit: number | undefined }
  /** It ran, and nothing that retries told of it: "retries not reported", never 0. */
  | { readonly kind: 'not-reported' };

/**
 * The attempts of the outermost retry: with retries inside retries, those of the outer one are the task's own. Of
 * several beside each other (a `repeat` around a retry), the one that began last.
 */
export function attemptCount(row: TaskModel): AttemptCount {
  if (row.state === 'pending') return { kind: 'pending' };
  const retry = outermostRetry(row);
  if (retry) return { kind: 'counted', attempts: retry.attempts, limit: retry.limit };
  if (row.startedAt === undefined) return { kind: 'counted', attempts: 0, limit: undefined };
  if (row.layers.length > 0) return { kind: 'counted', attempts: 1, limit: undefined };
  return { kind: 'not-reported' };
}

/** The retry layer that no other retry encloses; the last of them. */
export function outermostRetry(row: TaskModel): LayerModel | undefined {
  return row.layers.findLast((layer) => layer.kind === 'retry' && !hasRetryAround(row, layer));
}

/** When the next attempt is planned, epoch ms; undefined unless the task waits for one. */
export function nextAttemptAt(row: TaskModel): number | undefined {
  if (!row.retrying) return undefined;
  const waits = row.layers.flatMap((layer) => (layer.waitingUntil === undefined ? [] : [layer.waitingUntil]));
  return waits.length === 0 ? undefined : Math.min(...waits);
}

/** ms in the queue, up to `now` while it is still there. Never negative; undefined where the registration was lost. */
export function waitedFor(row: TaskModel, now: number): number | undefined {
  return between(row.registeredAt, row.startedAt ?? row.endedAt ?? now);
}

/** ms in a slot, up to `now` while it runs. Never negative; undefined for a task that has not run. */
export function ranFor(row: TaskModel, now: number): number | undefined {
  return between(row.startedAt, row.endedAt ?? now);
}

/** What the outermost layer ended with: why there was no further attempt. Undefined while it runs or is not reported. */
export function outcome(row: TaskModel): Decision | undefined {
  return row.layers.find((layer) => layer.parent === undefined)?.outcome;
}

/** Why a failed task was not tried once more: the decision, and the layer that took it. */
export interface NotRetried {
  readonly decision: Decision;
  readonly layer: LayerModel;
  readonly attempt: AttemptModel | undefined;
}

/** The exit that decided, of the outermost retry; undefined while it still goes on, or where nothing was reported. */
export function whyNotRetried(row: TaskModel): NotRetried | undefined {
  const layer = outermostRetry(row);
  if (!layer?.outcome || layer.outcome === 'succeeded') return undefined;
  const attempt = row.attempts.findLast((of) => of.layer === layer.layer && of.endedAt !== undefined);
  return { decision: layer.outcome, layer, attempt };
}

/** Why a task does not run yet. */
export interface WhyPending {
  /** 1 = next. By priority, then by order of registration. */
  readonly place: number;
  readonly ahead: readonly TaskModel[];
  /** The tasks in the slots, by slot. */
  readonly running: readonly TaskModel[];
  readonly runtimeState: 'running' | 'paused' | 'stopped';
  readonly concurrency: number;
}

/** Its place in the queue and what holds the slots; undefined for a task that is not pending. */
export function whyPending(model: Model, row: TaskModel): WhyPending | undefined {
  const runtime = model.runtimes.get(row.runtimeKey);
  if (row.state !== 'pending' || !runtime) return undefined;
  const ahead: TaskModel[] = [];
  const running: TaskModel[] = [];
  for (const other of model.tasks.values()) {
    if (other.runtimeKey !== row.runtimeKey) continue;
    if (other.state === 'running') running.push(other);
    else if (other.state === 'pending' && before(other, row)) ahead.push(other);
  }
  ahead.sort((a, b) => (before(a, b) ? -1 : 1));
  running.sort((a, b) => (a.slot ?? 0) - (b.slot ?? 0));
  return {
    place: ahead.length + 1,
    ahead,
    running,
    runtimeState: runtime.state,
    concurrency: runtime.concurrency,
  };
}

function before(a: TaskModel, b: TaskModel): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  return (a.registeredSeq ?? 0) < (b.registeredSeq ?? 0);
}

function hasRetryAround(row: TaskModel, layer: LayerModel): boolean {
  const seen = new Set<number>();
  let parent = layer.parent;
  // A hostile page may tell of layers that enclose each other.
  while (parent !== undefined && !seen.has(parent)) {
    seen.add(parent);
    const number = parent;
    const around = row.layers.find((known) => known.layer === number);
    if (around?.kind === 'retry') return true;
    parent = around?.parent;
  }
  return false;
}

function between(from: number | undefined, to: number): number | undefined {
  return from === undefined ? undefined : Math.max(0, to - from);
}
