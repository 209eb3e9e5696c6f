import { callFn } from '../before.ts';
import { Breath } from '../breath.ts';
import type { Clock } from '../clock.ts';
import { type Context, fullContext } from '../context.ts';
import { closingDecision, endAborted, type Failure, openLayer, plainDerive } from '../layer.ts';
import type { Decision, LayerObserver } from '../observe.ts';
import { pause } from '../pause.ts';
import type { PlainOptions } from '../plain-options.ts';
import type { ScheduleStep } from '../schedule-value.ts';
import { systemClock } from '../system-clock.ts';
import type { BareContext, TaskFn } from '../task-context.ts';

/** What `retry` and `repeat` are: a fn is called, what came of it is judged, and it is called again after a wait. */
export interface RerunPolicy<O> {
  /** A retry goes on after a failure, a repeat after a success; the other outcome is the end. */
  readonly kind: 'retry' | 'repeat';
  readonly label?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly observe?: LayerObserver | undefined;
  /** What an observer is told of the options. */
  readonly told: PlainOptions;
  /** Whether somebody looks at the moments: reading the clock is most of what a run costs. */
  readonly timed: boolean;
  readonly judge: (outcome: O, run: Run) => Verdict;
}

/** One run of a policy, as it stands after an attempt. Times are monotonic. */
export interface Run {
  readonly ctx: Context;
  readonly clock: Clock;
  readonly chainStart: number;
  /** 1-based. */
  attempt: number;
  startedAt: number;
  endedAt: number;
  /** The last wait, as it was planned. */
  previousDelay: number | undefined;
  /** The run of the policy's schedule. */
  step: ((now: number, input: never) => ScheduleStep<unknown>) | undefined;
}

/** To go on after a wait of `delay` ms, or the end. */
export interface Verdict {
  readonly decision: Decision;
  readonly delay?: number;
  /** Called before the wait, once an observer was told of it. */
  readonly announce?: (() => void) | undefined;
  /** Where the end is another one than the attempt's own. */
  readonly thrown?: Failure;
}

/** One run: all its state is here, so one policy serves many runs at once. */
export async function rerun<T>(fn: TaskFn<T>, policy: RerunPolicy<never>, given: BareContext): Promise<T> {
  const { kind, observe, timed, judge } = policy as RerunPolicy<unknown>;
  const outer = fullContext(given);
  const clock = policy.clock ?? outer.clock ?? systemClock;
  const layer = observe && openLayer(observe, outer, clock, kind, policy.label, policy.told, plainDerive(outer));
  const ctx = layer?.ctx ?? outer;
  if (ctx.aborted) throw endAborted(ctx, layer);
  const chainStart = timed ? clock.now() : 0;
  const run: Run = {
    ctx,
    clock,
    chainStart,
    attempt: 1,
    startedAt: chainStart,
    endedAt: 0,
    previousDelay: undefined,
    step: undefined,
  };
  let breath: Breath | undefined;
  for (; ; run.attempt++) {
    const { attempt } = run;
    layer?.tell({ type: 'attempt-start', attempt }, run.startedAt);
    let value: T | undefined;
    let failure: Failure | undefined;
    try {
      value = await callFn(fn, ctx);
    } catch (error) {
      failure = { error };
    }
    if ((failure === undefined) === (kind === 'retry')) {
      layer?.close(attempt, failure ? closingDecision(failure.error, ctx) : 'succeeded', failure);
      if (failure) throw failure.error;
      return value as T;
    }
    if (timed) run.endedAt = clock.now();
    const { decision, delay, announce, thrown = failure } = judge(failure ? failure.error : value, run);
    if (delay === undefined) {
      layer?.close(attempt, decision, failure, run.endedAt);
      if (thrown) throw thrown.error;
      return value as T;
    }
    layer?.tell({ type: 'attempt-end', attempt, ...failure, decision, planned: delay }, run.endedAt);
    announce?.();
    run.previousDelay = delay;
    if (delay > 0) {
      breath = undefined;
      await pause(clock, delay, ctx);
    } else {
      breath ??= new Breath();
      await breath.take();
    }
    if (timed) run.startedAt = clock.now();
    layer?.tell({ type: 'wait-end', attempt, planned: delay, real: run.startedAt - run.endedAt }, run.startedAt);
    if (ctx.aborted) throw endAborted(ctx, layer);
  }
}
