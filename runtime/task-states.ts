/** The five states of a task, in the order in which the panel lists them. */
export const TASK_STATES = ['pending', 'running', 'success', 'error', 'cancelled'] as const;

/** One of the five states of a task; the last three are terminal. */
export type TaskState = (typeof TASK_STATES)[number];

/** A state from which no transition leads on. */
export type TerminalState = Extract<TaskState, 'success' | 'error' | 'cancelled'>;

/** One permitted step of a task: from where, to where, and what the step is called. */
export interface TaskTransition {
  readonly from: TaskState;
  readonly to: TaskState;
  readonly name: 'start' | 'succeed' | 'fail' | 'cancel' | 'skip' | 'refuse';
}

/**
 * The whole state machine as data: no other transition exists. The scheduler is held to it by the property tests, and
 * the panel draws its picture from it.
 */
export const TASK_TRANSITIONS: readonly TaskTransition[] = /* @__PURE__ */ Object.freeze([
  { from: 'pending', to: 'running', name: 'start' },
  { from: 'running', to: 'success', name: 'succeed' },
  { from: 'running', to: 'error', name: 'fail' },
  { from: 'running', to: 'cancelled', name: 'cancel' },
  { from: 'pending', to: 'cancelled', name: 'skip' },
  { from: 'pending', to: 'error', name: 'refuse' },
] as const satisfies readonly TaskTransition[]);
