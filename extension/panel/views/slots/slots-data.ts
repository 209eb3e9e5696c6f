import {
  type LaneFigures,
  laneFigures,
  type RuntimeLanes,
  type SlotLane,
  slotLanes,
  stayParts,
} from '../../../../bridge/model/slot-lanes.ts';
import type { TaskModel } from '../../../../bridge/model/types.ts';
import type { TimeRange } from '../../present/time-window.ts';
import type { Feed } from '../../store/feed.ts';
import { knownUntil, type LaneRow, laneRows, rangeOf } from './lane-rows.ts';

/** A line of the table. */
export interface SlotFigures extends LaneFigures {
  readonly key: string;
  readonly of: RuntimeLanes;
  readonly lane: SlotLane;
}

/** What the view shows, as it was at one moment. */
export interface SlotsData {
  readonly runtimes: readonly RuntimeLanes[];
  readonly rows: readonly LaneRow[];
  readonly range: TimeRange | undefined;
  readonly slots: readonly SlotFigures[];
  readonly all: LaneFigures;
  /** The task that held its slot longest after its timeout, and how long. */
  readonly longest: { readonly task: TaskModel; readonly ms: number } | undefined;
  /** Until when the story of a runtime is known, by its key. */
  readonly untilOf: (runtimeKey: string) => number;
}

/** Works it out from all tasks. */
export function slotsData({ model, now }: Feed): SlotsData {
  const runtimes = slotLanes(model);
  const untils = new Map(
    runtimes.map((of) => {
      const connected = model.sessions.get(of.runtime.session)?.connected ?? true;
      return [of.runtime.key, knownUntil(of, now.peek(), connected)];
    }),
  );
  const untilOf = (key: string): number => untils.get(key) ?? now.peek();
  const rows = laneRows(runtimes);
  const slots = rows.flatMap((row): readonly SlotFigures[] =>
    row.kind === 'waiting' ? [] : [{ ...row, ...laneFigures(row.lane, row.of, untilOf(row.of.runtime.key)) }],
  );
  const sum = (of: (figures: LaneFigures) => number): number => slots.reduce((total, slot) => total + of(slot), 0);
  return {
    runtimes,
    rows,
    range: rangeOf(runtimes, ({ key }) => untilOf(key)),
    slots,
    all: {
      tasks: sum(({ tasks }) => tasks),
      held: sum(({ held }) => held),
      backOff: sum(({ backOff }) => backOff),
      afterTimeout: sum(({ afterTimeout }) => afterTimeout),
      idleWhileWaiting: sum(({ idleWhileWaiting }) => idleWhileWaiting),
    },
    longest: longestAfterTimeout(slots, untilOf),
    untilOf,
  };
}

function longestAfterTimeout(slots: readonly SlotFigures[], untilOf: SlotsData['untilOf']): SlotsData['longest'] {
  let longest: SlotsData['longest'];
  for (const { lane, afterTimeout } of slots) {
    if (afterTimeout === 0) continue;
    for (const task of lane.stays) {
      const ms = stayParts(task, untilOf(task.runtimeKey)).afterTimeout;
      if (ms > (longest?.ms ?? 0)) longest = { task, ms };
    }
  }
  return longest;
}
