import { type AbortTarget, linkAbort, unlinkAbort } from '../abort-links.ts';
import { callFn, layerFn } from '../before.ts';
import { check, checkOptions, FUNCTION, LAYER_RULES, MS } from '../check.ts';
import { type Clock, displayed, type TimerHandle } from '../clock.ts';
import { Context, fullContext, type LayerScope } from '../context.ts';
import { TimeoutError } from '../errors.ts';
import { closingDecision, endAborted, type Failure, type Layer, openLayer } from '../layer.ts';
import type { LayerObserver } from '../observe.ts';
import { guarded, report } from '../report.ts';
import { systemClock } from '../system-clock.ts';
import type { BareContext, TaskContext, TaskFn } from '../task-context.ts';

/** The two moments of a timeout, epoch ms: when the signal was aborted, and when the fn had really exited. */
export interface TimeoutInfo {
  readonly ms: number;
  readonly firedAt: number;
  readonly exitedAt: number;
  readonly label?: string;
}

export interface TimeoutOptions<T> {
  /** Timeout as an ordinary branch: its value is the outcome, once the fn has exited. */
  readonly orElse?: ((error: TimeoutError, ctx: TaskContext) => T | PromiseLike<T>) | undefined;
  /** For reports and viewers. */
  readonly label?: string | undefined;
  /** Default: the runtime's, else `systemClock`. */
  readonly clock?: Clock | undefined;
  /** Called when the budget ran out and the fn has exited. */
  readonly onTimeout?: ((info: TimeoutInfo, ctx: TaskContext) => void) | undefined;
  /** Hears every step. */
  readonly observe?: LayerObserver | undefined;
}

export type TimeoutKind = 'timeout' | 'activity-timeout';

/** The context under a budget. Its signal is derived, and linked to the outer one, only once somebody reads it. */
class TimedContext extends Context implements AbortTarget {
  /** Set when the budget ran out. */
  error: TimeoutError | undefined;
  /** Monotonic. */
  firedAt = 0;
  /** Where there is an observer. */
  layer: Layer | undefined;
  readonly #clock: Clock;
  readonly #ms: number;
  #timer: TimerHandle | undefined;
  #controller: AbortController | undefined;
  #open = true;
  /** For an activity timeout: when something was last heard; undefined for a plain one. */
  #activeAt: number | undefined;

  constructor(outer: Context, layers: LayerScope | undefined, clock: Clock, ms: number, kind: TimeoutKind) {
    super(outer, layers);
    this.#clock = clock;
    this.#ms = ms;
    if (kind === 'activity-timeout') this.#activeAt = clock.now();
  }

  override get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      const outer = super.signal;
      if (this.error !== undefined) this.#controller.abort(this.error);
      else if (outer.aborted) this.#controller.abort(outer.reason);
      else if (this.#open) linkAbort(outer, this);
    }
    return this.#controller.signal;
  }

  override get aborted(): boolean {
    return this.error !== undefined || super.aborted;
  }

  override get resetTimeout(): () => void {
    const outer = super.resetTimeout;
    if (this.#activeAt === undefined) return outer;
    return () => {
      this.#activeAt = this.#clock.now();
      outer();
    };
  }

  onAbort(signal: AbortSignal): void {
    this.#controller?.abort(signal.reason);
  }

  arm(): void {
    if (this.#ms < Infinity) this.#timer = this.#clock.setTimer(ring, this.#ms, this);
  }

  /** The fn has exited: no timer and no listener stays. */
  close(): void {
    this.#open = false;
    if (this.#controller !== undefined) unlinkAbort(super.signal, this);
    const timer = this.#timer;
    // What came out of the fn stands, whatever a clock of the app does.
    if (timer !== undefined) guarded(() => this.#clock.clearTimer(timer));
  }

  ring(): void {
    let now = Date.now();
    try {
      now = this.#clock.now();
      // An activity timeout looks when it rings, so that a reset costs no timer.
      const left = this.#activeAt === undefined ? 0 : this.#activeAt + this.#ms - now;
      if (left > 0) {
        this.#timer = this.#clock.setTimer(ring, left, this);
        return;
      }
    } catch (error) {
      // A clock of the app that fails when it rings: nobody else would hear of it, and the budget would stay open for ever.
      report(error);
    }
    // An outer cancellation came first and stays what it is.
    if (!this.#open || super.aborted) return;
    this.error = new TimeoutError(this.#ms);
    this.firedAt = now;
    this.layer?.tell({ type: 'timeout-fired', ms: this.#ms }, now);
    this.#controller?.abort(this.error);
  }
}

/** A function of its own: no closure is made to arm a timer. */
function ring(context: TimedContext): void {
  context.ring();
}

const RULES = { ...LAYER_RULES, orElse: FUNCTION, onTimeout: FUNCTION } as const;

/** What both timeouts are: the budget of `ms` around `fn`, reckoned as `kind` says. */
export function timed<T>(
  kind: TimeoutKind,
  fn: TaskFn<T>,
  ms: number,
  options: TimeoutOptions<T>,
): (ctx: BareContext) => Promise<T> {
  check('fn', fn, FUNCTION);
  check('ms', ms, MS);
  checkOptions(options, RULES);
  return layerFn((given: BareContext) => run(kind, fn, ms, options, fullContext(given)));
}

async function run<T>(
  kind: TimeoutKind,
  fn: TaskFn<T>,
  ms: number,
  options: TimeoutOptions<T>,
  outer: Context,
): Promise<T> {
  const clock = options.clock ?? outer.clock ?? systemClock;
  const { observe, label } = options;
  const derive = (layers?: LayerScope) => new TimedContext(outer, layers, clock, ms, kind);
  const layer = observe && openLayer(observe, outer, clock, kind, label, { ms }, derive);
  const ctx = layer?.ctx ?? derive();
  ctx.layer = layer;
  if (outer.aborted) throw endAborted(outer, layer);
  ctx.arm();
  layer?.tell({ type: 'attempt-start', attempt: 1 });
  let value: T | undefined;
  let failure: Failure | undefined;
  try {
    value = await callFn(fn, ctx);
  } catch (error) {
    failure = { error };
  }
  ctx.close();
  if (ctx.error !== undefined) return timedOut(ctx.error, ctx, outer, clock, options);
  layer?.close(1, failure ? closingDecision(failure.error, outer) : 'succeeded', failure);
  if (failure) throw failure.error;
  return value as T;
}

/** The second moment: the fn has exited, whatever came out of it. */
async function timedOut<T>(
  error: TimeoutError,
  ctx: TimedContext,
  outer: Context,
  clock: Clock,
  options: TimeoutOptions<T>,
): Promise<T> {
  const { layer, firedAt } = ctx;
  const { label, onTimeout, orElse } = options;
  const exitedAt = clock.now();
  layer?.tell({ type: 'attempt-end', attempt: 1, error, decision: 'timeout' }, exitedAt);
  if (onTimeout) {
    const times = { firedAt: displayed(clock, firedAt), exitedAt: displayed(clock, exitedAt) };
    guarded(onTimeout, { ms: error.ms, ...times, ...(label === undefined ? {} : { label }) }, outer);
  }
  if (orElse === undefined || outer.aborted) {
    layer?.tell({ type: 'layer-end', outcome: 'timeout' });
    throw error;
  }
  try {
    const value = await orElse(error, outer);
    layer?.tell({ type: 'layer-end', outcome: 'fallback' });
    return value;
  } catch (thrown) {
    layer?.tell({ type: 'layer-end', outcome: closingDecision(thrown, outer) });
    throw thrown;
  }
}
