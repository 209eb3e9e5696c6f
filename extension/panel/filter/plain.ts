import type { TaskModel } from '../../../bridge/model/types.ts';
import type { WireError } from '../../../bridge/protocol.ts';

const NOT_ASCII = /[\u0080-\uffff]/;

/** One form for texts that a reader takes for equal: canonical equivalence (NFC), then lower case. */
export function fold(text: string): string {
  return NOT_ASCII.test(text) ? text.normalize('NFC').toLowerCase().normalize('NFC') : text.toLowerCase();
}

const inError = (error: WireError, needle: string): boolean =>
  fold(error.class).includes(needle) ||
  fold(error.message).includes(needle) ||
  (error.type !== undefined && fold(error.type).includes(needle)) ||
  fold(error.name).includes(needle);

/** Whether a folded text occurs in the task's name, its id or the text of any of its errors. */
export function hasText(task: TaskModel, needle: string): boolean {
  if (fold(task.name).includes(needle) || fold(task.id).includes(needle)) return true;
  if (task.error !== undefined && inError(task.error, needle)) return true;
  return task.attempts.some((attempt) => attempt.error !== undefined && inError(attempt.error, needle));
}
