import { callFn, layerFn } from '../before.ts';
import { check, checkOptions, FUNCTION, LAYER_RULES } from '../check.ts';
import { displayed } from '../clock.ts';
import { type Context, fullContext } from '../context.ts';
import { closingDecision, endAborted, finalDecision, type Layer, openLayer, plainDerive } from '../layer.ts';
import type { Decision, LayerObserver } from '../observe.ts';
import { veto } from '../predicate.ts';
import { guarded } from '../report.ts';
import { systemClock } from '../system-clock.ts';
import type { BareContext, TaskContext, TaskFn } from '../task-context.ts';

/** That the fallback takes over, and why. */
export interface FallbackInfo {
  /** What the primary threw. */
  readonly error: unknown;
  /** Epoch ms. */
  readonly at: number;
  readonly label?: string;
}

export interface FallbackOptions {
  /** For reports and viewers. */
  readonly label?: string | undefined;
  /** Called before the fallback runs. */
  readonly onFallback?: ((info: FallbackInfo, ctx: TaskContext) => void) | undefined;
  /** Hears every step. */
  readonly observe?: LayerObserver | undefined;
}

/**
 * Runs `fallback` when `primary` fails. By default only a business failure is covered: CancelledError, TimeoutError and a TaskError that
 * is not retryable are rethrown; a `shouldFallback` of your own decides instead (`() => true` covers a timeout too). After an abort of
 * `ctx.signal` the fallback is never called. If it throws, its error wins and carries the first as `cause` where it has none.
 *
 * @throws {TypeError | RangeError} when it is built, for a wrong argument or option, naming it
 * @example
 * ```ts
 * const list = withFallback(fetchList, () => cachedList, (error) => error instanceof TimeoutError);
 * ```
 */
export function withFallback<T, U = T>(
  primary: TaskFn<T>,
  fallback: (ctx: TaskContext, error: unknown) => U | PromiseLike<U>,
  shouldFallback?: ((error: unknown) => boolean) | undefined,
  options: FallbackOptions = {},
): (ctx: BareContext) => Promise<T | U> {
  check('primary', primary, FUNCTION);
  check('fallback', fallback, FUNCTION);
  checkOptions({ shouldFallback }, { shouldFallback: FUNCTION });
  checkOptions(options, RULES);
  return layerFn((given: BareContext) => run(primary, fallback, shouldFallback, options, fullContext(given)));
}

const RULES = { ...LAYER_RULES, onFallback: FUNCTION } as const;

async function run<T, U>(
  primary: TaskFn<T>,
  fallback: (ctx: TaskContext, error: unknown) => U | PromiseLike<U>,
  shouldFallback: ((error: unknown) => boolean) | undefined,
  options: FallbackOptions,
  outer: Context,
): Promise<T | U> {
  const { observe, label, onFallback } = options;
  const clock = outer.clock ?? systemClock;
  const layer: Layer | undefined =
    observe && openLayer(observe, outer, clock, 'fallback', label, {}, plainDerive(outer));
  const ctx = layer?.ctx ?? outer;
  if (ctx.aborted) throw endAborted(ctx, layer);
  layer?.tell({ type: 'attempt-start', attempt: 1 });
  let first: unknown;
  try {
    const value = await callFn(primary, ctx);
    layer?.close(1, 'succeeded');
    return value;
  } catch (error) {
    first = error;
  }
  const refusal = refuses(first, ctx, shouldFallback);
  if (refusal) {
    layer?.close(1, refusal, { error: first });
    throw first;
  }
  layer?.tell({ type: 'attempt-end', attempt: 1, error: first, decision: 'fallback' });
  if (onFallback) {
    const at = displayed(clock, clock.now());
    guarded(onFallback, { error: first, at, ...(label === undefined ? {} : { label }) }, ctx);
  }
  layer?.tell({ type: 'attempt-start', attempt: 2 });
  try {
    const value = await fallback(ctx, first);
    layer?.tell({ type: 'attempt-end', attempt: 2, decision: 'succeeded' });
    layer?.tell({ type: 'layer-end', outcome: 'fallback' });
    return value;
  } catch (error) {
    addCause(error, first);
    layer?.close(2, closingDecision(error, ctx), { error });
    throw error;
  }
}

/** Why the fallback must not run; `undefined`: it may. */
function refuses(
  error: unknown,
  ctx: Context,
  shouldFallback: ((error: unknown) => boolean) | undefined,
): Decision | undefined {
  if (shouldFallback === undefined || ctx.aborted) return finalDecision(error, ctx);
  return veto('shouldFallback', shouldFallback, error);
}

/** The first error must not be lost; an error that has a cause, or takes none, is left as it is. */
function addCause(error: unknown, cause: unknown): void {
  if (error === cause) return;
  try {
    if (error instanceof Error && !('cause' in error) && Object.isExtensible(error)) {
      Object.defineProperty(error, 'cause', { value: cause, configurable: true, writable: true });
    }
  } catch {
    // A proxy that refuses.
  }
}
