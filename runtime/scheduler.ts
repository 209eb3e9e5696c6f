import { linkAbort } from './abort-links.ts';
import type { Clock } from './clock.ts';
import { cancellation } from './context.ts';
import { CancelledError, QueueFullError, QueueStoppedError } from './errors.ts';
import { ReadyQueue } from './ready-queue.ts';
import { Slots } from './slots.ts';
import { moment } from './steady-clock.ts';
import type { TaskCell, TaskHost } from './task.ts';
import { NO_MOMENT, NOT_STARTED, type TaskObserver } from './task-observer.ts';
import type { TerminalState } from './task-states.ts';

export type RuntimeState = 'running' | 'paused' | 'stopped';

export interface SchedulerOptions {
  /** How many bodies run at most at any time; default 1. */
  readonly concurrency?: number | undefined;
  /** How many tasks may wait beyond the free slots; default `Infinity`. */
  readonly maxPending?: number | undefined;
  /** Who ends with a QueueFullError when it is full: the new task (default) or the oldest pending one of the lowest priority. */
  readonly overflow?: 'reject-new' | 'drop-oldest' | undefined;
  /** `'stop'`: the first body that ends in `error` stops the scheduler for good; default `'continue'`. */
  readonly onError?: 'continue' | 'stop' | undefined;
  /** Starts paused; default `false`. */
  readonly paused?: boolean | undefined;
}

/** What the scheduler tells whoever keeps the runtime. */
export interface SchedulerHooks {
  /** State or concurrency changed. */
  changed(change: { readonly state?: RuntimeState; readonly concurrency?: number }): void;
  /** From nothing to do to something. */
  busy(): void;
  /** Nothing pends or runs any more. Its listeners may enqueue more. */
  idle(): void;
}

/** A task that runs now. */
interface RunningTask {
  readonly task: TaskCell<unknown>;
  readonly slot: number;
  readonly startedAt: number;
  readonly startedSeq: number;
}

/** Those who wait for one moment, which may come again. */
class Waiters {
  #promise: Promise<void> | undefined;
  #resolve: (() => void) | undefined;

  join(): Promise<void> {
    this.#promise ??= new Promise((resolve) => {
      this.#resolve = resolve;
    });
    return this.#promise;
  }

  release(): void {
    this.#resolve?.();
    this.#promise = undefined;
  }
}

/** Decides what runs when: slots, the ready queue, pause, stop and overflow. It knows no events: it tells its observer. */
export class Scheduler {
  state: RuntimeState;
  readonly maxPending: number;
  readonly onError: 'continue' | 'stop';
  readonly #dropOldest: boolean;
  readonly #host: TaskHost & { readonly clock: Clock };
  readonly #observer: TaskObserver;
  readonly #hooks: SchedulerHooks;
  readonly #ready = new ReadyQueue<TaskCell<unknown>>();
  readonly #slots = new Slots();
  /** By slot: what runs there. Three arrays, so that a start allocates nothing. */
  readonly #tasks: (TaskCell<unknown> | undefined)[] = [];
  readonly #startedAt: number[] = [];
  readonly #startedSeq: number[] = [];
  #concurrency: number;
  #running = 0;
  #busy = false;
  #fillQueued = false;
  readonly #idleWaiters = new Waiters();
  readonly #restWaiters = new Waiters();

  constructor(
    host: TaskHost & { readonly clock: Clock },
    observer: TaskObserver,
    hooks: SchedulerHooks,
    options: SchedulerOptions,
  ) {
    this.#host = host;
    this.#observer = observer;
    this.#hooks = hooks;
    this.#concurrency = options.concurrency ?? 1;
    this.maxPending = options.maxPending ?? Number.POSITIVE_INFINITY;
    this.#dropOldest = options.overflow === 'drop-oldest';
    this.onError = options.onError ?? 'continue';
    this.state = options.paused ? 'paused' : 'running';
  }

  get pendingCount(): number {
    return this.#ready.size;
  }

  get runningCount(): number {
    return this.#running;
  }

  get concurrency(): number {
    return this.#concurrency;
  }

