import { attemptCount } from '../../../bridge/model/selectors.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { lastFailure } from '../present/attempts.ts';
import type { ColumnId } from '../present/columns.ts';
import { errorTitle } from '../present/error.ts';
import { ranFor, type Watch, waitedFor } from '../present/times.ts';

/** A column that the list can be ordered by: each of them. */
export type SortColumn = ColumnId;

/** What an order may need besides the tasks. */
export interface SortWorld {
  readonly watchOf: (task: TaskModel) => Watch;
  readonly runtimeName: (task: TaskModel) => string;
}

/** What a task is ordered by: a number or a text; undefined stands last, whichever way. */
type SortValue = number | string | undefined;

const VALUES: Readonly<Record<SortColumn, (task: TaskModel, world: SortWorld) => SortValue>> = {
  name: (task) => task.name,
  runtime: (task, world) => world.runtimeName(task),
  retryable: (task) => (task.state === 'error' ? (task.retryable ? 0 : 1) : undefined),
  attempts: (task) => {
    const count = attemptCount(task);
    return count.kind === 'counted' ? count.attempts : undefined;
  },
  error: (task) => {
    const error = task.error ?? lastFailure(task)?.error;
    return error === undefined ? undefined : `${errorTitle(error)} ${error.type ?? ''} ${error.message}`;
  },
  started: (task) => task.startedAt,
  waited: (task, world) => waitedFor(task, world.watchOf(task)),
  ran: (task, world) => ranFor(task, world.watchOf(task)),
  waterfall: (task) => task.registeredAt,
};

const ZERO = 48;
const NINE = 57;
const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
const lower = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);

/**
 * Texts as a reader orders them: case aside, and runs of digits by their number (photo-9 before photo-10). Written by
 * hand because Intl.Collator takes five times as long, and a click on a header may compare two million times.
 */
export function naturalCompare(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(j);
    if (isDigit(x) && isDigit(y)) {
      while (a.charCodeAt(i) === ZERO) i += 1;
      while (b.charCodeAt(j) === ZERO) j += 1;
      const fromA = i;
      const fromB = j;
      while (isDigit(a.charCodeAt(i))) i += 1;
      while (isDigit(b.charCodeAt(j))) j += 1;
      const byLength = i - fromA - (j - fromB);
      if (byLength !== 0) return byLength;
      for (let k = 0; fromA + k < i; k += 1) {
        const byDigit = a.charCodeAt(fromA + k) - b.charCodeAt(fromB + k);
        if (byDigit !== 0) return byDigit;
      }
    } else {
      const byChar = lower(x) - lower(y);
      if (byChar !== 0) return byChar;
      i += 1;
      j += 1;
    }
  }
  return a.length - i - (b.length - j);
}

function compareValues(a: SortValue, b: SortValue): number {
  return typeof a === 'string' && typeof b === 'string' ? naturalCompare(a, b) : Number(a) - Number(b);
}

/** The tasks in the order of a column. Equal ones keep the order in which they stood; what has no value stands last. */
export function sortTasks(
  tasks: readonly TaskModel[],
  column: SortColumn,
  descending: boolean,
  world: SortWorld,
): readonly TaskModel[] {
  const value = VALUES[column];
  const sign = descending ? -1 : 1;
  // Each value once, not at each comparison; what has none is set aside, so that a comparison need not ask.
  const values: SortValue[] = [];
  const order: number[] = [];
  const without: TaskModel[] = [];
  for (const [index, task] of tasks.entries()) {
    const found = value(task, world);
    values.push(found);
    if (found === undefined) without.push(task);
    else order.push(index);
  }
  order.sort((x, y) => sign * compareValues(values[x], values[y]) || x - y);
  const sorted: TaskModel[] = [];
  for (const index of order) {
    const task = tasks[index];
    if (task !== undefined) sorted.push(task);
  }
  return sorted.concat(without);
}

/** Where a task stands while nothing else is asked; one whose registration was lost by what is known of it. */
const registered = (task: TaskModel): number => task.registeredAt ?? task.startedAt ?? task.endedAt ?? 0;

/**
 * The tasks in the order of their registration, over all runtimes: the same array when they are so already, which is
 * the rule. A history that came late stands behind the runtimes that were there before; then two runs are merged.
 */
export function inOrderOfRegistration(tasks: readonly TaskModel[]): readonly TaskModel[] {
  let before = Number.NEGATIVE_INFINITY;
  for (const task of tasks) {
    const at = registered(task);
    if (at < before) return tasks.toSorted((a, b) => registered(a) - registered(b));
    before = at;
  }
  return tasks;
}
