import { Breath } from '../breath.ts';
import { checkBoolean, checkFunction, checkLayerOptions, checkOptionalFunction, wrong } from '../check.ts';
import type { Clock } from '../clock.ts';
import { fullContext } from '../context.ts';
import { closingDecision, endAborted, openLayer, plainDerive } from '../layer.ts';
import type { Decision, LayerObserver } from '../observe.ts';
import { pause } from '../pause.ts';
import { plainOptions } from '../plain-options.ts';
import { isThenable } from '../report.ts';
import { checkSchedule, type Schedule, type ScheduleStep } from '../schedule-value.ts';
import { systemClock } from '../system-clock.ts';
import type { BareContext, TaskFn } from '../task-context.ts';

export interface RepeatOptions<T> {
  /** When to run again; its input is the value. Default: at once, as often as `while` and `until` allow. */
  readonly schedule?: Schedule<unknown, T> | undefined;
  /** Runs again only while it says so of the last value. */
  readonly while?: ((value: T) => boolean) | undefined;
  /** Runs again until it says so of the last value; true of the first: one run. */
  readonly until?: ((value: T) => boolean) | undefined;
  /** Allows a repeat that nothing ends; default `false`. */
  readonly unbounded?: boolean | undefined;
  /** For viewers. */
  readonly label?: string | undefined;
  /** Default: the runtime's, else `systemClock`. */
  readonly clock?: Clock | undefined;
  /** For a jittered schedule; in [0, 1); default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Hears every step. */
  readonly observe?: LayerObserver | undefined;
}

/**
 * Calls `fn` again after it succeeded; the mirror of `retry`. Stops at the first failure, which it throws; else returns the last value.
 * Cancelling the task, or disposing its scope, ends the wait at once. A `while` or `until` that throws ends it with that error.
 *
 * @throws {TypeError | RangeError} when it is built, for a wrong option, naming it, or when nothing would end it
 * @example
 * ```ts
 * const poll = repeat(checkJob, { schedule: Schedule.spaced(2000), until: (job) => job.done });
 * const job = await runtime.enqueue(poll).promise;
 * ```
 */
export function repeat<T>(fn: TaskFn<T>, options: RepeatOptions<T>): (ctx: BareContext) => Promise<T> {
  checkFunction('fn', fn);
  checkRepeatOptions(options);
  return (ctx) => run(fn, options, ctx);
}

function checkRepeatOptions<T>(options: RepeatOptions<T>): void {
  if (options === undefined) throw wrong('options', 'an object', options);
  checkLayerOptions(options);
  const { schedule, unbounded } = options;
  for (const name of ['while', 'until', 'random'] as const) checkOptionalFunction(name, options[name]);
  if (unbounded !== undefined) checkBoolean('unbounded', unbounded);
  if (schedule !== undefined) checkSchedule('schedule', schedule);
  if (!unbounded && !schedule?.bounded && !options.until && !options.while) {
    const expected = 'bounded (or give `until`, `while` or `unbounded: true`)';
    throw wrong('schedule', expected, schedule, RangeError);
  }
}

async function run<T>(fn: TaskFn<T>, options: RepeatOptions<T>, given: BareContext): Promise<T> {
  const { schedule, label, observe, random = Math.random } = options;
  const outer = fullContext(given);
  const clock = options.clock ?? outer.clock ?? systemClock;
  const layer = observe && openLayer(observe, outer, clock, 'repeat', label, plainOptions(options), plainDerive(outer));
  const ctx = layer?.ctx ?? outer;
  if (ctx.aborted) throw endAborted(ctx, layer);
  const step = schedule?.start(random);
  let breath: Breath | undefined;
  for (let attempt = 1; ; attempt++) {
    layer?.tell({ type: 'attempt-start', attempt });
    let value: T;
    let verdict: Verdict;
    try {
      value = await fn(ctx);
    } catch (error) {
      const decision = closingDecision(error, ctx);
      layer?.tell({ type: 'attempt-end', attempt, error, decision });
      layer?.tell({ type: 'layer-end', outcome: decision });
      throw error;
    }
    const endedAt = clock.now();
    try {
      verdict = judge(options, value, step && (() => step(endedAt, value)));
    } catch (thrown) {
      layer?.tell({ type: 'attempt-end', attempt, decision: 'predicate-failed' }, endedAt);
      layer?.tell({ type: 'layer-end', outcome: 'predicate-failed' }, endedAt);
      throw thrown;
    }
    if (verdict.decision !== 'repeated') {
      layer?.tell({ type: 'attempt-end', attempt, decision: verdict.decision }, endedAt);
      layer?.tell({ type: 'layer-end', outcome: verdict.decision }, endedAt);
      return value;
    }
    const { delay } = verdict;
    layer?.tell({ type: 'attempt-end', attempt, decision: 'repeated', planned: delay }, endedAt);
    if (delay > 0) {
      breath = undefined;
      await pause(clock, delay, ctx);
    } else {
      breath ??= new Breath();
      await breath.take();
    }
    if (layer) {
      const now = clock.now();
      layer.tell({ type: 'wait-end', attempt, planned: delay, real: now - endedAt }, now);
    }
    if (ctx.aborted) throw endAborted(ctx, layer);
  }
}

interface Verdict {
  readonly decision: Decision;
  /** Before the next run. */
  readonly delay: number;
}

function judge<T>(
  options: RepeatOptions<T>,
  value: T,
  askSchedule: (() => ScheduleStep<unknown>) | undefined,
): Verdict {
  if (options.until && answer('until', options.until, value)) return { decision: 'until', delay: 0 };
  if (options.while && !answer('while', options.while, value)) return { decision: 'while', delay: 0 };
  const step = askSchedule?.();
  if (step?.continue === false) return { decision: 'schedule-ended', delay: 0 };
  const delay = step?.delay ?? 0;
  if (Number.isNaN(delay)) throw wrong('delay', 'a number of milliseconds', delay, RangeError);
  return { decision: 'repeated', delay };
}

/** An async predicate would always pass. */
function answer<T>(name: string, predicate: (value: T) => boolean, value: T): boolean {
  const result: unknown = predicate(value);
  if (!isThenable(result)) return Boolean(result);
  result.then(undefined, () => {});
  throw new TypeError(`Expected \`${name}\` to return a boolean, got a promise: it must be synchronous`);
}
