import type { Model } from '../model/model.ts';
import type { TaskKey, TaskModel } from '../model/types.ts';
import type { ModelRule } from './rule.ts';

/** ms of one wait in a slot that are worth a word. */
export const LONG_WAIT = 1000;

/** A task that waits for its next attempt holds its slot; others stood in the queue all that time. */
export const blockedByBackOff: ModelRule = {
  id: 'blocked-by-back-off',
  severity: 'note',
  look(model) {
    const tasks = new Set<TaskKey>();
    let worst = 0;
    let example = '';
    let queues: ReadonlyMap<string, Queue> | undefined;
    for (const row of model.tasks.values()) {
      for (const [from, to] of longWaits(row)) {
        queues ??= queuesOf(model);
        const queue = queues.get(row.runtimeKey);
        if (!queue?.waits(from) || !queue.waits(to)) continue;
        tasks.add(row.key);
        if (to - from > worst) {
          worst = to - from;
          example = row.name;
        }
      }
    }
    return tasks.size === 0 ? undefined : { tasks, worst, example };
  },
};

function* longWaits(row: TaskModel): Generator<readonly [from: number, to: number]> {
  if (row.slot === undefined) return;
  for (const { endedAt, plannedWait, realWait } of row.attempts) {
    if (endedAt === undefined || realWait === undefined || (plannedWait ?? 0) < LONG_WAIT) continue;
    yield [endedAt, endedAt + realWait];
  }
}

/** How many tasks waited at a time: those that had come less those that had begun. */
class Queue {
  readonly #came: number[] = [];
  readonly #left: number[] = [];

  add({ registeredAt, startedAt, endedAt }: TaskModel): void {
    if (registeredAt === undefined) return;
    this.#came.push(registeredAt);
    const left = startedAt ?? endedAt;
    if (left !== undefined) this.#left.push(left);
  }

  sort(): this {
    this.#came.sort((a, b) => a - b);
    this.#left.sort((a, b) => a - b);
    return this;
  }

  waits(at: number): boolean {
    return upTo(this.#came, at) > upTo(this.#left, at);
  }
}

function queuesOf(model: Model): ReadonlyMap<string, Queue> {
  const queues = new Map<string, Queue>();
  for (const row of model.tasks.values()) {
    const queue = queues.get(row.runtimeKey) ?? new Queue();
    queues.set(row.runtimeKey, queue);
    queue.add(row);
  }
  for (const queue of queues.values()) queue.sort();
  return queues;
}

/** How many of the ascending numbers are at most `most`. */
function upTo(sorted: readonly number[], most: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
