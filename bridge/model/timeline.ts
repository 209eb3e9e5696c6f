import { bump, createLevels, type Levels } from './levels.ts';
import type { Model } from './model.ts';
import { backOffs } from './stretches.ts';
import { createTaskDiff } from './task-diff.ts';
import type { TaskModel } from './types.ts';

/** What went on over time, in bins of one width. Counts are of what happened in a bin; levels are its averages. */
export interface Timeline {
  /** Epoch ms at the left edge of the first bin. */
  readonly from: number;
  /** ms of a bin. */
  readonly width: number;
  readonly running: readonly number[];
  readonly waiting: readonly number[];
  readonly ended: readonly number[];
  /** Of them, in `error`. */
  readonly failed: readonly number[];
  /** Attempts that were to be followed by another. */
  readonly retries: readonly number[];
}

/** Bins at most; one more and they get twice as wide. */
export const MAX_BINS = 600;
/** ms of the finest bin. */
const FINEST = 10;

/** The timeline of everything a model holds, brought up to date at each call by what changed since the last. */
export type TimelineOf = (model: Pick<Model, 'tasks' | 'sessions'>, now: number) => Timeline | undefined;

interface Bins {
  readonly width: number;
  readonly running: Levels;
  readonly waiting: Levels;
  readonly ended: Map<number, number>;
  readonly failed: Map<number, number>;
  readonly retries: Map<number, number>;
}

const newBins = (width: number): Bins => ({
  width,
  running: createLevels(width),
  waiting: createLevels(width),
  ended: new Map(),
  failed: new Map(),
  retries: new Map(),
});

/**
 * Follows a model's tasks. Undefined where no task has a time. What a document that is gone had not ended is not counted
 * on: nobody can tell how long it went on.
 */
export function createTimeline(): TimelineOf {
  let bins = newBins(FINEST);
  /** The pages that are gone, and the same as one text. */
  let gone: string | undefined;
  let lost: ReadonlySet<string> = new Set();
  /** A task's share; taken off by the same words. */
  const change = (task: TaskModel, sign: 1 | -1): void => {
    const { registeredAt, startedAt, endedAt } = task;
    const known = endedAt !== undefined || !lost.has(task.session);
    const began = startedAt ?? endedAt;
    if (registeredAt !== undefined && (began !== undefined || known))
      bins.waiting.add(registeredAt, began === undefined ? undefined : Math.max(began, registeredAt), sign);
    if (startedAt !== undefined && known)
      bins.running.add(startedAt, endedAt === undefined ? undefined : Math.max(endedAt, startedAt), sign);
    if (endedAt !== undefined) {
      const bin = Math.floor(endedAt / bins.width);
      bump(bins.ended, bin, sign);
      if (task.state === 'error') bump(bins.failed, bin, sign);
    }
    for (const { attempt } of backOffs(task)) {
      if (attempt.endedAt !== undefined) bump(bins.retries, Math.floor(attempt.endedAt / bins.width), sign);
    }
  };
  const diff = createTaskDiff({ come: (task) => change(task, 1), gone: (task) => change(task, -1) });
  const rebuild = (tasks: Model['tasks'], now: number): void => {
    bins = newBins(widthFor(tasks.values(), lost, now));
    diff.reset();
    diff.look(tasks);
  };

  return ({ tasks, sessions }, now) => {
    lost = new Set([...sessions.values()].flatMap(({ session, connected }) => (connected ? [] : [session])));
    const nowGone = [...lost].join();
    if (nowGone === gone) diff.look(tasks);
    else rebuild(tasks, now);
    gone = nowGone;
    let range = rangeOf(bins, now);
    const count = range === undefined ? 0 : range.last - range.first + 1;
    if (count > MAX_BINS || (count < MAX_BINS / 8 && bins.width > FINEST)) {
      rebuild(tasks, now);
      range = rangeOf(bins, now);
    }
    if (range === undefined) return undefined;
    const { first, last } = range;
    const counts = (map: ReadonlyMap<number, number>): number[] =>
      Array.from({ length: last - first + 1 }, (_, index) => map.get(first + index) ?? 0);
    return {
      from: first * bins.width,
      width: bins.width,
      running: bins.running.read(first, last),
      waiting: bins.waiting.read(first, last),
      ended: counts(bins.ended),
      failed: counts(bins.failed),
      retries: counts(bins.retries),
    };
  };
}

interface Range {
  readonly first: number;
  readonly last: number;
}

/** The bins from the first in which something happened to the last, or to now while something goes on. */
function rangeOf({ running, waiting, ended, retries, width }: Bins, now: number): Range | undefined {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const keys of [running.bins(), waiting.bins(), ended.keys(), retries.keys()]) {
    for (const bin of keys) {
      first = Math.min(first, bin);
      last = Math.max(last, bin);
    }
  }
  if (running.open() + waiting.open() > 0) last = Math.max(last, Math.floor(now / width));
  return Number.isFinite(last - first) ? { first, last } : undefined;
}

/** Fine enough to fill half of the bins: there is room to go on. */
function widthFor(tasks: Iterable<TaskModel>, lost: ReadonlySet<string>, now: number): number {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { registeredAt, startedAt, endedAt, session } of tasks) {
    from = Math.min(from, registeredAt ?? startedAt ?? endedAt ?? from);
    to = Math.max(to, endedAt ?? (lost.has(session) ? to : Math.max(now, startedAt ?? to)));
  }
  const least = (2 * (to - from)) / MAX_BINS;
  return least > FINEST ? FINEST * 2 ** Math.ceil(Math.log2(least / FINEST)) : FINEST;
}
