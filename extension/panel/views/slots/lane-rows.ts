import type { RuntimeLanes, SlotLane } from '../../../../bridge/model/slot-lanes.ts';
import { lastBegunAt } from '../../../../bridge/model/slot-lanes.ts';
import type { RuntimeModel, TaskModel } from '../../../../bridge/model/types.ts';
import type { TimeRange } from '../../present/time-window.ts';

/** px; the one height of a lane, `--tl-lane` in the tokens. */
export const LANE = 30;
/** px; the axis above them. */
export const AXIS = 22;

/** A line of the picture: a slot, or how many wait in a runtime's queue. */
export type LaneRow =
  | { readonly kind: 'slot'; readonly key: string; readonly of: RuntimeLanes; readonly lane: SlotLane }
  | { readonly kind: 'waiting'; readonly key: string; readonly of: RuntimeLanes };

/** The lines, runtime by runtime: its slots, and its queue below them. */
export function laneRows(runtimes: readonly RuntimeLanes[]): readonly LaneRow[] {
  return runtimes.flatMap((of): LaneRow[] => [
    ...of.lanes.map(
      (lane): LaneRow => ({ kind: 'slot', key: `${of.runtime.key} ${lane.slot ?? 'unknown'}`, of, lane }),
    ),
    { kind: 'waiting', key: `${of.runtime.key} waiting`, of },
  ]);
}

/**
 * Until when the story of a runtime is known: now, or its last known moment once its page is gone. The page's clock may be a
 * little ahead of ours.
 */
export function knownUntil(of: RuntimeLanes, now: number, connected: boolean): number {
  let last = Math.max(connected ? now : 0, of.came.at(-1) ?? 0, of.left.at(-1) ?? 0);
  for (const { stays } of of.lanes) {
    const stay = stays.at(-1);
    last = Math.max(last, stay?.endedAt ?? stay?.startedAt ?? 0);
  }
  return last;
}

/** From the first moment that is known to the last, or to now while something goes on; undefined when nothing is. */
export function rangeOf(
  runtimes: readonly RuntimeLanes[],
  untilOf: (runtime: RuntimeModel) => number,
): TimeRange | undefined {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { runtime, lanes, came, left } of runtimes) {
    from = Math.min(from, came[0] ?? from);
    to = Math.max(to, left.at(-1) ?? to);
    let open = came.length > left.length;
    for (const { stays } of lanes) {
      const first = stays[0];
      const last = stays.at(-1);
      from = Math.min(from, first?.startedAt ?? from);
      to = Math.max(to, last?.endedAt ?? last?.startedAt ?? to);
      open ||= last !== undefined && last.endedAt === undefined;
    }
    if (open) to = Math.max(to, untilOf(runtime));
  }
  return Number.isFinite(to - from) ? { from, to } : undefined;
}

/** The stay at a moment, or the nearest one within `slack` ms of it: a short one must be hit as well. */
export function stayNear(lane: SlotLane, at: number, slack: number, until: number): TaskModel | undefined {
  const index = lastBegunAt(lane.stays, at);
  const before = lane.stays[index];
  if (before !== undefined && at <= (before.endedAt ?? until)) return before;
  const after = lane.stays[index + 1];
  const toBefore = before === undefined ? Number.POSITIVE_INFINITY : at - (before.endedAt ?? until);
  const toAfter = after?.startedAt === undefined ? Number.POSITIVE_INFINITY : after.startedAt - at;
  if (Math.min(toBefore, toAfter) > slack) return undefined;
  return toBefore <= toAfter ? before : after;
}
