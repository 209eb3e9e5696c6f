import { digestError } from './error-digest.ts';
import type { RuntimeEvent } from './events.ts';
import type { ErrorDigest, PastTask } from './hub.ts';
import type { TaskCell } from './task.ts';
import type { TaskIdentity } from './task-context.ts';
import { TASK_STATES, type TerminalState } from './task-states.ts';

/** How many error objects are held besides their digests, for stack and cause on a late attach. */
const HELD_ERRORS = 50;

/** The numbers of one row. Times are displayed ones; `startedSeq` 0: never started; `state`: the place in TASK_STATES. */
export const COLUMN = {
  number: 0,
  registeredSeq: 1,
  registeredAt: 2,
  startedSeq: 3,
  startedAt: 4,
  doneSeq: 5,
  endedAt: 6,
  slot: 7,
  state: 8,
} as const;
const WIDTH = 9;
const FIRST_ROWS = 16;

/** What most finished tasks have not. */
interface RecordExtra {
  readonly id: string | undefined;
  readonly priority: number;
  readonly meta: unknown;
  readonly parent: string | undefined;
  readonly rerunOf: string | undefined;
  readonly injected: string | undefined;
  readonly identity: TaskIdentity | undefined;
  readonly failure: Failure | undefined;
}

interface Failure {
  /** The error object itself, while it is among the last. */
  held: boolean;
  error: unknown;
  readonly digest: ErrorDigest;
}

/** A started task, as the scheduler knows it. */
export interface Started {
  readonly slot: number;
  readonly seq: number;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * The last finished tasks of one runtime, in columns: a ring of numbers and two of references, grown as needed. Events are
 * made of it only when somebody attaches. It holds no body, no input and no result.
 */
export class TaskRecords {
  readonly runtimeId: string;
  readonly capacity: number;
  readonly #heldErrors: number;
  size = 0;
  droppedTasks = 0;
  droppedEvents = 0;
  numbers: Float64Array<ArrayBuffer> = new Float64Array(0);
  #names: string[] = [];
  #extras: (RecordExtra | undefined)[] = [];
  /** The row that comes next. */
  #next = 0;
  #rows = 0;
  readonly #held: Failure[] = [];
  #nextHeld = 0;

  constructor(runtimeId: string, capacity: number, holdErrors: boolean) {
    this.runtimeId = runtimeId;
    this.capacity = capacity;
    this.#heldErrors = holdErrors ? HELD_ERRORS : 0;
  }

