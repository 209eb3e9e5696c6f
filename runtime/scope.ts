import { check, checkOptions, FUNCTION, STRING } from './check.ts';
import { cancellation } from './context.ts';
import type { CancelledError } from './errors.ts';
import type { RuntimeCore } from './runtime-core.ts';
import { ENQUEUE_RULES, type EnqueueOptions } from './runtime-options.ts';
import type { Task, TaskCell, TaskOwner } from './task.ts';
import type { TaskFn } from './task-context.ts';

/** Tasks that belong together and go together: those of a component, a route, a connection. */
export interface Scope extends AsyncDisposable {
  readonly name: string;
  /** As `runtime.enqueue`; on a disposed scope the task is cancelled at once. */
  enqueue<T>(fn: TaskFn<T>, options?: EnqueueOptions): Task<T>;
  /** A scope inside this one; it goes with it. */
  scope(name: string): Scope;
  /**
   * Cancels its pending and running tasks and those of the scopes inside, and resolves when all have exited; never rejects. A `repeat` or
   * `retry` that waits is interrupted. Awaited inside one of its own tasks it would wait for itself.
   *
   * @param reason the `cause` of the CancelledError with which the tasks end
   */
  dispose(reason?: unknown): Promise<void>;
}

class TaskScope implements TaskOwner {
  readonly #core: RuntimeCore;
  readonly #outer: TaskScope | undefined;
  readonly #tasks = new Set<TaskCell<unknown>>();
  readonly #inner = new Set<TaskScope>();
  #disposed: { readonly error: CancelledError; readonly gone: Promise<void> } | undefined;
  #resolve: (() => void) | undefined;

  constructor(core: RuntimeCore, outer: TaskScope | undefined) {
    this.#core = core;
    this.#outer = outer;
    if (outer === undefined) return;
    outer.#inner.add(this);
    if (outer.#disposed) void this.dispose(outer.#disposed.error);
  }

  enqueue<T>(fn: TaskFn<T>, options: EnqueueOptions = {}): Task<T> {
    check('fn', fn, FUNCTION);
    checkOptions(options, ENQUEUE_RULES);
    if (this.#disposed) {
      const signal = AbortSignal.abort(this.#disposed.error);
      return this.#core.enqueue(fn, { ...options, signal });
    }
    return this.#core.enqueue(fn, options, this);
  }

  registered(task: TaskCell<unknown>): void {
    this.#tasks.add(task);
  }

  ended(task: TaskCell<unknown>): void {
    this.#tasks.delete(task);
    this.#checkGone();
  }

  dispose(reason: unknown): Promise<void> {
    if (this.#disposed) return this.#disposed.gone;
    const error = cancellation(reason);
    const gone = new Promise<void>((resolve) => {
      this.#resolve = resolve;
    });
    this.#disposed = { error, gone };
    for (const inner of [...this.#inner]) void inner.dispose(error);
    for (const task of [...this.#tasks]) task.cancel(error);
    this.#checkGone();
    return gone;
  }

  #checkGone(): void {
    if (this.#resolve === undefined || this.#tasks.size > 0 || this.#inner.size > 0) return;
    this.#resolve();
    this.#resolve = undefined;
    const outer = this.#outer;
    if (outer === undefined) return;
    outer.#inner.delete(this);
    outer.#checkGone();
  }
}

export function createScope(core: RuntimeCore, name: string, outer?: TaskScope): Scope {
  check('name', name, STRING);
  const scope = new TaskScope(core, outer);
  const face: Scope = {
    name,
    enqueue: (fn, options) => scope.enqueue(fn, options),
    scope: (inner) => createScope(core, inner, scope),
    dispose: (reason) => scope.dispose(reason),
    [Symbol.asyncDispose]: () => scope.dispose(undefined),
  };
  // Where the platform has no such symbol the key was the text 'undefined'.
  if (Symbol.asyncDispose === undefined) Reflect.deleteProperty(face, 'undefined');
  return Object.freeze(face);
}
