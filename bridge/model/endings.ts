import { outermostRetry } from './selectors.ts';
import type { LayerModel, TaskModel } from './types.ts';

/** How a task ended, in one word of a closed list; each ended task has exactly one. */
export const ENDINGS = [
  /** Success without a retry. */
  'first-try',
  'after-retries',
  /** Success by the result of a fallback. */
  'fallback',
  /** Success, and nobody told how many attempts it took. */
  'succeeded',
  /** Failed with all attempts, or all the time for them, used up. */
  'exhausted',
  'not-retryable',
  /** The app's own predicate or delay function ended it. */
  'vetoed',
  'budget',
  'timeout',
  /** The scheduler refused it or let it go: it never ran. */
  'refused',
  /** Failed, and nothing retried it, or nobody told. */
  'failed',
  'cancelled',
] as const;

export type Ending = (typeof ENDINGS)[number];

/** Retries of all retry layers, those of a retry inside a retry included; so many calls beyond the first. */
export function retriesOf(task: TaskModel): number {
  let retries = 0;
  for (const layer of task.layers) if (layer.kind === 'retry') retries += Math.max(0, layer.attempts - 1);
  return retries;
}

/** How a task ended; undefined while it goes on. */
export function endingOf(task: TaskModel): Ending | undefined {
  switch (task.state) {
    case 'pending':
    case 'running':
      return undefined;
    case 'cancelled':
      return 'cancelled';
    case 'success':
      return goodEnding(task);
    case 'error':
      return badEnding(task);
  }
}

function goodEnding(task: TaskModel): Ending {
  if (task.layers.some((layer) => layer.kind === 'fallback' && layer.outcome === 'fallback')) return 'fallback';
  if (retriesOf(task) > 0) return 'after-retries';
  // Of a layer that told of itself without a retry it is known that there was none; steps that were lost prove nothing.
  return task.reported === 'full' && task.stepsLost !== true ? 'first-try' : 'succeeded';
}

function badEnding(task: TaskModel): Ending {
  if (task.startedAt === undefined) return 'refused';
  const retry = outermostRetry(task);
  if (timedOutAround(task, retry)) return 'timeout';
  switch (retry?.outcome) {
    case 'exhausted':
    case 'schedule-ended':
    case 'elapsed':
      return 'exhausted';
    case 'vetoed':
    case 'predicate-failed':
    case 'bad-delay':
      return 'vetoed';
    case 'not-retryable':
    case 'budget':
    case 'timeout':
      return retry.outcome;
    default:
      return 'failed';
  }
}

/** Whether a timeout ended it from outside its retry; without a retry, whether any timeout did. */
function timedOutAround(task: TaskModel, retry: LayerModel | undefined): boolean {
  if (retry === undefined) return task.layers.some((layer) => layer.outcome === 'timeout');
  const seen = new Set<number>();
  let up = retry.parent;
  // A hostile page may tell of layers that enclose each other.
  while (up !== undefined && !seen.has(up)) {
    seen.add(up);
    const number = up;
    const layer = task.layers.find((known) => known.layer === number);
    if (layer?.outcome === 'timeout') return true;
    up = layer?.parent;
  }
  return false;
}
