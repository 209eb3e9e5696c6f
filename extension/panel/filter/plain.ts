import type { TaskModel } from '../../../bridge/model/types.ts';
import type { WireError } from '../../../bridge/protocol.ts';

const NOT_ASCII = /[\u0080-\uffff]/;

/** One form for texts that a reader takes for equal: canonical equivalence (NFC), then lower case. */
export function fold(text: string): string {
  return NOT_ASCII.test(text) ? text.normalize('NFC').toLowerCase().normalize('NFC') : text.toLowerCase();
}

/** Says whether a text holds what is looked for. */
export type Finder = (text: string | undefined) => boolean;

/**
 * Looks for a text, case aside and canonically equivalent; every sign in it is plain. Where both texts are ASCII, an
 * expression that ignores case finds it without making a lower-case copy of each name: half the time of a keystroke.
 */
export function finderOf(wanted: string): Finder {
  const needle = fold(wanted);
  if (NOT_ASCII.test(needle)) return (text) => text !== undefined && fold(text).includes(needle);
  const plain = new RegExp(needle.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'i');
  return (text) => text !== undefined && (NOT_ASCII.test(text) ? fold(text).includes(needle) : plain.test(text));
}

const inError = (error: WireError, finds: Finder): boolean =>
  finds(error.class) || finds(error.message) || finds(error.type) || finds(error.name);

/** Whether it is found in the task's name, its id or the text of any of its errors. */
export function findsIn(task: TaskModel, finds: Finder): boolean {
  if (finds(task.name) || finds(task.id)) return true;
  if (task.error !== undefined && inError(task.error, finds)) return true;
  for (const { error } of task.attempts) if (error !== undefined && inError(error, finds)) return true;
  return false;
}
