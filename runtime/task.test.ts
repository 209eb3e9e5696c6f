import { describe, expect, test, vi } from 'vitest';
import {
  CancelledError,
  createRuntime,
  type RuntimeEvent,
  retry,
  TASK_STATES,
  TASK_TRANSITIONS,
  type Task,
  type TaskContext,
  withSignal,
} from './index.ts';
import { createTestClock } from './testing/index.ts';
import { cooperative, countListeners, doneOf, listen, rejection, story, stubborn, turn } from './testing/kit.ts';

function setup(options: Parameters<typeof createRuntime>[0] = {}) {
  const clock = createTestClock();
  const runtime = createRuntime({ clock, ...options });
  return { clock, runtime, events: listen(runtime) };
}

describe('the state machine', () => {
  test('runtime 6: the table is data: six transitions, terminal states lead nowhere', () => {
    expect(TASK_STATES).toEqual(['pending', 'running', 'success', 'error', 'cancelled']);
    expect(TASK_TRANSITIONS.map(({ from, to }) => `${from} → ${to}`)).toEqual([
      'pending → running',
      'running → success',
      'running → error',
      'running → cancelled',
      'pending → cancelled',
      'pending → error',
    ]);
    expect(Object.isFrozen(TASK_TRANSITIONS)).toBe(true);
  });

  test('runtime 6: a terminal state never changes', async () => {
    const { clock, runtime, events } = setup();
    const task = runtime.enqueue(() => 'ok');
    await clock.advance(0);
    task.cancel();
    runtime.clear();
    runtime.stop({ cancelRunning: true });
    await clock.advance(10);
    expect(task.state).toBe('success');
    expect(await task.promise).toBe('ok');
    expect(events.filter(({ type }) => type === 'task:done')).toHaveLength(1);
  });

  test('runtime 7: state, hook, task:done and promise tell the same story', async () => {
    const onTaskError = vi.fn();
    const { clock, runtime, events } = setup({ onTaskError, maxPending: 3 });
    const seen: [string, string][] = [];
    const error = new Error('x');
    const tasks: Record<string, Task<unknown>> = {
      ok: runtime.enqueue(() => 'ok'),
      fails: runtime.enqueue(() => Promise.reject(error)),
      cancelled: runtime.enqueue(() => 1),
      skipped: runtime.enqueue(() => 1),
      refused: runtime.enqueue(() => 1),
    };
    runtime.events.on('task:done', (event) => {
      const task = Object.values(tasks).find(({ id }) => id === event.id);
      seen.push([event.state, task?.state ?? '']);
    });
    tasks.skipped?.cancel();
    tasks.cancelled?.cancel();
    await clock.advance(0);
    for (const [event, state] of seen) expect(event).toBe(state);
    for (const task of Object.values(tasks)) {
      const done = doneOf(events, task.id);
      const outcome = await task.promise.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(done.state).toBe(task.state);
      expect('error' in done ? done.error : undefined).toBe(outcome);
    }
    expect(onTaskError.mock.calls).toEqual([
      [expect.objectContaining({ name: 'QueueFullError' }), tasks.refused],
      [error, tasks.fails],
    ]);
  });

  test('runtime 7: one registered, at most one started, one done per task', async () => {
    const { clock, runtime, events } = setup({ concurrency: 2 });
    for (let i = 0; i < 10; i++) runtime.enqueue(cooperative(i, i)).cancel;
    await clock.advance(100);
    for (const type of ['task:registered', 'task:started', 'task:done'] as const) {
      const ids = events.filter((event) => event.type === type).map((event) => 'id' in event && event.id);
      expect(new Set(ids).size).toBe(10);
      expect(ids).toHaveLength(10);
    }
  });
});

