import type { VNode } from 'preact';
import { TASK_STATES, TASK_TRANSITIONS } from '../../../bridge/model/task-states.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { TASK } from '../../locales/task.ts';
import { formatDuration } from '../format/duration.ts';
import { layOut, NODE } from '../present/machine.ts';
import { pathOf } from '../present/path.ts';
import { ranFor, type Watch, waitedFor } from '../present/times.ts';
import type { TaskState } from '../present/words.ts';
import { useText } from '../text.ts';
import './StateMachine.css';

const DRAWING = layOut({ states: TASK_STATES, transitions: TASK_TRANSITIONS });

/** Names an edge. */
const edgeOf = (from: TaskState, to: TaskState): string => `${from} ${to}`;

/** The steps of a path as edges. */
const stepsOf = (path: readonly TaskState[]): readonly string[] =>
  path.slice(1).map((to, index) => edgeOf(path[index] ?? to, to));

/** The machine with the path of one task lit, and the time it spent before each step. */
export function StateMachine({ task, watch }: { readonly task: TaskModel; readonly watch: Watch }): VNode {
  const { machine: text } = useText(TASK);
  const path = pathOf(task);
  const spent: Partial<Record<TaskState, number | undefined>> = {
    pending: waitedFor(task, watch),
    running: ranFor(task, watch),
  };
  const lit = new Map(
    stepsOf(path).map((edge, index) => {
      const time = spent[path[index] ?? 'pending'];
      return [edge, time === undefined ? '' : formatDuration(time)];
    }),
  );
  return (
    <Machine
      name={path.map((state) => text.states[state]).join(text.between)}
      states={new Set(path)}
      end={path.at(-1)}
      lit={lit}
    />
  );
}

/** The machine with every step that any of the tasks took lit, and how many took it. */
export function SelectionMachine({ tasks }: { readonly tasks: readonly TaskModel[] }): VNode {
  const { machine: text } = useText(TASK);
  const counts = new Map<string, number>();
  const states = new Map<TaskState, number>();
  for (const task of tasks) {
    const path = pathOf(task);
    for (const edge of stepsOf(path)) counts.set(edge, (counts.get(edge) ?? 0) + 1);
    const end = path.at(-1);
    if (end !== undefined) states.set(end, (states.get(end) ?? 0) + 1);
  }
  const name = [...states].map(([state, count]) => text.counted(count, text.states[state])).join(text.between);
  const lit = new Map([...counts].map(([edge, count]) => [edge, String(count)]));
  const touched = new Set([...states.keys(), ...[...counts.keys()].flatMap((edge) => edge.split(' '))]);
  return <Machine name={name} states={touched} end={undefined} lit={lit} />;
}

interface MachineProps {
  /** What the picture says, for who cannot see it. */
  readonly name: string;
  readonly states: ReadonlySet<string>;
  readonly end: TaskState | undefined;
  /** The edges that are lit, with their labels. */
  readonly lit: ReadonlyMap<string, string>;
}

function Machine({ name, states, end, lit }: MachineProps): VNode {
  const { machine } = useText(TASK);
  const edges = DRAWING.edges.toSorted(
    (a, b) => Number(lit.has(edgeOf(a.from, a.to))) - Number(lit.has(edgeOf(b.from, b.to))),
  );
  return (
    <svg
      class="machine"
      role="img"
      aria-label={name}
      viewBox={`0 0 ${DRAWING.width} ${DRAWING.height}`}
      width={DRAWING.width}
      height={DRAWING.height}
    >
      <defs>
        <Arrow id="tasklens-arrow" kind="plain" />
        <Arrow id="tasklens-arrow-lit" kind="lit" />
      </defs>
      {edges.map(({ from, to, path, label }) => {
        const text = lit.get(edgeOf(from, to));
        return (
          <g key={edgeOf(from, to)} class={text === undefined ? 'machine__edge' : 'machine__edge machine__edge--lit'}>
            <path d={path} marker-end={`url(#tasklens-arrow${text === undefined ? '' : '-lit'})`} />
            {text !== undefined && (
              <text x={label.x} y={label.y}>
                {text}
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
            states.has(state) && 'machine__node--lit',
            state === end && `machine__node--${state}`,
          ]
            .filter(Boolean)
            .join(' ')}
        >
          <rect x={x} y={y} width={NODE.width} height={NODE.height} rx={NODE.height / 2} />
          <text x={x + NODE.width / 2} y={y + 16}>
            {machine.states[state]}
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
