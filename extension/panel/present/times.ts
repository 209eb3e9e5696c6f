import * as selectors from '../../../bridge/model/selectors.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';

/** What a task's clock needs of the world: the time, and whether anybody can still tell of the task. */
export interface Watch {
  /** Epoch ms */
  readonly now: number;
  /** False when the task's document is gone: an unfinished task then has no end that could be told. */
  readonly connected: boolean;
}

export function isFinished(task: TaskModel): boolean {
  return task.state === 'success' || task.state === 'error' || task.state === 'cancelled';
}

/** It has not ended, and nobody can tell of its end any more: its page was left, or the recording ends before. */
export function isUnfinished(task: TaskModel, watch: Watch): boolean {
  return !watch.connected && !isFinished(task);
}

/** Whether the task's figures grow with time. */
export function isTicking(task: TaskModel, connected: boolean): boolean {
  return connected && !isFinished(task);
}

/** ms in the queue: until it started, or ended without a start, or until now. */
export function waitedFor(task: TaskModel, watch: Watch): number | undefined {
  const open = task.startedAt === undefined && task.endedAt === undefined;
  return open && !watch.connected ? undefined : selectors.waitedFor(task, watch.now);
}

/** ms from its start to its end, or to now. */
export function ranFor(task: TaskModel, watch: Watch): number | undefined {
  return task.endedAt === undefined && !watch.connected ? undefined : selectors.ranFor(task, watch.now);
}