describe('task:done', () => {
  test('runtime 8: times are epoch ms, durations monotonic, also when the wall clock moves', async () => {
    const clock = createTestClock(1_000_000.25);
    const runtime = createRuntime({ clock });
    const events = listen(runtime);
    runtime.enqueue(stubborn(100, ''));
    runtime.enqueue(stubborn(50, ''));
    await clock.advance(60);
    clock.setTime(500_000);
    await clock.advance(200);
    const [first, second] = events.filter((event) => event.type === 'task:done');
    const [offsetA, offsetB] = [first, second].map((event) => (event?.registeredAt ?? 0) - 1_000_000.25);
    expect(offsetA).toBe(offsetB);
    expect(offsetA).toBeLessThan(-400_000);
    expect((first?.endedAt ?? 0) - (first?.startedAt ?? 0)).toBe(100);
    expect((second?.startedAt ?? 0) - (second?.registeredAt ?? 0)).toBe(100);
    expect((second?.endedAt ?? 0) - (second?.startedAt ?? 0)).toBe(50);
  });

  test('runtime 8: while nobody listens, tasks of one turn share its moment; with a listener each has its own', async () => {
    let now = 0;
    const clock = { ...createTestClock(), now: () => ++now };
    const runtime = createRuntime({ clock, paused: true });
    const tasks = [runtime.enqueue(() => 1), runtime.enqueue(() => 1)];
    const reads = now;
    await turn();
    const third = runtime.enqueue(() => 1);
    expect(now).toBe(reads + 1);
    const events = listen(runtime);
    const times = [runtime.enqueue(() => 1), runtime.enqueue(() => 1)].map(({ id }) => {
      const event = events.find((one) => 'id' in one && one.id === id);
      return event?.at ?? 0;
    });
    expect(times[1]).toBeGreaterThan(times[0] ?? Infinity);
    runtime.clear();
    const registeredAt = (task: Task<unknown>) => doneOf(events, task.id).registeredAt;
    expect(registeredAt(tasks[0] as Task<number>)).toBe(registeredAt(tasks[1] as Task<number>));
    expect(registeredAt(third)).toBeGreaterThan(registeredAt(tasks[1] as Task<number>));
  });

  test('runtime 8: a task that never started has no startedAt; success carries no error', async () => {
    const { clock, runtime, events } = setup({ paused: true });
    const task = runtime.enqueue(() => 1);
    await clock.advance(7);
    task.cancel();
    const done = doneOf(events);
    expect(done).toMatchObject({ state: 'cancelled', retryable: false, registeredAt: 0, endedAt: 7 });
    expect('startedAt' in done).toBe(false);
    const ok = setup();
    ok.runtime.enqueue(() => 1);
    await ok.clock.advance(0);
    expect('error' in doneOf(ok.events)).toBe(false);
  });
});

