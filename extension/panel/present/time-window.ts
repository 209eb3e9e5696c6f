import type { TaskModel } from '../../../bridge/model/types.ts';

/** A stretch of time, epoch ms; an end that is undefined is open, and takes in what is yet to come. At least one is closed. */
export interface TimeWindow {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Whether a task waited or ran in a window; what has not ended goes on. One of which no moment is known did not. */
export function isWithin({ registeredAt, startedAt, endedAt }: TaskModel, { from, to }: TimeWindow): boolean {
  const began = registeredAt ?? startedAt ?? endedAt;
  if (began === undefined) return false;
  return (to === undefined || began <= to) && (from === undefined || endedAt === undefined || endedAt >= from);
}

/** What is seen of time: a window lies in it. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** A window between two moments in any order, open where it reaches an edge of what is seen; undefined when it takes in all. */
export function windowOf(a: number, b: number, range: TimeRange): TimeWindow | undefined {
  const from = Math.min(a, b) <= range.from ? undefined : Math.min(a, b);
  const to = Math.max(a, b) >= range.to ? undefined : Math.max(a, b);
  return from === undefined && to === undefined ? undefined : { from, to };
}

/** The window with one edge moved, which does not pass the other. */
export function withEdge(
  window: TimeWindow | undefined,
  edge: 'from' | 'to',
  at: number,
  range: TimeRange,
): TimeWindow | undefined {
  const { from = range.from, to = range.to } = window ?? {};
  return edge === 'from' ? windowOf(Math.min(at, to), to, range) : windowOf(from, Math.max(at, from), range);
}
