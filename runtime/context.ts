import { checkSignal } from './check.ts';
import type { Clock } from './clock.ts';
import { CancelledError, TimeoutError } from './errors.ts';
import type { BareContext, TaskContext, TaskIdentity } from './task-context.ts';

/** Under it a context that an observed layer derived carries its number, for the other copy of the library on a page. */
const LAYERS: unique symbol = Symbol.for('tasklens.layers');

/** Where a layer that starts now takes its number and its parent from. */
export interface LayerScope {
  readonly layer: number | undefined;
  /** Shared by all layers of one task, or of one call without a runtime. */
  readonly counter: { last: number };
}

/** A context of ours. It knows whether it is aborted without making a signal (making one costs microseconds). */
export abstract class Context implements TaskContext {
  abstract get signal(): AbortSignal;
  abstract get resetTimeout(): () => void;
  abstract get progress(): (value: unknown) => void;
  abstract get clock(): Clock | undefined;
  abstract get task(): TaskIdentity | undefined;
  abstract get aborted(): boolean;
  abstract get layers(): LayerScope;
}

const nothing = (): void => {};

/** Makes a full context of what a unit test, or another copy of the library, passed. */
class ForeignContext extends Context {
  readonly #given: BareContext & { readonly [LAYERS]?: LayerScope };
  #layers: LayerScope | undefined;

  constructor(given: BareContext) {
    super();
    this.#given = given;
  }
  override get signal(): AbortSignal {
    return this.#given.signal;
  }
  override get resetTimeout(): () => void {
    return this.#given.resetTimeout ?? nothing;
  }
  override get progress(): (value: unknown) => void {
    return this.#given.progress ?? nothing;
  }
  override get clock(): Clock | undefined {
    return this.#given.clock;
  }
  override get task(): TaskIdentity | undefined {
    return this.#given.task;
  }
  override get aborted(): boolean {
    return this.#given.signal.aborted;
  }
  override get layers(): LayerScope {
    this.#layers ??= this.#given[LAYERS] ?? { layer: undefined, counter: { last: 0 } };
    return this.#layers;
  }
}

/** A context made of another; a middleware changes only what it means to. */
export class DerivedContext extends Context {
  protected readonly parent: Context;
  readonly #layers: LayerScope | undefined;

  constructor(parent: Context, layers?: LayerScope) {
    super();
    this.parent = parent;
    this.#layers = layers;
    if (layers) Object.defineProperty(this, LAYERS, { value: layers });
  }
  override get signal(): AbortSignal {
    return this.parent.signal;
  }
  override get resetTimeout(): () => void {
    return this.parent.resetTimeout;
  }
  override get progress(): (value: unknown) => void {
    return this.parent.progress;
  }
  override get clock(): Clock | undefined {
    return this.parent.clock;
  }
  override get task(): TaskIdentity | undefined {
    return this.parent.task;
  }
  override get aborted(): boolean {
    return this.parent.aborted;
  }
  override get layers(): LayerScope {
    return this.#layers ?? this.parent.layers;
  }
}

class SignalContext extends DerivedContext {
  readonly #signal: AbortSignal;
  constructor(parent: Context, signal: AbortSignal) {
    super(parent);
    this.#signal = signal;
  }
  override get signal(): AbortSignal {
    return this.#signal;
  }
  override get aborted(): boolean {
    return this.#signal.aborted;
  }
}

/** The context itself when it is ours, else a full one made of it. */
export function fullContext(given: BareContext): Context {
  return given instanceof Context ? given : new ForeignContext(given);
}

/**
 * The context for a middleware of your own that gives its inner fn another signal. A spread (`{ ...ctx, signal }`) would
 * lose the members, which are made on first read.
 *
 * @example
 * ```ts
 * const untilHidden = <T>(fn: TaskFn<T>, hidden: AbortSignal): TaskFn<T> => (ctx) => fn(withSignal(ctx, hidden));
 * ```
 */
export function withSignal(ctx: BareContext, signal: AbortSignal): TaskContext {
  checkSignal('signal', signal);
  return new SignalContext(fullContext(ctx), signal);
}

/** What is thrown for an aborted signal: its reason where that says it all, else a CancelledError caused by it. */
export function abortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof CancelledError || reason instanceof TimeoutError ? reason : new CancelledError(reason);
}
