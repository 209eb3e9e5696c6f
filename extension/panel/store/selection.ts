import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { TaskKey, TaskModel } from '../../../bridge/model/types.ts';
import type { Feed } from './feed.ts';
import type { Rows } from './rows.ts';

export interface SelectionStore {
  /** The task that was chosen last: the details are of it, and the arrow keys start at it. */
  readonly lead: ReadonlySignal<TaskKey | undefined>;
  /** All that are chosen, the lead among them. */
  readonly keys: ReadonlySignal<ReadonlySet<TaskKey>>;
  /** The lead as it is now; undefined when nothing is chosen or it is no longer kept. */
  readonly task: ReadonlySignal<TaskModel | undefined>;
  /** All that are chosen and still kept, in the order of the model. */
  readonly tasks: ReadonlySignal<readonly TaskModel[]>;
  /** The lead's place in the list; -1 when the filter hides it. */
  readonly index: () => number;
  readonly choose: (key: TaskKey) => void;
  /** Takes one more, or lets it go. */
  readonly toggle: (key: TaskKey) => void;
  /** Everything in the list from where the choice began to here. */
  readonly extendTo: (key: TaskKey) => void;
  readonly all: () => void;
  readonly none: () => void;
  /** The row so many places further, or the first or last one; from nothing, the nearer end. */
  readonly move: (by: number, extend: boolean) => void;
}

const NOTHING: ReadonlySet<TaskKey> = new Set();

export function createSelection(feed: Feed, rows: ReadonlySignal<Rows>): SelectionStore {
  const lead = signal<TaskKey | undefined>(undefined);
  const keys = signal<ReadonlySet<TaskKey>>(NOTHING);
  /** Where a range begins. */
  let origin: TaskKey | undefined;

  const indexOf = (key: TaskKey | undefined): number =>
    key === undefined ? -1 : rows.peek().rows.findIndex((task) => task.key === key);
  const set = (next: ReadonlySet<TaskKey>, at: TaskKey | undefined): void =>
    batch(() => {
      keys.value = next;
      lead.value = at;
    });
  const choose = (key: TaskKey): void => {
    origin = key;
    set(new Set([key]), key);
  };
  const extendTo = (key: TaskKey): void => {
    const to = indexOf(key);
    const from = indexOf(origin);
    if (to === -1) return;
    if (from === -1) {
      choose(key);
      return;
    }
    const range = rows.peek().rows.slice(Math.min(from, to), Math.max(from, to) + 1);
    set(new Set(range.map((task) => task.key)), key);
  };

  return {
    lead,
    keys,
    task: computed(() => {
      void feed.revision.value;
      return lead.value === undefined ? undefined : feed.model.tasks.get(lead.value);
    }),
    tasks: computed(() => {
      void feed.revision.value;
      const chosen = keys.value;
      if (chosen.size <= 1) return [...chosen].flatMap((key) => feed.model.tasks.get(key) ?? []);
      return [...feed.model.tasks.values()].filter((task) => chosen.has(task.key));
    }),
    index: () => indexOf(lead.peek()),
    choose,
    toggle(key) {
      const next = new Set(keys.peek());
      if (!next.delete(key)) next.add(key);
      origin = key;
      set(next, next.has(key) ? key : [...next].at(-1));
    },
    extendTo,
    all() {
      const list = rows.peek().rows;
      if (list.length > 0) set(new Set(list.map((task) => task.key)), lead.peek() ?? list[0]?.key);
    },
    none: () => set(NOTHING, undefined),
    move(by, extend) {
      const list = rows.peek().rows;
      const at = indexOf(lead.peek());
      const start = at === -1 ? (by > 0 ? -1 : list.length) : at;
      const next = list[Math.min(list.length - 1, Math.max(0, start + by))];
      if (next === undefined) return;
      if (extend) extendTo(next.key);
      else choose(next.key);
    },
  };
}
