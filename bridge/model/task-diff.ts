import type { TaskKey, TaskModel } from './types.ts';

/** Hears of rows: a changed row is the old one gone and the new one come. */
export interface TaskDiffListener {
  readonly come: (task: TaskModel) => void;
  readonly gone: (task: TaskModel) => void;
}

export interface TaskDiff {
  /** Tells what has changed since the last look. */
  readonly look: (tasks: ReadonlyMap<TaskKey, TaskModel>) => void;
  /** Forgets what was seen, without a word: the next look tells every task as one that comes. */
  readonly reset: () => void;
}

/**
 * Sums over all tasks are kept by what changed in them. Rows are immutable and the map keeps its order (it only loses
 * entries, and gains them at its end), so one walk beside the rows of the last look finds all that changed: 100 000
 * unchanged rows cost about a millisecond and no allocation.
 */
export function createTaskDiff({ come, gone }: TaskDiffListener): TaskDiff {
  const seen: TaskModel[] = [];
  return {
    look(tasks) {
      const length = seen.length;
      let from = 0;
      let at = 0;
      for (const task of tasks.values()) {
        let before = from < length ? seen[from] : undefined;
        while (before !== undefined && before !== task && before.key !== task.key) {
          gone(before);
          from += 1;
          before = from < length ? seen[from] : undefined;
        }
        if (before !== task) {
          if (before !== undefined) gone(before);
          come(task);
        }
        if (before !== undefined) from += 1;
        // `at` never overtakes `from` within the old length.
        seen[at] = task;
        at += 1;
      }
      for (; from < length; from += 1) {
        const left = seen[from];
        if (left !== undefined) gone(left);
      }
      seen.length = at;
    },
    reset() {
      seen.length = 0;
    },
  };
}
