import type { VNode } from 'preact';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { isUnfinished, type Watch } from '../present/times.ts';
import type { StateButton } from '../store/state-buttons.ts';
import './StateIcon.css';

type IconState = StateButton | 'unfinished';

const SHAPES: Readonly<Record<IconState, VNode>> = {
  pending: <circle cx="6" cy="6" r="4" class="state-icon__line" />,
  running: (
    <>
      <circle cx="6" cy="6" r="4.5" class="state-icon__halo" />
      <circle cx="6" cy="6" r="2.6" class="state-icon__fill" />
    </>
  ),
  retrying: (
    <>
      <circle cx="6" cy="6" r="4.3" class="state-icon__line state-icon__line--dashed" />
      <circle cx="6" cy="6" r="1.8" class="state-icon__fill" />
    </>
  ),
  unfinished: <path d="M9.2 3.2A4.2 4.2 0 1 0 10.2 6" class="state-icon__line" />,
  success: <path d="M2 6.5l3 3 5.5-6.5" class="state-icon__line" />,
  error: <path d="M2.5 2.5l7 7m0-7l-7 7" class="state-icon__line" />,
  cancelled: (
    <>
      <circle cx="6" cy="6" r="4.2" class="state-icon__line" />
      <path d="M3.2 8.8l5.6-5.6" class="state-icon__line" />
    </>
  ),
};

/** What stands for a task: its state, a wait between attempts, or that its end will never be known. */
export function iconOf(task: TaskModel, watch: Watch): IconState {
  if (isUnfinished(task, watch)) return 'unfinished';
  return task.retrying ? 'retrying' : task.state;
}

/** A state by its shape, and by colour besides: ring, dot, dashed ring, open ring, tick, cross, slash. */
export function StateIcon({
  state,
  label,
}: {
  readonly state: IconState;
  /** For who cannot see it; undefined where the state is told beside it. */
  readonly label?: string;
}): VNode {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label or is hidden; a title would add a tooltip to every row
    <svg
      class={`state-icon state-icon--${state}`}
      viewBox="0 0 12 12"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {SHAPES[state]}
    </svg>
  );
}
