import { outcome, outermostRetry } from '../../../bridge/model/selectors.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { usedFallback } from './attempts.ts';
import type { Decision } from './words.ts';

/** What each decision means to a reader; the word itself is the runtime's. */
export const DECISION_TEXT: Readonly<Record<Decision, string>> = {
  retried: 'another attempt followed',
  succeeded: 'it succeeded',
  'not-retryable': 'the error is not retryable',
  exhausted: 'all retries were used',
  'schedule-ended': 'the schedule ended',
  elapsed: 'the time for all attempts was used up',
  budget: 'the retry budget was spent',
  vetoed: 'the retryable predicate said no',
  'predicate-failed': 'the retryable predicate threw',
  'bad-delay': 'the delay function gave no usable wait',
  cancelled: 'it was cancelled',
  timeout: 'it timed out',
  fallback: 'the fallback took over',
  repeated: 'another run followed',
  until: '“until” was met',
  while: '“while” no longer held',
};

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
export function stateText(task: TaskModel): string {
  switch (task.state) {
    case 'pending':
      return 'Waiting for a slot';
    case 'running':
      return task.retrying ? 'Waiting for its next attempt' : 'Running';
    case 'success':
      return usedFallback(task) ? 'Succeeded by its fallback' : 'Succeeded';
    case 'cancelled':
      return task.startedAt === undefined ? 'Cancelled before it started' : 'Cancelled';
    case 'error':
      return task.startedAt === undefined ? 'Refused before it started' : 'Failed for good';
  }
}
