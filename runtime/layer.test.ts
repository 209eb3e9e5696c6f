import { describe, expect, test, vi } from 'vitest';
import {
  CancelledError,
  createRuntime,
  type LayerEvent,
  type LayerObserver,
  repeat,
  retry,
  retryBudget,
  retryOnTimeout,
  Schedule,
  type TaskContext,
  TaskError,
  withActivityTimeout,
  withFallback,
  withTimeout,
} from './index.ts';
import { createTestClock } from './testing/index.ts';
import { bare, cooperative, rejection } from './testing/kit.ts';

function recorder() {
  const events: LayerEvent[] = [];
  const contexts: TaskContext[] = [];
  const observe: LayerObserver = (event, ctx) => {
    events.push(event);
    contexts.push(ctx);
  };
  return { events, contexts, observe };
}

const failing =
  (error: unknown = new Error('x')) =>
  () => {
    throw error;
  };

/** The outcome that the one layer of a run tells. */
async function outcome(
  make: (observe: LayerObserver) => (ctx: ReturnType<typeof bare>) => Promise<unknown>,
  signal?: AbortSignal,
) {
  const { events, observe } = recorder();
  await make(observe)(bare(signal)).catch(() => {});
  const end = events.at(-1);
  const attempt = events.filter((event) => event.type === 'attempt-end').at(-1);
  return [attempt?.decision, end?.type === 'layer-end' ? end.outcome : undefined];
}