describe('promise', () => {
  test('runtime 9 Q7: ignored, it raises no unhandled rejection; awaited before or after the end, it rejects', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { runtime } = setup();
    const error = new Error('x');
    const fail = () => Promise.reject(error);
    const early = runtime.enqueue(fail);
    const { promise } = early;
    runtime.enqueue(fail);
    const late = runtime.enqueue(fail);
    runtime.enqueue(() => 1).cancel();
    await runtime.onIdle();
    await turn();
    await turn();
    expect(await rejection(promise)).toBe(error);
    expect(await rejection(late.promise)).toBe(error);
    expect(late.promise).toBe(late.promise);
    await turn();
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('Q54: falsy values, undefined included, come through', async () => {
    const { runtime } = setup();
    for (const value of [0, '', false, undefined, null]) expect(await runtime.enqueue(() => value).promise).toBe(value);
  });
});

describe('cancel', () => {
  test('runtime 10: a pending task ends at once, its fn is never called', async () => {
    const { clock, runtime, events } = setup();
    const fn = vi.fn();
    const task = runtime.enqueue(fn);
    task.cancel('no need');
    expect(task.state).toBe('cancelled');
    expect(story(events)).toEqual(['task:registered', 'task:done cancelled', 'runtime:idle']);
    await clock.advance(10);
    expect(fn).not.toHaveBeenCalled();
    expect(await rejection(task.promise)).toMatchObject({ name: 'CancelledError', cause: 'no need' });
  });

  test('runtime 10: a running one is asked, keeps its slot until fn has exited, and ends cancelled whatever came out', async () => {
    for (const end of [() => 'value', () => Promise.reject(new Error('late'))]) {
      const { clock, runtime, events } = setup();
      let reason: unknown;
      const task = runtime.enqueue(async ({ signal, clock: own }) => {
        signal.addEventListener('abort', () => {
          reason = signal.reason;
        });
        await own?.sleep(50);
        return end();
      });
      const next = runtime.enqueue(() => 'next');
      await clock.advance(10);
      task.cancel('user');
      task.cancel('again');
      expect(reason).toMatchObject({ name: 'CancelledError', cause: 'user' });
      expect([task.state, next.state, runtime.runningCount]).toEqual(['running', 'pending', 1]);
      await clock.advance(40);
      expect([task.state, next.state]).toEqual(['cancelled', 'success']);
      expect(await rejection(task.promise)).toBe(reason);
      expect(doneOf(events, task.id)).toMatchObject({ state: 'cancelled', retryable: false, endedAt: 50 });
      const asked = events.filter((event) => event.type === 'task:cancel-requested');
      expect(asked).toMatchObject([{ id: task.id, reason: 'user', at: 10 }]);
    }
  });

  test('runtime 10: a signal read only after the cancel is aborted already', async () => {
    const { clock, runtime } = setup();
    let ctx: TaskContext | undefined;
    const task = runtime.enqueue((given) => {
      ctx = given;
      return clock.sleep(50);
    });
    await clock.advance(1);
    task.cancel('x');
    expect(ctx?.signal.aborted).toBe(true);
    expect(ctx?.signal.reason).toMatchObject({ cause: 'x' });
    await clock.advance(50);
    expect(task.state).toBe('cancelled');
  });

  test('runtime 10 Q12: the caller signal: aborted before, while pending, while running', async () => {
    const reason = { any: 'reason' };
    const { clock, runtime, events } = setup();
    const fn = vi.fn();
    const dead = runtime.enqueue(fn, { signal: AbortSignal.abort(reason) });
    expect(dead.state).toBe('cancelled');
    expect(story(events)).toEqual(['task:registered', 'task:done cancelled']);
    expect(await rejection(dead.promise)).toMatchObject({ cause: reason });
    const controller = new AbortController();
    const running = runtime.enqueue(cooperative(100, 'x'), { signal: controller.signal });
    const pending = runtime.enqueue(fn, { signal: controller.signal });
    await clock.advance(10);
    controller.abort(reason);
    expect(pending.state).toBe('cancelled');
    await clock.advance(0);
    expect(running.state).toBe('cancelled');
    for (const task of [running, pending]) {
      const error = await rejection(task.promise);
      expect(error).toBeInstanceOf(CancelledError);
      expect((error as CancelledError).cause).toBe(reason);
    }
    expect(fn).not.toHaveBeenCalled();
  });

  test('runtime 10: an AbortError after our own abort is a cancellation, from an unrelated controller an ordinary error', async () => {
    const { clock, runtime } = setup({ concurrency: 2 });
    const like = { name: 'AbortError' };
    const own = runtime.enqueue(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(like));
        }),
    );
    const foreign = runtime.enqueue(() => Promise.reject(new DOMException('x', 'AbortError')));
    await clock.advance(1);
    own.cancel();
    await clock.advance(1);
    expect([own.state, foreign.state]).toEqual(['cancelled', 'error']);
  });

  test('runtime 10: an id that a live task has is refused, one of a finished task allowed', async () => {
    const { clock, runtime } = setup();
    const first = runtime.enqueue(() => 1, { id: 'a' });
    expect(() => runtime.enqueue(() => 1, { id: 'a' })).toThrow(RangeError);
    expect(() => runtime.enqueue(() => 1, { id: 'a' })).toThrow('got `a` (string)');
    await clock.advance(0);
    expect(first.state).toBe('success');
    expect(runtime.enqueue(() => 1, { id: 'a' }).id).toBe('a');
    const numbered = runtime.enqueue(() => 1);
    expect(() => runtime.enqueue(() => 1, { id: numbered.id })).toThrow(RangeError);
    const [stem, number] = numbered.id.split('-');
    const ahead = runtime.enqueue(() => 1, { id: `${stem}-${Number(number) + 3}` });
    const more = Array.from({ length: 5 }, () => runtime.enqueue(() => 1).id);
    expect(new Set([numbered.id, ahead.id, ...more]).size).toBe(7);
    await clock.advance(0);
    expect(runtime.enqueue(() => 1, { id: numbered.id }).id).toBe(numbered.id);
  });

  test('Q8 Q9: 99 of 100 pending tasks aborted: the 100th starts as soon as the slot is free', async () => {
    const { clock, runtime } = setup();
    const controller = new AbortController();
    const first = runtime.enqueue(stubborn(10, ''));
    const doomed = Array.from({ length: 99 }, () => runtime.enqueue(() => 1, { signal: controller.signal }));
    await clock.advance(0);
    let startedAt = -1;
    runtime.enqueue(() => {
      startedAt = clock.now();
    });
    controller.abort();
    expect(doomed.every(({ state }) => state === 'cancelled')).toBe(true);
    expect(runtime.pendingCount).toBe(1);
    await clock.advance(10);
    expect([first.state, startedAt]).toEqual(['success', 10]);
  });
});

