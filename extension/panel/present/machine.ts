import type { TaskState } from './words.ts';

/** The runtime's table, as the bridge passes it on. */
export interface StateTable {
  readonly states: readonly TaskState[];
  readonly transitions: readonly { readonly from: TaskState; readonly to: TaskState }[];
}

export interface MachineNode {
  readonly state: TaskState;
  /** Left upper corner. */
  readonly x: number;
  readonly y: number;
}

export interface MachineEdge {
  readonly from: TaskState;
  readonly to: TaskState;
  /** SVG path data. */
  readonly path: string;
  /** Where a label may stand, its middle. */
  readonly label: { readonly x: number; readonly y: number };
}

export interface MachineDrawing {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly MachineNode[];
  readonly edges: readonly MachineEdge[];
}

export const NODE = { width: 84, height: 24 };
const COLUMN = 156;
const LINE = 36;
const EDGE = 3;

/**
 * Lays the machine out from the table alone: a state stands in the column of its longest way from the start, in a
 * column in the table's order. A step to the next column leaves on the right; a longer one leaves below, so that it
 * passes under what it skips.
 */
export function layOut({ states, transitions }: StateTable): MachineDrawing {
  const depth = new Map<TaskState, number>(states.map((state) => [state, 0]));
  // At most as many rounds as states: a table with a cycle still ends.
  for (let round = 1; round < states.length; round += 1) {
    for (const { from, to } of transitions) {
      depth.set(to, Math.min(states.length, Math.max(depth.get(to) ?? 0, (depth.get(from) ?? 0) + 1)));
    }
  }
  const used = [...new Set(states.map((state) => depth.get(state) ?? 0))].sort((a, b) => a - b);
  const places = new Map<TaskState, MachineNode>();
  const filled = new Map<number, number>();
  for (const state of states) {
    const column = used.indexOf(depth.get(state) ?? 0);
    const line = filled.get(column) ?? 0;
    filled.set(column, line + 1);
    places.set(state, { state, x: EDGE + column * COLUMN, y: EDGE + line * LINE });
  }
  const edges = transitions.flatMap(({ from, to }) => {
    const a = places.get(from);
    const b = places.get(to);
    return a === undefined || b === undefined ? [] : [{ from, to, ...connect(a, b) }];
  });
  const lines = Math.max(1, ...filled.values());
  return {
    width: (used.length - 1) * COLUMN + NODE.width + 2 * EDGE,
    height: (lines - 1) * LINE + NODE.height + 2 * EDGE,
    nodes: [...places.values()],
    edges,
  };
}

function connect(a: MachineNode, b: MachineNode): Pick<MachineEdge, 'path' | 'label'> {
  const endX = b.x - 2;
  const endY = b.y + NODE.height / 2;
  const skips = b.x - a.x > COLUMN;
  if (skips) {
    const startX = a.x + NODE.width / 2;
    const startY = a.y + NODE.height;
    const bend = Math.min(COLUMN / 2, endX - startX);
    return {
      path: `M${startX} ${startY}C${startX} ${endY} ${startX + bend / 2} ${endY} ${startX + bend} ${endY}H${endX}`,
      label: { x: (startX + bend + endX) / 2, y: endY - 5 },
    };
  }
  const startX = a.x + NODE.width;
  const startY = a.y + NODE.height / 2;
  const half = (endX - startX) / 2;
  return {
    path: `M${startX} ${startY}C${startX + half} ${startY} ${startX + half} ${endY} ${endX} ${endY}`,
    label:
      startY === endY ? { x: startX + half, y: startY - 5 } : { x: startX + half - 20, y: (startY + endY) / 2 + 12 },
  };
}