describe('observe', () => {
  test('runtime 22: a retry tells every step, with times, waits and decisions', async () => {
    const clock = createTestClock(1000);
    const { events, observe, contexts } = recorder();
    const error = new Error('x');
    let calls = 0;
    const body = async ({ clock: own }: TaskContext) => {
      await own?.sleep(5);
      if (++calls < 3) throw error;
      return 'ok';
    };
    const task = createRuntime({ clock }).enqueue(retry(body, { retries: 3, delay: 100, label: 'send', observe }));
    await clock.advance(1000);
    expect(await task.promise).toBe('ok');
    expect(events).toEqual([
      { type: 'layer-start', layer: 1, kind: 'retry', label: 'send', options: { retries: 3, delay: 100 }, at: 1000 },
      { type: 'attempt-start', layer: 1, attempt: 1, at: 1000 },
      { type: 'attempt-end', layer: 1, attempt: 1, at: 1005, error, decision: 'retried', planned: 100 },
      { type: 'wait-end', layer: 1, attempt: 1, planned: 100, real: 100, at: 1105 },
      { type: 'attempt-start', layer: 1, attempt: 2, at: 1105 },
      { type: 'attempt-end', layer: 1, attempt: 2, at: 1110, error, decision: 'retried', planned: 100 },
      { type: 'wait-end', layer: 1, attempt: 2, planned: 100, real: 100, at: 1210 },
      { type: 'attempt-start', layer: 1, attempt: 3, at: 1210 },
      { type: 'attempt-end', layer: 1, attempt: 3, at: 1215, decision: 'succeeded' },
      { type: 'layer-end', layer: 1, outcome: 'succeeded', at: 1215 },
    ]);
    for (const ctx of contexts) expect(ctx.task?.id).toBe(task.id);
  });

  test('runtime 22: a wait that is cut short tells the real one', async () => {
    const clock = createTestClock();
    const { events, observe } = recorder();
    const task = createRuntime({ clock }).enqueue(retry(failing(), { delay: 100, observe }));
    await clock.advance(30);
    task.cancel();
    await clock.advance(0);
    expect(events.slice(-2)).toEqual([
      { type: 'wait-end', layer: 1, attempt: 1, planned: 100, real: 30, at: 30 },
      { type: 'layer-end', layer: 1, outcome: 'cancelled', at: 30 },
    ]);
  });

  test('runtime 22: layer numbers and parents travel in the derived ctx, unobserved layers between them too', async () => {
    const { events, observe } = recorder();
    const inner = withTimeout(retry(failing(), { retries: 1, label: 'inner', observe }), 1000);
    const stack = withFallback(retry(inner, { retries: 1, label: 'outer', observe }), () => 'cached', undefined, {
      label: 'fallback',
      observe,
    });
    const runtime = createRuntime();
    const twice = runtime.enqueue(async (ctx) => {
      await stack(ctx);
      return retry(() => 'sibling', { observe, label: 'sibling' })(ctx);
    });
    await twice.promise;
    const starts = events.filter((event) => event.type === 'layer-start');
    expect(starts.map(({ layer, parentLayer, label }) => [layer, parentLayer, label])).toEqual([
      [1, undefined, 'fallback'],
      [2, 1, 'outer'],
      [3, 2, 'inner'],
      [4, 2, 'inner'],
      [5, undefined, 'sibling'],
    ]);
  });

  test('runtime 22: timeout layers: one attempt, the moment it fired and the moment it exited', async () => {
    for (const [kind, limit] of [
      ['timeout', withTimeout],
      ['activity-timeout', withActivityTimeout],
    ] as const) {
      const clock = createTestClock();
      const { events, observe } = recorder();
      const body = async ({ clock: own }: TaskContext) => own?.sleep(80);
      const task = createRuntime({ clock }).enqueue(limit(body, 20, { observe, label: 'quick' }));
      await clock.advance(100);
      const error = await rejection(task.promise);
      expect(events).toEqual([
        { type: 'layer-start', layer: 1, kind, label: 'quick', options: { ms: 20 }, at: 0 },
        { type: 'attempt-start', layer: 1, attempt: 1, at: 0 },
        { type: 'timeout-fired', layer: 1, ms: 20, at: 20 },
        { type: 'attempt-end', layer: 1, attempt: 1, at: 80, error, decision: 'timeout' },
        { type: 'layer-end', layer: 1, outcome: 'timeout', at: 80 },
      ]);
    }
  });

  test('runtime 22: fallback layers: one attempt per inner call', async () => {
    const clock = createTestClock();
    const { events, observe } = recorder();
    const error = new Error('x');
    const task = createRuntime({ clock }).enqueue(
      withFallback(failing(error), cooperative(10, 'cached'), undefined, { observe }),
    );
    await clock.advance(100);
    await task.promise;
    expect(events).toEqual([
      { type: 'layer-start', layer: 1, kind: 'fallback', options: {}, at: 0 },
      { type: 'attempt-start', layer: 1, attempt: 1, at: 0 },
      { type: 'attempt-end', layer: 1, attempt: 1, at: 0, error, decision: 'fallback' },
      { type: 'attempt-start', layer: 1, attempt: 2, at: 0 },
      { type: 'attempt-end', layer: 1, attempt: 2, at: 10, decision: 'succeeded' },
      { type: 'layer-end', layer: 1, outcome: 'fallback', at: 10 },
    ]);
  });

  test('runtime 22: a repeat tells runs, waits and why it ended', async () => {
    const clock = createTestClock();
    const { events, observe } = recorder();
    const schedule = Schedule.spaced(50);
    let n = 0;
    const task = createRuntime({ clock }).enqueue(
      repeat(() => ++n, { schedule, until: (v) => v === 2, observe, label: 'poll' }),
    );
    await clock.advance(100);
    await task.promise;
    expect(events).toEqual([
      { type: 'layer-start', layer: 1, kind: 'repeat', label: 'poll', options: {}, at: 0 },
      { type: 'attempt-start', layer: 1, attempt: 1, at: 0 },
      { type: 'attempt-end', layer: 1, attempt: 1, at: 0, decision: 'repeated', planned: 50 },
      { type: 'wait-end', layer: 1, attempt: 1, planned: 50, real: 50, at: 50 },
      { type: 'attempt-start', layer: 1, attempt: 2, at: 50 },
      { type: 'attempt-end', layer: 1, attempt: 2, at: 50, decision: 'until' },
      { type: 'layer-end', layer: 1, outcome: 'until', at: 50 },
    ]);
  });

  test('runtime 22: every decision of the closed union is told by the layer that took it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const clock = createTestClock();
    const no = retryBudget({ ratio: 0, burst: 0 });
    const both = (decision: string) => [decision, decision];
    expect(await outcome((observe) => retry(() => 1, { observe }))).toEqual(both('succeeded'));
    expect(await outcome((observe) => retry(failing(new TaskError('x')), { observe }))).toEqual(both('not-retryable'));
    expect(await outcome((observe) => retry(failing(), { observe }))).toEqual(both('exhausted'));
    expect(await outcome((observe) => retry(failing(), { schedule: Schedule.once, observe }))).toEqual(
      both('schedule-ended'),
    );
    expect(await outcome((observe) => retry(failing(), { maxElapsed: 5, delay: 9, clock, observe }))).toEqual(
      both('elapsed'),
    );
    expect(await outcome((observe) => retry(failing(), { budget: no, observe }))).toEqual(both('budget'));
    expect(await outcome((observe) => retry(failing(), { retryable: () => false, observe }))).toEqual(both('vetoed'));
    expect(await outcome((observe) => retry(failing(), { retryable: failing() as never, observe }))).toEqual(
      both('predicate-failed'),
    );
    expect(await outcome((observe) => retry(failing(), { delay: () => Number.NaN, observe }))).toEqual(
      both('bad-delay'),
    );
    expect(await outcome((observe) => retry(failing(), { delay: failing() as never, observe }))).toEqual(
      both('bad-delay'),
    );
    const broken = Schedule.whileStep(Schedule.once, failing() as never);
    expect(await outcome((observe) => retry(failing(), { schedule: broken, unbounded: true, observe }))).toEqual(
      both('predicate-failed'),
    );
    expect(await outcome((observe) => retry(failing(new CancelledError()), { observe }))).toEqual(both('cancelled'));
    expect(await outcome((observe) => withTimeout(failing(new CancelledError()), 5, { observe }))).toEqual(
      both('cancelled'),
    );
    expect(await outcome((observe) => withTimeout(failing(), 5, { observe }))).toEqual(both('exhausted'));
    expect(
      await outcome((observe) => withFallback(failing(new TaskError('x')), () => 1, undefined, { observe })),
    ).toEqual(both('not-retryable'));
    expect(
      await outcome((observe) =>
        withFallback(
          failing(),
          () => 1,
          () => false,
          { observe },
        ),
      ),
    ).toEqual(both('vetoed'));
    expect(await outcome((observe) => withFallback(failing(), failing(), undefined, { observe }))).toEqual(
      both('exhausted'),
    );
    expect(await outcome((observe) => repeat(() => 1, { while: () => false, observe }))).toEqual(both('while'));
    expect(await outcome((observe) => repeat(() => 1, { schedule: Schedule.recurs(2), observe }))).toEqual(
      both('schedule-ended'),
    );
    expect(await outcome((observe) => repeat(failing(), { unbounded: true, observe }))).toEqual(both('exhausted'));
    expect(await outcome((observe) => repeat(() => 1, { until: failing() as never, observe }))).toEqual(
      both('predicate-failed'),
    );
    for (const make of [
      (observe: LayerObserver) => retry(() => 1, { observe }),
      (observe: LayerObserver) => withTimeout(() => 1, 5, { observe }),
      (observe: LayerObserver) =>
        withFallback(
          () => 1,
          () => 2,
          undefined,
          { observe },
        ),
      (observe: LayerObserver) => repeat(() => 1, { unbounded: true, observe }),
    ]) {
      expect(await outcome(make, AbortSignal.abort())).toEqual([undefined, 'cancelled']);
    }
  });

  test('runtime 27: retryOnTimeout tells the timeout and ends as what orElse threw', async () => {
    const clock = createTestClock();
    const { events, observe } = recorder();
    const orElse = recorder();
    const task = createRuntime({ clock }).enqueue(retryOnTimeout(cooperative(80, ''), 20, { observe }));
    const value = createRuntime({ clock }).enqueue(
      withTimeout(cooperative(80, ''), 20, { orElse: () => 'x', observe: orElse.observe }),
    );
    await clock.advance(100);
    await rejection(task.promise);
    expect(
      events.map((event) => [
        event.type,
        'decision' in event ? event.decision : 'outcome' in event ? event.outcome : undefined,
      ]),
    ).toEqual([
      ['layer-start', undefined],
      ['attempt-start', undefined],
      ['timeout-fired', undefined],
      ['attempt-end', 'timeout'],
      ['layer-end', 'exhausted'],
    ]);
    expect(await value.promise).toBe('x');
    expect(orElse.events.at(-1)).toMatchObject({ type: 'layer-end', outcome: 'fallback' });
  });

  test('runtime 15 runtime 22: an observer that throws changes nothing', async () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await retry(() => 'ok', { observe: failing() })(bare())).toBe('ok');
    expect(reported).toHaveBeenCalledTimes(4);
  });

  test('runtime 22: options are told as given: plain numbers, words and flags, never functions', async () => {
    const { events, observe } = recorder();
    await retry(() => 1, {
      observe,
      delay: () => 1,
      jitter: 'full',
      respectRetryAfter: true,
      maxDelay: 9,
      retryable: () => true,
      label: 'x',
    })(bare());
    expect(events[0]).toMatchObject({ options: { retries: 2, jitter: 'full', respectRetryAfter: true, maxDelay: 9 } });
    await retry(() => 1, { observe, schedule: Schedule.once })(bare());
    expect(events[4]).toMatchObject({ options: {} });
  });
});
