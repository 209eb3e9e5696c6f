import type { TaskKey, TaskModel } from '../model/types.ts';
import type { ModelRule, Moment } from './rule.ts';

/** ms of one window. */
export const WINDOW = 10_000;
/** Attempts a task within a window; above it is a storm. */
export const STORM = 3;
/** Fewer tasks are no storm, however often they try. */
export const LEAST_TASKS = 5;

/** Many tasks that try again and again at one time: the service gets several times its load just when it is weak. */
export const retryStorm: ModelRule = {
  id: 'retry-storm',
  severity: 'error',
  look(model) {
    const windows = new Map<number, Map<TaskKey, number>>();
    for (const row of model.tasks.values()) {
      if (row.attempts.length <= 1) continue;
      const retries = new Set(callingLayers(row));
      for (const { layer, startedAt } of row.attempts) {
        if (startedAt === undefined || !retries.has(layer)) continue;
        const window = Math.floor(startedAt / WINDOW);
        const calls = windows.get(window) ?? new Map<TaskKey, number>();
        windows.set(window, calls);
        calls.set(row.key, (calls.get(row.key) ?? 0) + 1);
      }
    }
    addSingles(model.tasks.values(), windows);
    const tasks = new Set<TaskKey>();
    const moments: Moment[] = [];
    let worst = 0;
    for (const [window, calls] of [...windows].sort(([a], [b]) => a - b)) {
      const attempts = [...calls.values()].reduce((sum, count) => sum + count, 0);
      const ratio = attempts / calls.size;
      if (calls.size < LEAST_TASKS || ratio <= STORM) continue;
      moments.push({ at: window * WINDOW, tasks: calls.size });
      worst = Math.max(worst, ratio);
      for (const [key, count] of calls) if (count > 1) tasks.add(key);
    }
    return moments.length === 0 ? undefined : { tasks, worst, example: '', moments };
  },
};

/** Tasks that needed one attempt count too: a busy window with a few that struggle is no storm. */
function addSingles(rows: Iterable<TaskModel>, windows: ReadonlyMap<number, Map<TaskKey, number>>): void {
  for (const row of rows) {
    if (row.attempts.length > 1 || row.startedAt === undefined) continue;
    windows.get(Math.floor(row.startedAt / WINDOW))?.set(row.key, 1);
  }
}

/** Retry layers that hold no other: their attempts are the real calls. */
function callingLayers(row: TaskModel): number[] {
  const retries = row.layers.filter((layer) => layer.kind === 'retry');
  const outer = new Set(retries.map((layer) => layer.parent));
  return retries.filter((layer) => !outer.has(layer.layer)).map((layer) => layer.layer);
}
