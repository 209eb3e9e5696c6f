import type { NotRetried, WhyPending } from '../../../bridge/model/selectors.ts';
import { whyNotRetried } from '../../../bridge/model/selectors.ts';
import type { LayerModel, TaskModel } from '../../../bridge/model/types.ts';
import { isRepeating } from './attempts.ts';
import { layerCall } from './layers.ts';
import type { Decision, TaskText } from './words.ts';

/** Its place in the queue, in words; the tasks ahead and in the slots are named beside it. */
export function pendingText(why: WhyPending, { why: text }: TaskText): string {
  return text.place(why.place) + text.space + holdText(why, text);
}

function holdText(why: WhyPending, text: TaskText['why']): string {
  if (why.runtimeState === 'paused') return text.paused;
  if (why.runtimeState === 'stopped') return text.stopped;
  return why.running.length < why.concurrency
    ? text.slotsFree(why.running.length, why.concurrency)
    : text.slotsTaken(why.concurrency);
}

/** What each exit means where a retry ended by it. */
function exitText(decision: Decision, { layer }: NotRetried, text: TaskText['why']): string {
  const call = layerCall(layer);
  switch (decision) {
    case 'exhausted':
      return layer.limit === undefined ? text.attemptsUsed(call) : text.retriesUsed(layer.limit - 1, call);
    case 'not-retryable':
      return text.notRetryable;
    case 'timeout':
      return text.timeout;
    case 'cancelled':
      return text.cancelled;
    case 'vetoed':
      return text.vetoed(call);
    case 'predicate-failed':
      return text.predicateFailed(call);
    case 'bad-delay':
      return text.badDelay(call);
    case 'budget':
      return text.budget;
    case 'elapsed':
      return text.elapsed(call);
    case 'schedule-ended':
      return text.scheduleEnded(call);
    default:
      return text.otherwise(call, decision);
  }
}

/** Why a task that ended in an error was not tried once more; undefined for one that did not. */
export function notRetriedText(task: TaskModel, { why: text }: TaskText): string | undefined {
  if (task.state !== 'error') return undefined;
  if (task.startedAt === undefined) return text.neverRan;
  const why = whyNotRetried(task);
  if (why === undefined) return withoutRetry(task, text);
  const exit = exitText(why.decision, why, text);
  return task.retryable && !hasAround(task, why.layer, 'fallback') ? exit + text.noFallback : exit;
}

function withoutRetry(task: TaskModel, text: TaskText['why']): string {
  if (task.layers.some((layer) => layer.outcome === 'timeout')) return text.timedOutAlone;
  const untold = task.layers.some(isRepeating) || task.reported !== 'full';
  return (untold ? text.nothingTold : text.nothingAround) + (task.retryable ? text.wouldRetry : text.neither);
}

function hasAround(task: TaskModel, inner: LayerModel, kind: LayerModel['kind']): boolean {
  const layers = new Map(task.layers.map((layer) => [layer.layer, layer]));
  const seen = new Set<number>();
  let up = inner.parent;
  while (up !== undefined && !seen.has(up)) {
    seen.add(up);
    const layer = layers.get(up);
    if (layer?.kind === kind) return true;
    up = layer?.parent;
  }
  return false;
}
