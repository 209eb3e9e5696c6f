import type { AttemptModel, TaskModel } from '../../../bridge/model/types.ts';
import type { list } from '../../locales/en/list.ts';
import type { task } from '../../locales/en/task.ts';
import type { TextOf } from '../text.ts';

/** The runtime's own words, as the model carries them. */
export type TaskState = TaskModel['state'];
export type Decision = NonNullable<AttemptModel['decision']>;

/** The texts of the details, in one language. */
export type TaskText = TextOf<typeof task>;
/** The texts of the list, in one language. */
export type ListText = TextOf<typeof list>;
