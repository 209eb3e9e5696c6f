/** The runtime's own state machine, for whoever draws it. */
export { TASK_STATES, TASK_TRANSITIONS } from '../../runtime/index.ts';
