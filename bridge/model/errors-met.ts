import { errorGroup } from './alike.ts';
import type { TaskModel } from './types.ts';

/** A failed call, or what a task ended with, or both in one. */
export interface ErrorMet {
  /** What it has in common with others of its kind (`errorGroup`). */
  readonly group: string;
  readonly retryable: boolean;
  /** It is a call that failed. */
  readonly attempt: boolean;
  /** The task ended with it in `error`. */
  readonly ended: boolean;
}

/**
 * The failed calls of a task and the error it ended with. Of layers within each other the innermost call is the one that
 * failed: the same error told again by those around it is not counted again.
 */
export function errorsMet(task: TaskModel): readonly ErrorMet[] {
  const met: ErrorMet[] = [];
  const outer = new Set(task.layers.flatMap((layer) => layer.parent ?? []));
  let told = false;
  for (const { layer, error } of task.attempts) {
    if (error === undefined || outer.has(layer)) continue;
    told = true;
    met.push({ group: errorGroup(error), retryable: error.retryable, attempt: true, ended: false });
  }
  if (task.state === 'error' && task.error !== undefined) {
    const { error } = task;
    // A task that nothing was told of failed in its one known call, unless it never ran.
    const attempt = !told && task.startedAt !== undefined;
    met.push({ group: errorGroup(error), retryable: task.retryable, attempt, ended: true });
  }
  return met;
}
