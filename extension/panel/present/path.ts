import type { TaskModel } from '../../../bridge/model/types.ts';
import type { TaskState } from './words.ts';

/** The states a task went through, in order. A registration or start that was lost on the way is not invented. */
export function pathOf(task: TaskModel): readonly TaskState[] {
  const path: TaskState[] = [];
  if (task.registeredAt !== undefined || task.state === 'pending') path.push('pending');
  if (task.startedAt !== undefined || task.state === 'running') path.push('running');
  if (task.state !== 'pending' && task.state !== 'running') path.push(task.state);
  return path;
}
