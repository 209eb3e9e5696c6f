import type { VNode } from 'preact';
import { AXIS, LANE, type LaneRow } from './lane-rows.ts';

interface LaneLabelsProps {
  readonly rows: readonly LaneRow[];
  /** px */
  readonly scrollTop: number;
  readonly height: number;
  readonly focused: number | undefined;
  readonly nameOf: (row: LaneRow) => string;
}

/** The names of the lines that are in sight. */
export function LaneLabels({ rows, scrollTop, height, focused, nameOf }: LaneLabelsProps): VNode {
  const first = Math.max(0, Math.floor(scrollTop / LANE));
  const last = Math.ceil((scrollTop + height - AXIS) / LANE);
  return (
    <div class="slots__labels" aria-hidden="true">
      {rows.slice(first, last).map((row, offset) => (
        <div
          key={row.key}
          class="slots__label"
          data-focused={first + offset === focused}
          style={{ top: `${AXIS + (first + offset) * LANE - scrollTop}px` }}
        >
          <bdi>{nameOf(row)}</bdi>
        </div>
      ))}
    </div>
  );
}
