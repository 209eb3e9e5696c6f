import { displayed } from './clock.ts';
import { isRetryable } from './errors.ts';
import type { EventBus } from './event-bus.ts';
import { guarded } from './report.ts';
import type { Stamps } from './steady-clock.ts';
import type { Task, TaskCell } from './task.ts';
import { COLUMN, type TaskRecords } from './task-records.ts';
import { TASK_STATES, type TerminalState } from './task-states.ts';

const SUCCESS: number = /* @__PURE__ */ TASK_STATES.indexOf('success');

/** In place of a moment: a task that has not been started. */
export const NOT_STARTED = -1;
/** In place of a moment: listeners ran, so the time has to be read again. */
export const NO_MOMENT = -1;

/**
 * What becomes known of a task: its events, its record and the `onTaskError` hook, from one place, so that they tell one story.
 * Nothing is built for an event that nobody sees; it is counted all the same.
 */
export class TaskObserver {
  readonly #runtimeId: string;
  readonly #bus: EventBus;
  readonly #clock: Stamps;
  readonly #records: TaskRecords | undefined;
  readonly #onTaskError: ((error: unknown, task: Task<unknown>) => void) | undefined;

  /** When the first task of this turn was registered. */
  #turn: number = NO_MOMENT;
  readonly #endTurn: () => void = () => {
    this.#turn = NO_MOMENT;
  };

  /** Whether the end of a task tells its result. */
  readonly #results: boolean;

  constructor(
    runtimeId: string,
    bus: EventBus,
    clock: Stamps,
    records: TaskRecords | undefined,
    onTaskError: ((error: unknown, task: Task<unknown>) => void) | undefined,
    results: boolean,
  ) {
    this.#results = results;
    this.#runtimeId = runtimeId;
    this.#bus = bus;
    this.#clock = clock;
    this.#records = records;
    this.#onTaskError = onTaskError;
  }

  /**
   * While nobody listens, what is registered in one turn shares its moment, as DOM events and animation frames do: nothing of it can start
   * before the turn is over, and reading the clock is half of what a task costs.
   */
  registered(task: TaskCell<unknown>): void {
    if (!this.#bus.silent) {
      task.registeredAt = this.#clock.now();
    } else {
      if (this.#turn === NO_MOMENT) {
        this.#turn = this.#clock.now();
        queueMicrotask(this.#endTurn);
      }
      task.registeredAt = this.#turn;
    }
    const seq = ++this.#bus.seq;
    task.registeredSeq = seq;
    if (!this.#bus.wants('task:registered')) return;
    const { extra } = task;
    this.#bus.emit({
      type: 'task:registered',
      runtimeId: this.#runtimeId,
      seq,
      at: displayed(this.#clock, task.registeredAt),
      id: task.id,
      name: task.name,
      priority: task.priority,
      meta: extra?.meta,
      ...(extra?.parent === undefined ? {} : { parent: extra.parent }),
      ...(extra?.rerunOf === undefined ? {} : { rerunOf: extra.rerunOf }),
    });
  }

  /** The number of the event that is told next. */
  nextSeq(): number {
    return ++this.#bus.seq;
  }

  /** Tells that a task starts, under a seq taken before: whoever attaches meanwhile finds it in the scheduler's books. */
  started(task: TaskCell<unknown>, slot: number, seq: number, startedAt: number): void {
    if (!this.#bus.wants('task:started')) return;
    const at = displayed(this.#clock, startedAt);
    this.#bus.emit({ type: 'task:started', runtimeId: this.#runtimeId, seq, at, id: task.id, slot });
  }

  injected(id: string, fault: string): void {
    const seq = ++this.#bus.seq;
    if (!this.#bus.wants('task:injected')) return;
    const at = displayed(this.#clock, this.#clock.now());
    this.#bus.emit({ type: 'task:injected', runtimeId: this.#runtimeId, seq, at, id, fault });
  }

  progressed(task: TaskCell<unknown>, value: unknown): void {
    const seq = ++this.#bus.seq;
    if (!this.#bus.wants('task:progress')) return;
    const at = displayed(this.#clock, this.#clock.now());
    this.#bus.emit({ type: 'task:progress', runtimeId: this.#runtimeId, seq, at, id: task.id, value });
  }

  cancelRequested(task: TaskCell<unknown>, reason: unknown): void {
    const seq = ++this.#bus.seq;
    if (!this.#bus.wants('task:cancel-requested')) return;
    const at = displayed(this.#clock, this.#clock.now());
    this.#bus.emit({ type: 'task:cancel-requested', runtimeId: this.#runtimeId, seq, at, id: task.id, reason });
  }

  /**
   * Tells the end of a task whose state and promise have it already. `startedAt`: NOT_STARTED for one that ended while pending.
   * All times of one task are shown with one wall offset: the durations between them stay those of the monotonic clock.
   * Returns the moment when it was told to nobody, so that the next start in the same turn needs no stamp of its own.
   */
  done(task: TaskCell<unknown>, state: TerminalState, slot: number, startedSeq: number, startedAt: number): number {
    const now = this.#clock.now();
    const offset = this.#clock.wallOffset?.() ?? 0;
    const began = startedAt === NOT_STARTED ? task.registeredAt : startedAt;
    const endedAt = Math.max(began, now) + offset;
    const registeredAt = task.registeredAt + offset;
    const seq = ++this.#bus.seq;
    const row = this.#records === undefined ? -1 : this.#records.claim(task, state, startedSeq);
    if (this.#records !== undefined && row >= 0) {
      const { numbers } = this.#records;
      numbers[row + COLUMN.number] = task.number;
      numbers[row + COLUMN.registeredSeq] = task.registeredSeq;
      numbers[row + COLUMN.registeredAt] = registeredAt;
      numbers[row + COLUMN.startedSeq] = startedSeq;
      numbers[row + COLUMN.startedAt] = startedAt + offset;
      numbers[row + COLUMN.doneSeq] = seq;
      numbers[row + COLUMN.endedAt] = endedAt;
      numbers[row + COLUMN.slot] = slot;
      numbers[row + COLUMN.state] = state === 'success' ? SUCCESS : TASK_STATES.indexOf(state);
    }
    const silent = this.#bus.silent && (state !== 'error' || this.#onTaskError === undefined);
    if (silent) return now;
    if (this.#bus.wants('task:done')) {
      this.#bus.emit({
        type: 'task:done',
        runtimeId: this.#runtimeId,
        seq,
        at: endedAt,
        id: task.id,
        state,
        retryable: state === 'error' && isRetryable(task.outcome),
        ...(state !== 'success' ? { error: task.outcome } : this.#results ? { result: task.outcome } : {}),
        registeredAt,
        ...(startedAt === NOT_STARTED ? {} : { startedAt: startedAt + offset }),
        endedAt,
      });
    }
    if (state === 'error' && this.#onTaskError) guarded(this.#onTaskError, task.outcome, task);
    return NO_MOMENT;
  }
}