describe('shared signals', () => {
  test('runtime 21 Q1 Q2: 1 000 tasks on one signal: one listener, none after the last, whatever way they end', async () => {
    const { clock, runtime } = setup({ concurrency: 10 });
    const { signal } = new AbortController();
    const listeners = countListeners(signal);
    const bodies = [
      () => 'ok',
      () => Promise.reject(new Error('x')),
      retry(() => {
        throw new Error('x');
      }),
      cooperative(5, 'x'),
    ];
    const tasks = Array.from({ length: 1000 }, (_, i) => runtime.enqueue(bodies[i % 4] ?? (() => ''), { signal }));
    expect(listeners.live).toBe(1);
    for (const task of tasks.slice(500, 600)) task.cancel();
    await clock.advance(1000);
    expect(runtime.pendingCount + runtime.runningCount).toBe(0);
    expect(listeners.live).toBe(0);
  });

  test('Q60: an abort listener may use the queue: state is whole when it runs', async () => {
    const { clock, runtime } = setup();
    const controller = new AbortController();
    const tasks: Task<unknown>[] = [];
    let inListener: RuntimeEvent[] = [];
    tasks.push(runtime.enqueue(cooperative(50, 'x'), { signal: controller.signal }));
    tasks.push(runtime.enqueue(() => 1, { signal: controller.signal }));
    const off = runtime.events.on('task:done', (event) => {
      off();
      inListener = [event];
      tasks.push(runtime.enqueue(() => 'new'));
      tasks[0]?.cancel();
      runtime.pause();
      runtime.resume();
    });
    await clock.advance(1);
    controller.abort();
    await clock.advance(10);
    expect(inListener).toHaveLength(1);
    expect(tasks.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'success']);
  });
});

describe('context', () => {
  test('members work destructured; progress is an event while the task runs, nothing after', async () => {
    const { clock, runtime, events } = setup();
    let late: ((value: unknown) => void) | undefined;
    const task = runtime.enqueue(
      ({ progress, resetTimeout, clock: own, task: identity }) => {
        resetTimeout();
        progress(0.5);
        late = progress;
        expect(own).toBe(clock);
        expect(identity).toEqual({ runtimeId: runtime.id, id: task.id, name: 'up' });
        expect(Object.isFrozen(identity)).toBe(true);
      },
      { name: 'up' },
    );
    await task.promise;
    late?.(1);
    expect(events.filter((event) => event.type === 'task:progress')).toMatchObject([{ id: task.id, value: 0.5 }]);
  });

  test('withSignal gives the inner fn another signal and keeps the rest', async () => {
    const { runtime } = setup();
    const own = new AbortController();
    const task = runtime.enqueue((ctx) => {
      const derived = withSignal(ctx, own.signal);
      expect(derived.signal).toBe(own.signal);
      expect(derived.task).toBe(ctx.task);
      expect(derived.clock).toBe(ctx.clock);
      derived.progress(1);
      return retry(() => 'ok')(derived);
    });
    expect(await task.promise).toBe('ok');
    own.abort('mine');
    const error = await rejection(retry(() => 1)(withSignal({ signal: new AbortController().signal }, own.signal)));
    expect(error).toMatchObject({ cause: 'mine' });
  });

  test('without a runtime a context of a signal alone is made full', async () => {
    const progress = vi.fn();
    const bare = { signal: new AbortController().signal, progress };
    const seen = await retry((ctx) => {
      ctx.progress(1);
      ctx.resetTimeout();
      return { task: ctx.task, clock: ctx.clock, signal: ctx.signal };
    })(bare);
    expect(seen).toEqual({ task: undefined, clock: undefined, signal: bare.signal });
    expect(progress).toHaveBeenCalledWith(1);
  });
});

test('runtime 6: a task may be logged: as JSON it is its id, name and state', () => {
  const runtime = createRuntime({ devtools: false, paused: true });
  const task = runtime.enqueue(() => 1, { id: 'x', name: 'one' });
  expect(JSON.parse(JSON.stringify({ task }))).toEqual({ task: { id: 'x', name: 'one', state: 'pending' } });
  runtime.clear();
});
