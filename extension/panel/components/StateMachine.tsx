import type { VNode } from 'preact';
import { TASK_STATES, TASK_TRANSITIONS } from '../../../bridge/model/task-states.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { formatDuration } from '../format/duration.ts';
import { layOut, NODE } from '../present/machine.ts';
import { pathOf } from '../present/path.ts';
import { ranFor, type Watch, waitedFor } from '../present/times.ts';
import type { TaskState } from '../present/words.ts';
import './StateMachine.css';

const DRAWING = layOut({ states: TASK_STATES, transitions: TASK_TRANSITIONS });

interface StateMachineProps {
  readonly task: TaskModel;
  readonly watch: Watch;
}

/** The runtime's own table, the path of this task lit, with the time it spent before each step. */
export function StateMachine({ task, watch }: StateMachineProps): VNode {
  const path = pathOf(task);
  const spent = { pending: waitedFor(task, watch), running: ranFor(task, watch) };
  const lit = (from: TaskState, to: TaskState): boolean => {
    const at = path.indexOf(from);
    return at !== -1 && path[at + 1] === to;
  };
  const end = path.at(-1);
  return (
    <svg
      class="machine"
      role="img"
      aria-label={path.join(', ')}
      viewBox={`0 0 ${DRAWING.width} ${DRAWING.height}`}
      width={DRAWING.width}
      height={DRAWING.height}
    >
      <defs>
        <Arrow id="tasklens-arrow" kind="plain" />
        <Arrow id="tasklens-arrow-lit" kind="lit" />
      </defs>
      {[...DRAWING.edges]
        .sort((a, b) => Number(lit(a.from, a.to)) - Number(lit(b.from, b.to)))
        .map(({ from, to, path: d, label }) => {
          const isLit = lit(from, to);
          const time = from === 'pending' || from === 'running' ? spent[from] : undefined;
          return (
            <g key={`${from} ${to}`} class={isLit ? 'machine__edge machine__edge--lit' : 'machine__edge'}>
              <path d={d} marker-end={`url(#tasklens-arrow${isLit ? '-lit' : ''})`} />
              {isLit && time !== undefined && (
                <text x={label.x} y={label.y}>
                  {formatDuration(time)}
                </text>
              )}
            </g>
          );
        })}
      {DRAWING.nodes.map(({ state, x, y }) => (
        <g
          key={state}
          class={[
            'machine__node',
            path.includes(state) && 'machine__node--lit',
            state === end && `machine__node--${state}`,
          ]
            .filter(Boolean)
            .join(' ')}
        >
          <rect x={x} y={y} width={NODE.width} height={NODE.height} rx={NODE.height / 2} />
          <text x={x + NODE.width / 2} y={y + 16}>
            {state}
          </text>
        </g>
      ))}
    </svg>
  );
}

function Arrow({ id, kind }: { readonly id: string; readonly kind: 'plain' | 'lit' }): VNode {
  return (
    <marker id={id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">
      <path d="M0 0l8 4-8 4z" class={`machine__arrow machine__arrow--${kind}`} />
    </marker>
  );
}