  /**
   * A row for a task that has ended; `-1` when none is kept. The caller writes its numbers, at the offsets of `COLUMN`: handed over as
   * arguments each would be boxed, in the hottest place there is.
   */
  claim(task: TaskCell<unknown>, state: TerminalState, startedSeq: number): number {
    if (this.capacity === 0) {
      this.#drop(startedSeq);
      return -1;
    }
    if (this.#next === this.#rows) this.#grow();
    const row = this.#next;
    const at = row * WIDTH;
    if (this.size === this.capacity) this.#drop(this.numbers[at + COLUMN.startedSeq] as number);
    else this.size++;
    // What is there already is not written again: a reference into old memory costs more than looking.
    if (this.#names[row] !== task.name) this.#names[row] = task.name;
    const plain = task.extra === undefined && task.priority === 0 && state === 'success';
    if (!plain) this.#extras[row] = this.#extraOf(task, state);
    else if (this.#extras[row] !== undefined) this.#extras[row] = undefined;
    this.#next = row + 1 === this.capacity ? 0 : row + 1;
    return at;
  }

  /** Lets the oldest go, so that at most `keep` stay. */
  shrink(keep: number): void {
    while (this.size > keep) {
      const row = this.#oldest();
      this.#drop(this.numbers[row * WIDTH + COLUMN.startedSeq] as number);
      this.#extras[row] = undefined;
      this.#names[row] = '';
      this.size--;
    }
  }

  /** Counts what another one had dropped as its own. */
  inherit(other: TaskRecords): void {
    this.droppedTasks += other.droppedTasks;
    this.droppedEvents += other.droppedEvents;
  }

  /** The kept tasks, with the seq under which each was registered. */
  *past(): Generator<{ readonly registeredSeq: number; readonly make: () => PastTask }> {
    const first = this.#oldest();
    for (let n = 0; n < this.size; n++) {
      const row = (first + n) % this.#rows;
      yield { registeredSeq: this.numbers[row * WIDTH + COLUMN.registeredSeq] as number, make: () => this.#make(row) };
    }
  }

  #oldest(): number {
    return (this.#next - this.size + this.#rows) % this.#rows;
  }

  #drop(startedSeq: number): void {
    this.droppedTasks++;
    this.droppedEvents += startedSeq > 0 ? 3 : 2;
  }

  /** More rows, while the ring has not come round for the first time. */
  #grow(): void {
    this.#rows = Math.min(this.capacity, Math.max(FIRST_ROWS, this.#rows * 2));
    const numbers = new Float64Array(this.#rows * WIDTH);
    numbers.set(this.numbers);
    this.numbers = numbers;
  }

  #extraOf(task: TaskCell<unknown>, state: TerminalState): RecordExtra {
    const { extra, priority } = task;
    return {
      id: extra?.id,
      priority,
      meta: extra?.meta,
      parent: extra?.parent,
      rerunOf: extra?.rerunOf,
      injected: extra?.injected,
      identity: extra?.identity,
      failure: state === 'success' ? undefined : this.#hold(task.outcome),
    };
  }

  #hold(error: unknown): Failure {
    const failure: Failure = { held: this.#heldErrors > 0, error: undefined, digest: digestError(error) };
    if (failure.held) {
      failure.error = error;
      const pushedOut = this.#held[this.#nextHeld];
      if (pushedOut) {
        pushedOut.held = false;
        pushedOut.error = undefined;
      }
      this.#held[this.#nextHeld] = failure;
      this.#nextHeld = (this.#nextHeld + 1) % this.#heldErrors;
    }
    return failure;
  }

  #make(row: number): PastTask {
    const n = this.numbers.subarray(row * WIDTH, (row + 1) * WIDTH);
    const extra = this.#extras[row];
    const state = TASK_STATES[n[COLUMN.state] as number] as TerminalState;
    const id = extra?.id ?? `${this.runtimeId}-${n[COLUMN.number]}`;
    const task = {
      id,
      name: this.#names[row] as string,
      priority: extra?.priority ?? 0,
      meta: extra?.meta,
      parent: extra?.parent,
      rerunOf: extra?.rerunOf,
      injected: extra?.injected,
    };
    const registeredAt = n[COLUMN.registeredAt] as number;
    const startedAt = n[COLUMN.startedAt] as number;
    const started =
      (n[COLUMN.startedSeq] as number) > 0
        ? { slot: n[COLUMN.slot] as number, seq: n[COLUMN.startedSeq] as number, at: startedAt }
        : undefined;
    const failure = extra?.failure;
    const events: RuntimeEvent[] = openingEvents(
      this.runtimeId,
      task,
      n[COLUMN.registeredSeq] as number,
      registeredAt,
      started,
    );
    events.push({
      type: 'task:done',
      runtimeId: this.runtimeId,
      seq: n[COLUMN.doneSeq] as number,
      at: n[COLUMN.endedAt] as number,
      id,
      state,
      retryable: state === 'error' && failure?.digest.retryable === true,
      ...(failure?.held ? { error: failure.error } : {}),
      registeredAt,
      ...(started ? { startedAt } : {}),
      endedAt: n[COLUMN.endedAt] as number,
    });
    return { events, identity: extra?.identity, digest: failure && !failure.held ? failure.digest : undefined };
  }
}

/** What a registration says of a task. */
export interface Described {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly meta: unknown;
  readonly parent: string | undefined;
  readonly rerunOf: string | undefined;
  readonly injected: string | undefined;
}

/** `task:registered` and, where it came so far, `task:started`, made again. */
export function openingEvents(
  runtimeId: string,
  task: Described,
  seq: number,
  registeredAt: number,
  started: Started | undefined,
): RuntimeEvent[] {
  const events: RuntimeEvent[] = [
    {
      type: 'task:registered',
      runtimeId,
      seq,
      at: registeredAt,
      id: task.id,
      name: task.name,
      priority: task.priority,
      meta: task.meta,
      ...(task.parent === undefined ? {} : { parent: task.parent }),
      ...(task.rerunOf === undefined ? {} : { rerunOf: task.rerunOf }),
    },
  ];
  if (started) {
    events.push({
      type: 'task:started',
      runtimeId,
      seq: started.seq,
      at: started.at,
      id: task.id,
      slot: started.slot,
      ...(task.injected === undefined ? {} : { injected: task.injected }),
    });
  }
  return events;
}
