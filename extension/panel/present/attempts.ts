import { retriesOf } from '../../../bridge/model/endings.ts';
import { attemptCount } from '../../../bridge/model/selectors.ts';
import { backOffs } from '../../../bridge/model/stretches.ts';
import type { AttemptModel, LayerModel, TaskModel } from '../../../bridge/model/types.ts';
import { NO_VALUE } from '../format/duration.ts';
import type { ListText } from './words.ts';

/** Layers whose attempts are calls of the body; a timeout or a fallback tells one attempt around them. */
export function isRepeating(layer: LayerModel): boolean {
  return layer.kind === 'retry' || layer.kind === 'repeat';
}

/** Whether a fallback gave the task its result. */
export function usedFallback(task: TaskModel): boolean {
  return task.layers.some((layer) => layer.kind === 'fallback' && layer.outcome === 'fallback');
}

/**
 * "2 of 3": the attempt the task is at or ended with, 1-based, the first run included; no limit where only a schedule
 * bounds. Nothing is guessed: a task whose retries nobody reported says so.
 */
export function attemptsText(task: TaskModel, { attempts: text }: ListText): string {
  const count = attemptCount(task);
  switch (count.kind) {
    case 'pending':
      return NO_VALUE;
    case 'not-reported':
      return text.notReported;
    case 'counted':
      return count.limit === undefined ? `${count.attempts}` : text.of(count.attempts, count.limit);
  }
}

/** Whether there was one attempt, and could have been one alone or any number. */
export function hasOneAttempt(task: TaskModel): boolean {
  const count = attemptCount(task);
  return count.kind === 'counted' && (count.limit ?? count.attempts) === 1;
}

/** The attempt a row speaks of while the task runs: the newest that failed. */
export function lastFailure(task: TaskModel): AttemptModel | undefined {
  return task.attempts.findLast((attempt) => attempt.error !== undefined);
}

/** Attempts beyond the first of each retry, and the time waited between them. */
export function retryCost(task: TaskModel): { readonly retries: number; readonly waited: number } {
  let waited = 0;
  for (const { real } of backOffs(task)) waited += real ?? 0;
  return { retries: retriesOf(task), waited };
}
