import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { TaskKey, TaskModel } from '../../../bridge/model/types.ts';
import type { Feed } from './feed.ts';
import type { Rows } from './rows.ts';

export interface SelectionStore {
  readonly key: Signal<TaskKey | undefined>;
  /** The chosen task as it is now; undefined when none is chosen or it is no longer kept. */
  readonly task: ReadonlySignal<TaskModel | undefined>;
  /** Its place in the list; -1 when the filter hides it. */
  readonly index: () => number;
  /** Chooses the row so many places further, or the first or last one; from nothing, the nearer end. */
  readonly move: (by: number) => void;
}

export function createSelection(feed: Feed, rows: ReadonlySignal<Rows>): SelectionStore {
  const key = signal<TaskKey | undefined>(undefined);
  const index = (): number => {
    const chosen = key.peek();
    return chosen === undefined ? -1 : rows.peek().rows.findIndex((task) => task.key === chosen);
  };
  return {
    key,
    task: computed(() => {
      void feed.revision.value;
      return key.value === undefined ? undefined : feed.model.tasks.get(key.value);
    }),
    index,
    move(by) {
      const list = rows.peek().rows;
      const at = index();
      const start = at === -1 ? (by > 0 ? -1 : list.length) : at;
      const next = list[Math.min(list.length - 1, Math.max(0, start + by))];
      if (next !== undefined) key.value = next.key;
    },
  };
}
