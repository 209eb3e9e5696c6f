import type { NotRetried, WhyPending } from '../../../bridge/model/selectors.ts';
import { whyNotRetried } from '../../../bridge/model/selectors.ts';
import type { LayerModel, TaskModel } from '../../../bridge/model/types.ts';
import { isRepeating } from './attempts.ts';
import { layerCall } from './layers.ts';
import type { Decision } from './words.ts';

const NTH = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIX: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** 1st, 2nd, 11th. */
function nth(n: number): string {
  return `${n}${SUFFIX[NTH.select(n)] ?? 'th'}`;
}

/** Its place in the queue, in words; the tasks ahead and in the slots are named beside it. */
export function pendingText(why: WhyPending): string {
  const place = why.place === 1 ? 'It is next in the queue.' : `It is ${nth(why.place)} in the queue.`;
  switch (why.runtimeState) {
    case 'paused':
      return `${place} The runtime is paused: nothing starts until it is resumed.`;
    case 'stopped':
      return `${place} The runtime is stopped: nothing starts any more.`;
    default:
      return why.running.length < why.concurrency
        ? `${place} ${why.running.length} of ${why.concurrency} slots are taken; it starts in a moment.`
        : `${place} ${why.concurrency === 1 ? 'The one slot is' : `All ${why.concurrency} slots are`} taken.`;
  }
}

/** What each exit means where a retry ended by it. */
function exitText(decision: Decision, { layer }: NotRetried): string {
  const call = layerCall(layer);
  const { limit } = layer;
  switch (decision) {
    case 'exhausted':
      return limit === undefined
        ? `${call} has used up its attempts.`
        : `${limit === 2 ? 'The one retry' : `All ${limit - 1} retries`} of ${call} ${limit === 2 ? 'was' : 'were'} used.`;
    case 'not-retryable':
      return 'Its error is not retryable: a TaskError is so only where its author says it, the runtime’s own errors never.';
    case 'timeout':
      return 'It timed out, and a timeout is never retried as it is: retryOnTimeout makes a retryable error of it.';
    case 'cancelled':
      return 'It was cancelled.';
    case 'vetoed':
      return `The retryable predicate of ${call} said no to this error.`;
    case 'predicate-failed':
      return `The retryable predicate of ${call} threw, which counts as a no.`;
    case 'bad-delay':
      return `The delay function of ${call} gave no usable wait.`;
    case 'budget':
      return 'The retry budget was spent: too many others were being retried.';
    case 'elapsed':
      return `The next wait would have passed the maxElapsed of ${call}.`;
    case 'schedule-ended':
      return `The schedule of ${call} had ended.`;
    default:
      return `${call} ended with “${decision}”.`;
  }
}

/** Why a task that ended in an error was not tried once more; undefined for one that did not. */
export function notRetriedText(task: TaskModel): string | undefined {
  if (task.state !== 'error') return undefined;
  if (task.startedAt === undefined) return 'It never ran: the scheduler refused it or let it go.';
  const why = whyNotRetried(task);
  if (why === undefined) return withoutRetry(task);
  const exit = exitText(why.decision, why);
  const fallback = task.retryable && !hasAround(task, why.layer, 'fallback');
  return fallback ? `${exit} The error is retryable, so a fallback around it would have run: there is none.` : exit;
}

function withoutRetry(task: TaskModel): string {
  if (task.layers.some((layer) => layer.outcome === 'timeout')) {
    return 'It timed out, and nothing retries around it.';
  }
  const around =
    task.layers.some(isRepeating) || task.reported !== 'full'
      ? 'Nothing told of a retry around it.'
      : 'Nothing retries around it.';
  return task.retryable
    ? `${around} Its error is retryable, so a retry would have tried again.`
    : `${around} Its error is not retryable either.`;
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
