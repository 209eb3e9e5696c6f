import type { AttemptModel, TaskModel } from '../../../bridge/model/types.ts';
import { isRepeating } from './attempts.ts';
import { isFinished, type Watch } from './times.ts';

/** What a stretch of the waterfall shows. */
export type SpanKind = 'wait' | 'ok' | 'fail' | 'run' | 'off' | 'backoff';

/** Epoch ms. */
export interface Span {
  readonly kind: SpanKind;
  readonly from: number;
  readonly to: number;
}

export interface Waterfall {
  readonly spans: readonly Span[];
  /** The moments at which a timeout fired. */
  readonly timeouts: readonly number[];
  /** When a task that had timed out really ended. */
  readonly exit: number | undefined;
}

/** How a stretch of the body looks when nothing is known of its attempts. */
function bodyKind(task: TaskModel): SpanKind {
  switch (task.state) {
    case 'success':
      return 'ok';
    case 'error':
      return 'fail';
    case 'cancelled':
      return 'off';
    default:
      return 'run';
  }
}

function attemptKind(attempt: AttemptModel, task: TaskModel, isLast: boolean): SpanKind {
  if (attempt.endedAt === undefined) return bodyKind(task);
  if (attempt.decision === 'cancelled') return 'off';
  if (attempt.error !== undefined) return isLast && task.state === 'cancelled' ? 'off' : 'fail';
  return 'ok';
}

/** The attempts that are drawn: those of the innermost repeating layers, for the outer ones only bracket them. */
function drawnAttempts(task: TaskModel): readonly AttemptModel[] {
  const repeating = task.layers.filter(isRepeating);
  if (repeating.length === 0) return [];
  const outer = new Set<number>();
  const parents = new Map(task.layers.map((layer) => [layer.layer, layer.parent]));
  for (const layer of repeating) {
    // A layer that is known as an outer one ends the walk: a hostile page may tell of layers that enclose each other.
    for (let up = layer.parent; up !== undefined && !outer.has(up); up = parents.get(up)) outer.add(up);
  }
  const inner = new Set(repeating.filter((layer) => !outer.has(layer.layer)).map((layer) => layer.layer));
  return task.attempts.filter((attempt) => inner.has(attempt.layer) && attempt.startedAt !== undefined);
}

/**
 * A task as stretches of time: the queue wait, each attempt, each back-off (planned while it lasts, real afterwards),
 * the moment a timeout fired and, for a task that timed out, the moment it really ended.
 */
export function waterfallOf(task: TaskModel, watch: Watch): Waterfall {
  const spans: Span[] = [];
  const until = task.endedAt ?? (watch.connected ? watch.now : undefined);
  const add = (kind: SpanKind, from: number | undefined, to: number | undefined): void => {
    if (from !== undefined && to !== undefined) spans.push({ kind, from, to: Math.max(from, to) });
  };

  add('wait', task.registeredAt, task.startedAt ?? until);

  const attempts = drawnAttempts(task);
  if (attempts.length === 0) add(bodyKind(task), task.startedAt, until);
  for (const [index, attempt] of attempts.entries()) {
    const isLast = index === attempts.length - 1;
    add(attemptKind(attempt, task, isLast), attempt.startedAt, attempt.endedAt ?? until);
    if (attempt.endedAt === undefined) continue;
    const next = attempts[index + 1]?.startedAt;
    const waits = attempt.realWait ?? attempt.plannedWait;
    if (waits === undefined) continue;
    const waitEnds = attempt.realWait === undefined ? (next ?? until) : attempt.endedAt + attempt.realWait;
    add('backoff', attempt.endedAt, waitEnds);
  }
  // What the body did around its attempts (a fallback that ran after them) is part of the run as well.
  const last = spans.at(-1);
  if (attempts.length > 0 && last !== undefined && until !== undefined && isFinished(task) && until - last.to > 1) {
    add(bodyKind(task), last.to, until);
  }

  const timeouts = task.layers.flatMap((layer) => layer.timeoutFiredAt ?? []);
  return { spans, timeouts, exit: timeouts.length > 0 ? task.endedAt : undefined };
}

const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The next "round" number at or above `ms`, so that the scale of the waterfall stands still between two of them. */
export function roundUp(ms: number): number {
  if (!(ms > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(ms));
  return (STEPS.find((step) => step * power >= ms) ?? 10) * power;
}

export interface TimeScale {
  /** Epoch ms at the left edge. */
  readonly from: number;
  /** ms from edge to edge. */
  readonly span: number;
}

/** A scale that holds all the given tasks. */
export function scaleOf(tasks: readonly TaskModel[], now: number): TimeScale {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const task of tasks) {
    const start = task.registeredAt ?? task.startedAt ?? task.endedAt;
    if (start === undefined) continue;
    from = Math.min(from, start);
    to = Math.max(to, task.endedAt ?? Math.max(now, task.startedAt ?? start));
  }
  return Number.isFinite(from) ? { from, span: roundUp(to - from) } : { from: now, span: 1 };
}