  set concurrency(value: number) {
    if (this.state === 'stopped' || value === this.#concurrency) return;
    this.#concurrency = value;
    this.#hooks.changed({ concurrency: value });
    this.#queueFill();
  }

  /**
   * Takes a new task in, or ends it at once. It never starts here, always after the caller's turn. Listeners run in here, and may stop the
   * scheduler, abort the signal or end the task itself: what holds is asked after each.
   */
  add(task: TaskCell<unknown>): void {
    const signal = task.extra?.signal;
    this.#observer.registered(task);
    if (this.#dropOldest && task.state === 'pending' && !signal?.aborted) this.#makeRoom();
    if (task.state !== 'pending') return;
    if (signal?.aborted) {
      this.#finish(task, 'cancelled', cancellation(signal.reason));
    } else if (this.state === 'stopped') {
      this.#finish(task, 'error', new QueueStoppedError());
    } else if (this.#isFull()) {
      this.#finish(task, 'error', new QueueFullError());
    } else {
      if (!this.#busy) {
        this.#busy = true;
        this.#hooks.busy();
      }
      if (signal) linkAbort(signal, task);
      this.#ready.add(task);
      if (this.#running < this.#concurrency) this.#queueFill();
    }
  }

  cancel(task: TaskCell<unknown>, error: Error, reason: unknown): void {
    if (task.state === 'pending') {
      this.#endPending(task, 'cancelled', error);
      this.#checkIdle();
    } else if (task.state === 'running' && task.extra?.cancelError === undefined) {
      task.requestCancel(error);
      this.#observer.cancelRequested(task, reason);
      task.extra?.controller?.abort(error);
    }
  }

  pause(): void {
    if (this.state !== 'running') return;
    this.state = 'paused';
    this.#hooks.changed({ state: 'paused' });
  }

  resume(): void {
    if (this.state !== 'paused') return;
    this.state = 'running';
    this.#hooks.changed({ state: 'running' });
    this.#queueFill();
  }

  /** For good. Pending tasks end in `error`, so that state, hook and promise say that they did not run. */
  stop(cause: unknown): void {
    if (this.state === 'stopped') return;
    this.state = 'stopped';
    this.#hooks.changed({ state: 'stopped' });
    const options = cause === undefined ? undefined : { cause };
    for (const task of this.#ready.all()) this.#endPending(task, 'error', new QueueStoppedError(undefined, options));
    this.#checkIdle();
  }

  /** Cancels what runs. */
  cancelRunning(error: CancelledError): void {
    for (const { task } of [...this.running()]) this.cancel(task, error, error.cause);
  }

  clear(error: CancelledError): void {
    for (const task of this.#ready.all()) this.#endPending(task, 'cancelled', error);
    this.#checkIdle();
  }

  onIdle(): Promise<void> {
    return this.#busy ? this.#idleWaiters.join() : Promise.resolve();
  }

  /** Resolves when nothing runs, whatever pends. */
  onRest(): Promise<void> {
    return this.#running > 0 || this.#fillQueued ? this.#restWaiters.join() : Promise.resolve();
  }

  /** In the order in which they will run. */
  pending(): TaskCell<unknown>[] {
    return this.#ready.all();
  }

  *running(): Generator<RunningTask> {
    for (const [slot, task] of this.#tasks.entries()) {
      if (task === undefined) continue;
      const startedAt = this.#startedAt[slot] as number;
      yield { task, slot, startedAt, startedSeq: this.#startedSeq[slot] as number };
    }
  }

  /** Pending beyond what the free slots will take in this turn. */
  #isFull(): boolean {
    if (this.maxPending === Number.POSITIVE_INFINITY) return false;
    const free = this.state === 'paused' ? 0 : Math.max(0, this.#concurrency - this.#running);
    return this.#ready.size - free >= this.maxPending;
  }

  /** A loop: a listener that hears of a dropped task may enqueue another. */
  #makeRoom(): void {
    while (this.state !== 'stopped' && this.#isFull()) {
      const oldest = this.#ready.oldestOfLowest();
      if (oldest === undefined) return;
      this.#endPending(oldest, 'error', new QueueFullError());
    }
  }

  #queueFill(): void {
    if (this.#fillQueued || this.#ready.size === 0) return;
    this.#fillQueued = true;
    queueMicrotask(this.#fill);
  }

  /** One loop for each slot that is free and has something to do. */
  readonly #fill = (): void => {
    this.#fillQueued = false;
    while (this.#canStart()) void this.#occupy();
    this.#checkIdle();
  };

  #canStart(): boolean {
    return this.state === 'running' && this.#running < this.#concurrency && this.#ready.size > 0;
  }

  /** One slot: takes task after task until there is nothing to do for it. */
  async #occupy(): Promise<void> {
    let slot = this.#slots.acquire();
    let at = NO_MOMENT;
    do {
      const task = this.#ready.take();
      if (task === undefined) break;
      let startedAt = at;
      try {
        if (at === NO_MOMENT) startedAt = moment(this.#host.clock);
      } catch (error) {
        // A clock of the app that fails: nothing that it could not time is run.
        this.#finish(task, 'error', error);
        continue;
      }
      slot = this.#slots.exchange(slot);
      task.state = 'running';
      this.#running++;
      this.#tasks[slot] = task;
      this.#startedAt[slot] = startedAt;
      const startedSeq = this.#observer.nextSeq();
      this.#startedSeq[slot] = startedSeq;
      this.#observer.started(task, slot, startedSeq, startedAt);
      let state: TerminalState = 'success';
      let outcome: unknown;
      try {
        outcome = await task.call();
      } catch (error) {
        outcome = error;
        state = error instanceof CancelledError ? 'cancelled' : 'error';
      }
      const cancelError = task.extra?.cancelError;
      if (cancelError !== undefined) {
        state = 'cancelled';
        outcome = cancelError;
      }
      this.#running--;
      this.#tasks[slot] = undefined;
      task.end(state, outcome);
      at = this.#observer.done(task, state, slot, startedSeq, startedAt);
      if (state === 'error' && this.onError === 'stop') this.stop(outcome);
    } while (this.#canStart());
    this.#slots.release(slot);
    this.#checkIdle();
  }

  /** A pending task ends. Whoever calls it checks for idleness when all are told. */
  #endPending(task: TaskCell<unknown>, state: TerminalState, outcome: Error): void {
    if (task.state !== 'pending') return;
    this.#ready.remove(task);
    this.#finish(task, state, outcome);
  }

  #finish(task: TaskCell<unknown>, state: TerminalState, outcome: unknown): void {
    task.end(state, outcome);
    this.#observer.done(task, state, 0, 0, NOT_STARTED);
  }

  #checkIdle(): void {
    if (this.#running > 0) return;
    if (!this.#fillQueued) this.#restWaiters.release();
    if (!this.#busy || this.#ready.size > 0) return;
    this.#busy = false;
    this.#hooks.idle();
    // A listener that enqueued more keeps those who wait for the end waiting.
    if (!this.#busy) this.#idleWaiters.release();
  }
}
