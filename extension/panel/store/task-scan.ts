import type { TaskKey, TaskModel } from '../../../bridge/model/types.ts';
import { retryCost } from '../present/attempts.ts';
import type { Matcher } from './filter.ts';

/** What one look through the tasks found. The list is the same array each time, changed in place. */
export interface ScanResult {
  readonly rows: readonly TaskModel[];
  /** Retries of all tasks, and ms waited between attempts. */
  readonly retries: number;
  readonly waited: number;
  /** Tasks of which at least one attempt is told, and their attempts. */
  readonly reportedTasks: number;
}

/**
 * Looks through all tasks, but asks only about those that changed since the last look: rows are immutable and the map
 * keeps its order, so what is known of a row that is still the same object holds. 100 000 unchanged rows cost about
 * a millisecond and no allocation.
 */
export function createTaskScan(): (tasks: ReadonlyMap<TaskKey, TaskModel>, matcher: Matcher) => ScanResult {
  const seen: TaskModel[] = [];
  const hits: boolean[] = [];
  const rows: TaskModel[] = [];
  let asked: Matcher | undefined;
  let retries = 0;
  let waited = 0;
  let reportedTasks = 0;

  const count = (task: TaskModel, sign: 1 | -1): void => {
    if (task.layers.length === 0) return;
    const cost = retryCost(task);
    retries += sign * cost.retries;
    waited += sign * cost.waited;
    reportedTasks += sign;
  };

  return (tasks, matcher) => {
    const askAll = matcher !== asked;
    asked = matcher;
    const length = seen.length;
    // The map only loses entries and gains them at its end, so `at` never overtakes `from` within the old length.
    let from = 0;
    let at = 0;
    let row = 0;
    const old = (): TaskModel | undefined => (from < length ? seen[from] : undefined);
    for (const task of tasks.values()) {
      let before = old();
      while (before !== undefined && before !== task && before.key !== task.key) {
        count(before, -1);
        from += 1;
        before = old();
      }
      const stands = before === task && !askAll && !(matcher.timely && task.endedAt === undefined);
      const known = stands ? hits[from] : undefined;
      if (before !== task) {
        if (before !== undefined) count(before, -1);
        count(task, 1);
      }
      if (before !== undefined) from += 1;
      const hit = known ?? matcher.test(task);
      seen[at] = task;
      hits[at] = hit;
      at += 1;
      if (hit) {
        rows[row] = task;
        row += 1;
      }
    }
    for (let gone = old(); gone !== undefined; gone = old()) {
      count(gone, -1);
      from += 1;
    }
    seen.length = at;
    hits.length = at;
    rows.length = row;
    return { rows, retries, waited, reportedTasks };
  };
}
