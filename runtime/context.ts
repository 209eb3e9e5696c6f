import { check, SIGNAL } from './check.ts';
import type { Clock } from './clock.ts';
import { CancelledError, kindOf } from './errors.ts';
import type { BareContext, TaskContext, TaskIdentity } from './task-context.ts';

/** Under it a context of ours carries its layers, for the other copy of the library on a page. */
export const LAYERS: unique symbol = Symbol.for('tasklens.layers');

/** Where a layer that starts now takes its number and its parent from. */
export interface LayerScope {
  readonly layer: number | undefined;
  /** Shared by all layers of one task, or of one call without a runtime. */
  readonly counter: { last: number };
}

/** What a context is made of: a task, another context, or what a unit test or another copy of the library passed. */
export type ContextSource = BareContext & { readonly aborted?: boolean; readonly [LAYERS]?: LayerScope };

const nothing = (): void => {};

/** A full context: a thin face over its source. Whoever derives one overrides what it means to change. */
export class Context implements TaskContext {
  protected readonly source: ContextSource;
  #layers: LayerScope | undefined;

  constructor(source: ContextSource, layers?: LayerScope) {
    this.source = source;
    this.#layers = layers;
  }
  get signal(): AbortSignal {
    return this.source.signal;
  }
  get resetTimeout(): () => void {
    return this.source.resetTimeout ?? nothing;
  }
  get progress(): (value: unknown) => void {
    return this.source.progress ?? nothing;
  }
  get clock(): Clock | undefined {
    return this.source.clock;
  }
  get task(): TaskIdentity | undefined {
    return this.source.task;
  }
  /** Known of a context of ours without making a signal, which costs microseconds. */
  get aborted(): boolean {
    return this.source.aborted ?? this.source.signal.aborted;
  }
  get [LAYERS](): LayerScope {
    this.#layers ??= this.source[LAYERS] ?? { layer: undefined, counter: { last: 0 } };
    return this.#layers;
  }
}

class SignalContext extends Context {
  readonly #signal: AbortSignal;
  constructor(source: ContextSource, signal: AbortSignal) {
    super(source);
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
  return given instanceof Context ? given : new Context(given);
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
  check('signal', signal, SIGNAL);
  return new SignalContext(ctx, signal);
}

/** A CancelledError: the reason itself where it is one, else one caused by it. */
export function cancellation(reason: unknown): CancelledError {
  return reason instanceof CancelledError ? reason : new CancelledError(reason);
}

/** What is thrown for an aborted signal: its reason where that says it all, else a CancelledError caused by it. */
export function abortError({ reason }: AbortSignal): Error {
  return kindOf(reason) === 'TimeoutError' ? reason : cancellation(reason);
}
