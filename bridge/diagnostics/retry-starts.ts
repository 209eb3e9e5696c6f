import type { Model } from '../model/model.ts';
import type { AttemptModel, TaskModel } from '../model/types.ts';

/** An attempt that is a retry, when it began, and the wait that was planned before it. */
export interface RetryStart {
  readonly row: TaskModel;
  readonly at: number;
  readonly planned: number;
}

const kept = new WeakMap<TaskModel, readonly RetryStart[]>();

/** The retries of one task. Kept with the row, which does not change. */
function startsOf(row: TaskModel): readonly RetryStart[] {
  const known = kept.get(row);
  if (known) return known;
  const retries = new Set(row.layers.filter((layer) => layer.kind === 'retry').map((layer) => layer.layer));
  const before = new Map<number, AttemptModel>();
  const starts: RetryStart[] = [];
  for (const attempt of row.attempts) {
    const previous = before.get(attempt.layer);
    before.set(attempt.layer, attempt);
    if (!previous || !retries.has(attempt.layer) || attempt.startedAt === undefined) continue;
    starts.push({ row, at: attempt.startedAt, planned: previous.plannedWait ?? 0 });
  }
  kept.set(row, starts);
  return starts;
}

/** All retries, in order of time. */
export function retryStarts(model: Model): RetryStart[] {
  const all: RetryStart[] = [];
  for (const row of model.tasks.values()) if (row.attempts.length > 1) all.push(...startsOf(row));
  return all.sort((a, b) => a.at - b.at);
}
