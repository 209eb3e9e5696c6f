import { outcome, outermostRetry } from '../../../bridge/model/selectors.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { usedFallback } from './attempts.ts';
import type { Decision, TaskText } from './words.ts';

/** The decisions after which a failing task is over. */
const FINAL: ReadonlySet<Decision> = new Set<Decision>([
  'not-retryable',
  'exhausted',
  'schedule-ended',
  'elapsed',
  'budget',
  'vetoed',
  'predicate-failed',
  'bad-delay',
  'timeout',
]);

export function isFinalFailure(decision: Decision): boolean {
  return FINAL.has(decision);
}

/** Names the exit by which a task ended, as its layers told it. */
export function outcomeOf(task: TaskModel): Decision | undefined {
  if (usedFallback(task)) return 'fallback';
  if (task.layers.some((layer) => layer.outcome === 'timeout')) return 'timeout';
  return outermostRetry(task)?.outcome ?? outcome(task);
}

/** One word or a few for what became of a task, without its attempts. */
export function stateText(task: TaskModel, { outcome: text }: TaskText): string {
  switch (task.state) {
    case 'pending':
      return text.pending;
    case 'running':
      return task.retrying ? text.retrying : text.running;
    case 'success':
      return usedFallback(task) ? text.successByFallback : text.success;
    case 'cancelled':
      return task.startedAt === undefined ? text.cancelledBefore : text.cancelled;
    case 'error':
      return task.startedAt === undefined ? text.refused : text.error;
  }
}
