import { isTerminal } from './invariants.ts';
import type { StateCounts } from './model.ts';
import type { TaskKey, TaskModel } from './types.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The rows, their counts, and the bound on both. */
export class Rows {
  readonly tasks = new Map<TaskKey, TaskModel>();
  #counts: Mutable<StateCounts> = none();
  #snapshot: StateCounts | undefined;
  evicted = 0;
  #max: number;
  readonly #onGone: (row: TaskModel) => void;

  /** `onGone` hears of each row that leaves, whatever the cause. */
  constructor(max: number, onGone: (row: TaskModel) => void) {
    this.#max = max;
    this.#onGone = onGone;
  }

  /** How many are kept; beyond, finished ones leave first. A smaller one takes effect at once. */
  get max(): number {
    return this.#max;
  }
  set max(max: number) {
    this.#max = max;
    if (this.tasks.size > max) this.#evict();
  }

  /** Immutable, and the same object until a count changes. */
  get counts(): StateCounts {
    this.#snapshot ??= { ...this.#counts };
    return this.#snapshot;
  }

  /** Puts a new row, or a newer form of one. */
  put(row: TaskModel): void {
    const before = this.tasks.get(row.key);
    if (before === row) return;
    this.tasks.set(row.key, row);
    if (before && before.state === row.state && before.retrying === row.retrying) return;
    if (before) this.#count(before, -1);
    this.#count(row, 1);
    if (!before && this.tasks.size > this.#max + this.#slack) this.#evict();
  }

  remove(row: TaskModel): void {
    if (!this.tasks.delete(row.key)) return;
    this.#count(row, -1);
    this.#onGone(row);
  }

  #count(row: TaskModel, by: 1 | -1): void {
    this.#snapshot = undefined;
    this.#counts.all += by;
    this.#counts[row.state] += by;
    if (row.retrying) this.#counts.retrying += by;
  }

  /** Eviction walks the map from its old end, so it is done for many at a time. */
  get #slack(): number {
    return Math.floor(this.#max / 100);
  }

  #evict(): void {
    const excess = (): boolean => this.tasks.size > this.#max;
    for (const row of this.tasks.values()) {
      if (!excess()) return;
      if (isTerminal(row.state)) this.#drop(row);
    }
    // Nothing but live tasks: the bound holds all the same, or a page could fill the memory.
    for (const row of this.tasks.values()) {
      if (!excess()) return;
      this.#drop(row);
    }
  }

  #drop(row: TaskModel): void {
    this.remove(row);
    this.evicted++;
  }
}

function none(): Mutable<StateCounts> {
  return { all: 0, pending: 0, running: 0, retrying: 0, success: 0, error: 0, cancelled: 0 };
}
