import { type Clock, displayed } from './clock.ts';
import { abortError, Context, LAYERS, type LayerScope } from './context.ts';
import { isRetryable, kindOf } from './errors.ts';
import type { Decision, LayerEvent, LayerKind, LayerObserver } from './observe.ts';
import { guarded } from './report.ts';

type Told<E> = E extends LayerEvent ? Omit<E, 'layer' | 'at'> : never;

/** What an attempt threw; absent when it succeeded. In an object: what was thrown may be `undefined`. */
export interface Failure {
  readonly error: unknown;
}

/** One run of one middleware, as its observer hears of it. */
export interface Layer<C extends Context = Context> {
  /** For the inner fn: carries the layer's number to those inside. */
  readonly ctx: C;
  /** `at`: monotonic; default now. */
  readonly tell: (event: Told<LayerEvent>, at?: number) => void;
  /** The end of the last attempt, and of the layer with it. */
  readonly close: (attempt: number, decision: Decision, failure?: Failure, at?: number) => void;
}

/** Starts a layer: numbers it, tells that it starts and derives the context for what is inside. */
export function openLayer<C extends Context>(
  observe: LayerObserver,
  outer: Context,
  clock: Clock,
  kind: LayerKind,
  label: string | undefined,
  options: Readonly<Record<string, number | string | boolean>>,
  derive: (layers: LayerScope) => C,
): Layer<C> {
  const { layer: parentLayer, counter } = outer[LAYERS];
  const layer = ++counter.last;
  const ctx = derive({ layer, counter });
  const tell: Layer<C>['tell'] = (event, at) => {
    // The clock is asked in there too: one that fails costs the observer an event, not the run its outcome.
    guarded(() => observe({ ...event, layer, at: displayed(clock, at ?? clock.now()) } as LayerEvent, ctx));
  };
  tell({
    type: 'layer-start',
    kind,
    options,
    ...(parentLayer === undefined ? {} : { parentLayer }),
    ...(label === undefined ? {} : { label }),
  });
  return {
    ctx,
    tell,
    close(attempt, decision, failure, at) {
      tell({ type: 'attempt-end', attempt, ...failure, decision }, at);
      tell({ type: 'layer-end', outcome: decision }, at);
    },
  };
}

function abortDecision(error: unknown): Decision {
  return kindOf(error) === 'TimeoutError' ? 'timeout' : 'cancelled';
}

/** The exits that no layer may override, in their order; `undefined` for an error that is a layer's own business. */
export function finalDecision(error: unknown, ctx: Context): Decision | undefined {
  if (ctx.aborted) return abortDecision(ctx.signal.reason);
  const kind = kindOf(error);
  if (kind === 'CancelledError' || kind === 'TimeoutError') return abortDecision(error);
  return kind === 'TaskError' && !isRetryable(error) ? 'not-retryable' : undefined;
}

/** What a layer that has no more to try says of an error that passes through it. */
export function closingDecision(error: unknown, ctx: Context): Decision {
  return finalDecision(error, ctx) ?? 'exhausted';
}

/** Ends the layer of a run whose context is aborted; returns what is thrown. */
export function endAborted(ctx: Context, layer: Layer | undefined): Error {
  const error = abortError(ctx.signal);
  layer?.tell({ type: 'layer-end', outcome: abortDecision(error) });
  return error;
}

/** For a middleware that changes nothing else in the context. */
export function plainDerive(outer: Context): (layers: LayerScope) => Context {
  return (layers) => new Context(outer, layers);
}
