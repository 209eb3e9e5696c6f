import type { AttemptModel, TaskModel } from '../../../bridge/model/types.ts';

/** The runtime's own words, as the model carries them. */
export type TaskState = TaskModel['state'];
export type Decision = NonNullable<AttemptModel['decision']>;
