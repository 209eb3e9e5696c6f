import { type AbortTarget, unlinkAbort } from './abort-links.ts';
import { callFn } from './before.ts';
import type { Clock } from './clock.ts';
import { Context, type ContextSource, cancellation } from './context.ts';
import type { Bucket, QueueItem } from './ready-queue.ts';
import type { Stamps } from './steady-clock.ts';
import type { TaskFn, TaskIdentity } from './task-context.ts';
import type { TaskState, TerminalState } from './task-states.ts';

/** What `runtime.enqueue` returns. */
export interface Task<T> {
  /** Holds the runtime's random id, unless one was given. */
  readonly id: string;
  readonly name: string;
  readonly state: TaskState;
  /** Settles when the task has ended. Ignored, it never raises an unhandled rejection; awaited, it rejects. */
  readonly promise: Promise<T>;
  /**
   * Pending: ends the task at once, its fn is never called. Running: aborts `ctx.signal`; the task keeps its slot until its fn has
   * exited and then ends `cancelled`, whatever came out. Ended: nothing. `reason` becomes the `cause` of the CancelledError.
   */
  cancel(reason?: unknown): void;
}

/** What a task asks of the scheduler it is in. */
export interface TaskHost {
  readonly runtimeId: string;
  readonly clock: Clock;
  /** The same clock, for what is shown. */
  readonly stamps: Stamps;
  cancel(task: TaskCell<unknown>, error: Error, reason: unknown): void;
  progress(task: TaskCell<unknown>, value: unknown): void;
  /** The task with this given id has ended. */
  forget(id: string): void;
  /** Those who want to run again what has ended. */
  readonly endListeners: { readonly size: number };
  /** Tells them. */
  ended(task: TaskCell<unknown>, fn: TaskFn<unknown>): void;
}

/** Who wants to know of a task's end, before anybody else is told. */
export interface TaskOwner {
  registered(task: TaskCell<unknown>): void;
  ended(task: TaskCell<unknown>): void;
}

/** What most tasks have not. */
export interface TaskExtra {
  id?: string | undefined;
  meta?: unknown;
  parent?: string | undefined;
  rerunOf?: string | undefined;
  /** The last fault that acted on it. */
  injected?: string | undefined;
  /** The caller's signal, while it is listened to. */
  signal?: AbortSignal | undefined;
  identity?: TaskIdentity | undefined;
  controller?: AbortController | undefined;
  /** Set once a running task was asked to end. */
  cancelError?: Error | undefined;
  owner?: TaskOwner | undefined;
}

/** Methods, so that a Task<string> is a Task<unknown>. */
interface Resolvers<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** A promise and, until it is settled, what settles it. */
class Deferred<T> {
  resolve: Resolvers<T>['resolve'] | undefined = undefined;
  reject: Resolvers<T>['reject'] | undefined = undefined;
  readonly promise: Promise<T> = new Promise<T>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}

const ignore = (): void => {};

/** The task whose body's synchronous part runs now: the parent of what is enqueued there. */
let current: TaskCell<unknown> | undefined;

export function currentTask(): TaskCell<unknown> | undefined {
  return current;
}

/** A task as the scheduler keeps it. Its shape is the memory a pending task takes: what is rare is in `extra`. */
export class TaskCell<T> implements Task<T>, QueueItem<TaskCell<unknown>>, AbortTarget, ContextSource {
  readonly host: TaskHost;
  readonly name: string;
  /** Counts the runtime's tasks from 1. */
  readonly number: number;
  readonly priority: number;
  state: TaskState = 'pending';
  fn: TaskFn<T> | undefined;
  extra: TaskExtra | undefined;
  /** The value or the error, once ended. */
  outcome: unknown = undefined;
  bucket: Bucket<TaskCell<unknown>> | undefined = undefined;
  previous: TaskCell<unknown> | undefined = undefined;
  next: TaskCell<unknown> | undefined = undefined;
  registeredSeq = 0;
  /** Monotonic. A fraction from the start, so that engines lay the field out for one. */
  registeredAt = 0.5;
  #deferred: Deferred<T> | undefined = undefined;

  constructor(
    host: TaskHost,
    fn: TaskFn<T>,
    name: string,
    number: number,
    priority: number,
    extra: TaskExtra | undefined,
  ) {
    this.host = host;
    this.fn = fn;
    this.name = name;
    this.number = number;
    this.priority = priority;
    this.extra = extra;
  }

  get id(): string {
    return this.extra?.id ?? `${this.host.runtimeId}-${this.number}`;
  }

  /** Made on first read: most callers of a fire-and-forget task never look. */
  get promise(): Promise<T> {
    if (this.#deferred === undefined) {
      this.#deferred = new Deferred<T>();
      if (this.state !== 'pending' && this.state !== 'running') this.#settle(this.#deferred);
    }
    return this.#deferred.promise;
  }

  /** What of it a log may hold. */
  toJSON(): Pick<Task<T>, 'id' | 'name' | 'state'> {
    const { id, name, state } = this;
    return { id, name, state };
  }

  cancel(reason?: unknown): void {
    this.host.cancel(this, cancellation(reason), reason);
  }

  /** The caller's signal aborted. */
  onAbort(signal: AbortSignal): void {
    this.cancel(signal.reason);
  }

  // What a body's context says of its task.

  get task(): TaskIdentity {
    const extra = this.#ensureExtra();
    extra.identity ??= Object.freeze({ runtimeId: this.host.runtimeId, id: this.id, name: this.name });
    return extra.identity;
  }

  get signal(): AbortSignal {
    const extra = this.#ensureExtra();
    if (extra.controller === undefined) {
      extra.controller = new AbortController();
      if (extra.cancelError) extra.controller.abort(extra.cancelError);
    }
    return extra.controller.signal;
  }

  get progress(): (value: unknown) => void {
    return (value) => this.host.progress(this, value);
  }

  get clock(): Clock {
    return this.host.clock;
  }

  get aborted(): boolean {
    return this.extra?.cancelError !== undefined;
  }

  /** Calls the body. */
  call(): T | PromiseLike<T> | undefined {
    const { fn } = this;
    const outer = current;
    current = this;
    try {
      return fn && callFn(fn, new Context(this));
    } finally {
      current = outer;
    }
  }

  requestCancel(error: Error): void {
    const extra = this.#ensureExtra();
    extra.cancelError = error;
  }

  /** The end: state first, then the promise; the body and the caller's signal are let go. */
  end(state: TerminalState, outcome: unknown): void {
    this.state = state;
    this.outcome = outcome;
    const { extra, fn, host } = this;
    this.fn = undefined;
    if (host.endListeners.size > 0 && fn !== undefined) host.ended(this, fn);
    if (extra !== undefined) {
      if (extra.signal !== undefined) unlinkAbort(extra.signal, this);
      extra.signal = undefined;
      if (extra.id !== undefined) this.host.forget(extra.id);
      extra.owner?.ended(this);
      extra.owner = undefined;
    }
    if (this.#deferred !== undefined) this.#settle(this.#deferred);
  }

  #settle(deferred: Deferred<T>): void {
    if (this.state === 'success') {
      deferred.resolve?.(this.outcome as T);
    } else {
      deferred.promise.then(undefined, ignore);
      deferred.reject?.(this.outcome);
    }
    deferred.resolve = undefined;
    deferred.reject = undefined;
  }

  #ensureExtra(): TaskExtra {
    this.extra ??= {};
    return this.extra;
  }
}
