import { BOOLEAN, check, checkOptions, FUNCTION } from './check.ts';
import { cancellation } from './context.ts';
import type { RuntimeEvents } from './event-bus.ts';
import { RuntimeCore } from './runtime-core.ts';
import {
  CONCURRENCY,
  ENQUEUE_RULES,
  type EnqueueOptions,
  RUNTIME_RULES,
  type RuntimeOptions,
  STOP_RULES,
  type StopOptions,
} from './runtime-options.ts';
import type { RuntimeState } from './scheduler.ts';
import { createScope, type Scope } from './scope.ts';
import type { Task } from './task.ts';
import type { TaskFn } from './task-context.ts';

/** One queue: a scheduler and an event bus. */
export interface Runtime {
  /** Random, unique to this runtime. */
  readonly id: string;
  readonly name: string;
  readonly events: RuntimeEvents;
  readonly state: RuntimeState;
  readonly pendingCount: number;
  /** Bodies that have not exited, timed-out and cancelled ones included. */
  readonly runningCount: number;
  /** Can be changed at any time: raised, more start; lowered, none is interrupted. */
  concurrency: number;
  /**
   * Puts a task into the queue. It never starts before `enqueue` has returned.
   *
   * @throws {TypeError | RangeError} for a wrong option, or an `id` that a live task has
   */
  enqueue<T>(fn: TaskFn<T>, options?: EnqueueOptions): Task<T>;
  /** Starts no more tasks; those that run go on. */
  pause(): void;
  resume(): void;
  /** For good: pending and later tasks end in `error` with a QueueStoppedError. */
  stop(options?: StopOptions): void;
  /** Cancels every pending task. */
  clear(reason?: unknown): void;
  /** Resolves when nothing pends or runs; with `ignorePending`, when nothing runs. At once when that is so already. */
  onIdle(options?: { readonly ignorePending?: boolean | undefined }): Promise<void>;
  /**
   * A group of tasks that are cancelled together when it is disposed.
   *
   * @example
   * ```ts
   * const page = runtime.scope('page');
   * page.enqueue(repeat(poll, { schedule: Schedule.spaced(2000), unbounded: true }));
   * await page.dispose(); // the poll has ended
   * ```
   */
  scope(name: string): Scope;
}

/**
 * Makes a queue that runs at most `concurrency` tasks at a time.
 *
 * @throws {TypeError | RangeError} for a wrong option, naming it
 * @example
 * ```ts
 * const uploads = createRuntime({ name: 'uploads', concurrency: 2 });
 * const task = uploads.enqueue(async ({ signal }) => 'stored', { name: 'a.png' });
 * await task.promise; // => 'stored'
 * task.state; // => 'success'
 * ```
 */
export function createRuntime(options: RuntimeOptions = {}): Runtime {
  checkOptions(options, RUNTIME_RULES);
  return new TaskRuntime(options);
}

/** The face that an app holds; all state is in the core, which tasks and records know. */
class TaskRuntime implements Runtime {
  readonly id: string;
  readonly name: string;
  readonly events: RuntimeEvents;
  readonly #core: RuntimeCore;

  constructor(options: RuntimeOptions) {
    const core = new RuntimeCore(options);
    this.#core = core;
    this.id = core.runtimeId;
    this.name = core.name;
    this.events = Object.freeze({ on: core.bus.on.bind(core.bus) });
  }

  get state(): RuntimeState {
    return this.#core.scheduler.state;
  }
  get pendingCount(): number {
    return this.#core.scheduler.pendingCount;
  }
  get runningCount(): number {
    return this.#core.scheduler.runningCount;
  }
  get concurrency(): number {
    return this.#core.scheduler.concurrency;
  }
  set concurrency(value: number) {
    check('concurrency', value, CONCURRENCY);
    this.#core.scheduler.concurrency = value;
  }

  enqueue<T>(fn: TaskFn<T>, options?: EnqueueOptions): Task<T> {
    check('fn', fn, FUNCTION);
    checkOptions(options, ENQUEUE_RULES);
    return this.#core.enqueue(fn, options);
  }
  pause(): void {
    this.#core.scheduler.pause();
  }
  resume(): void {
    this.#core.scheduler.resume();
  }
  stop(options: StopOptions = {}): void {
    checkOptions(options, STOP_RULES);
    this.#core.scheduler.stop(options.reason);
    if (options.cancelRunning) this.#core.scheduler.cancelRunning(cancellation(options.reason));
  }
  clear(reason?: unknown): void {
    this.#core.scheduler.clear(cancellation(reason));
  }
  onIdle(options: { readonly ignorePending?: boolean | undefined } = {}): Promise<void> {
    checkOptions(options, { ignorePending: BOOLEAN });
    return options.ignorePending ? this.#core.scheduler.onRest() : this.#core.scheduler.onIdle();
  }
  scope(name: string): Scope {
    return createScope(this.#core, name);
  }
}
