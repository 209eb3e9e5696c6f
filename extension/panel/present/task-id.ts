import type { TaskModel } from '../../../bridge/model/types.ts';

/** The id as a reader names it: without the runtime's own id, which every task of it begins with. */
export function shortId(task: TaskModel): string {
  const rest = task.id.startsWith(task.runtimeId)
    ? task.id.slice(task.runtimeId.length).replace(/^[^\p{L}\p{N}]+/u, '')
    : '';
  return `#${rest === '' ? task.id : rest}`;
}
