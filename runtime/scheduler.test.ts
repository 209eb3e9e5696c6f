import { describe, expect, test, vi } from 'vitest';
import { createRuntime, QueueFullError, QueueStoppedError, type Task, TimeoutError, withTimeout } from './index.ts';
import { createTestClock } from './testing/index.ts';
import { cooperative, doneOf, listen, rejection, story, stubborn, turn } from './testing/kit.ts';

function setup(options: Parameters<typeof createRuntime>[0] = {}) {
  const clock = createTestClock();
  const runtime = createRuntime({ clock, ...options });
  return { clock, runtime, events: listen(runtime) };
}

/** Bodies that note the most that ran at once. */
function gauge() {
  const state = { now: 0, most: 0 };
  const body =
    (ms: number) =>
    async ({ clock }: { clock?: { sleep(ms: number): Promise<void> } | undefined }) => {
      state.most = Math.max(state.most, ++state.now);
      await clock?.sleep(ms);
      state.now--;
    };
  return { state, body };
}

describe('order and slots', () => {
  test('runtime 11 Q31 Q32: never more than `concurrency` bodies, timed-out and cancelled ones included; 0 at the end', async () => {
    const { clock, runtime } = setup({ concurrency: 3 });
    const { state, body } = gauge();
    const tasks = Array.from({ length: 40 }, (_, i) =>
      runtime.enqueue(i % 3 ? withTimeout(body(10 + i), 15) : body(i)),
    );
    await clock.advance(20);
    for (const task of tasks.slice(0, 10)) task.cancel();
    await clock.advance(10_000);
    expect(state.most).toBe(3);
    expect([state.now, runtime.runningCount, runtime.pendingCount, clock.timers]).toEqual([0, 0, 0, 0]);
  });

  test('runtime 11 Q42: FIFO within equal priority, higher first, NaN refused', async () => {
    const { clock, runtime } = setup();
    const order: string[] = [];
    const add = (name: string, priority?: number) => runtime.enqueue(() => order.push(name), { name, priority });
    add('a');
    add('b', 5);
    add('c', -1);
    add('d', 5);
    add('e', -0);
    add('f', Infinity);
    add('g', 0.5);
    await clock.advance(0);
    expect(order).toEqual(['f', 'b', 'd', 'g', 'a', 'e', 'c']);
    expect(() => add('x', Number.NaN)).toThrow('Expected `priority` to be a number, got `NaN` (number)');
  });

  test('runtime 11 Q43: hundreds of priorities, and cancels all over the queue, keep the order', async () => {
    const { clock, runtime } = setup();
    const order: number[] = [];
    const priorities = Array.from({ length: 500 }, (_, i) => (i * 7919) % 499);
    const tasks = priorities.map((priority) => runtime.enqueue(() => order.push(priority), { priority }));
    tasks.forEach((task, i) => {
      if (i % 3 === 0) task.cancel();
    });
    await clock.advance(0);
    const kept = priorities.filter((_, i) => i % 3 !== 0);
    expect(order).toEqual(kept.sort((a, b) => b - a));
  });

  test('runtime 11 Q40: a task never starts inside enqueue, always after it returns', async () => {
    const { runtime } = setup({ concurrency: 5 });
    const order: string[] = [];
    const outer = runtime.enqueue(() => {
      order.push('outer starts');
      const inner = runtime.enqueue(() => order.push('inner starts'));
      order.push('enqueue returned');
      return inner.promise;
    });
    order.push('first enqueue returned');
    await outer.promise;
    expect(order).toEqual(['first enqueue returned', 'outer starts', 'enqueue returned', 'inner starts']);
  });

  test('runtime 11 Q27: a synchronous throw, a synchronous value and a promise are treated alike', async () => {
    const { runtime, events } = setup();
    const error = new Error('x');
    const bodies = [
      () => 'value',
      async () => 'value',
      () => {
        throw error;
      },
      () => Promise.reject(error),
    ];
    const tasks = bodies.map((body) => runtime.enqueue(body));
    await runtime.onIdle();
    expect(tasks.map(({ state }) => state)).toEqual(['success', 'success', 'error', 'error']);
    for (const task of tasks.slice(2)) expect(await rejection(task.promise)).toBe(error);
    expect(story(events).slice(4, 8)).toEqual([
      'task:started',
      'task:done success',
      'task:started',
      'task:done success',
    ]);
  });

  test('runtime 11: a freed slot starts the next task within a microtask', async () => {
    const { runtime } = setup();
    let free = (): void => {};
    const started = vi.fn();
    runtime.enqueue(() => new Promise<void>((resolve) => (free = resolve)));
    runtime.enqueue(started);
    await turn();
    free();
    await Promise.resolve();
    await Promise.resolve();
    expect(started).toHaveBeenCalledTimes(1);
  });

  test('runtime 11 Q41: concurrency changes at run time: raised, more start at once; lowered, none is interrupted', async () => {
    const { clock, runtime, events } = setup();
    const { state, body } = gauge();
    for (let i = 0; i < 10; i++) runtime.enqueue(body(10));
    await clock.advance(0);
    runtime.concurrency = 4;
    await clock.advance(0);
    expect(state.now).toBe(4);
    runtime.concurrency = 2;
    expect(state.now).toBe(4);
    await clock.advance(10);
    expect([state.now, runtime.concurrency]).toEqual([2, 2]);
    runtime.concurrency = 2;
    expect(events.filter(({ type }) => type === 'runtime:changed')).toMatchObject([
      { concurrency: 4 },
      { concurrency: 2 },
    ]);
    for (const wrong of [0, -1, 1.5, Number.NaN]) {
      expect(() => {
        runtime.concurrency = wrong;
      }).toThrow(RangeError);
    }
    expect(() => {
      runtime.concurrency = '2' as never;
    }).toThrow('Expected `concurrency` to be a positive integer, got `2` (string)');
    await clock.advance(100);
    expect(state.now).toBe(0);
  });

  test('runtime 11: pause and resume', async () => {
    const { clock, runtime, events } = setup({ paused: true });
    const task = runtime.enqueue(() => 1);
    await clock.advance(10);
    expect([runtime.state, task.state]).toEqual(['paused', 'pending']);
    runtime.resume();
    runtime.resume();
    expect(task.state).toBe('pending');
    await clock.advance(0);
    expect(task.state).toBe('success');
    runtime.pause();
    runtime.pause();
    const changes = events.filter((event) => event.type === 'runtime:changed').map((event) => event.state);
    expect(changes).toEqual(['running', 'paused']);
  });

  test('runtime 34: the slot is the lowest that is free', async () => {
    const { clock, runtime, events } = setup({ concurrency: 4 });
    for (const ms of [10, 20, 30, 40]) runtime.enqueue(stubborn(ms, ''));
    await clock.advance(35);
    for (let i = 0; i < 3; i++) runtime.enqueue(stubborn(1, ''));
    await clock.advance(0);
    const slots = events.filter((event) => event.type === 'task:started').map(({ slot }) => slot);
    expect(slots).toEqual([0, 1, 2, 3, 0, 1, 2]);
    await clock.advance(100);
    runtime.enqueue(() => 1);
    runtime.enqueue(() => 1);
    await clock.advance(0);
    const last = events.filter((event) => event.type === 'task:started').slice(-2);
    expect(last.map(({ slot }) => slot)).toEqual([0, 1]);
  });

  test('runtime 34: a slot that goes on moves down to one that became free', async () => {
    const { clock, runtime, events } = setup({ concurrency: 3 });
    const gates: (() => void)[] = [];
    for (let i = 0; i < 3; i++) runtime.enqueue(() => new Promise<void>((resolve) => gates.push(resolve)));
    await clock.advance(0);
    gates[0]?.();
    await clock.advance(0);
    // In one turn: slot 2 ends and something new waits.
    gates[2]?.();
    runtime.enqueue(() => 1);
    await clock.advance(0);
    expect(events.filter((event) => event.type === 'task:started').at(-1)).toMatchObject({ slot: 0 });
  });
});

describe('a bounded queue', () => {
  test('runtime 12: two enqueues in one turn on an idle concurrency 1, maxPending 1 are both taken, the third is refused at once', async () => {
    const { clock, runtime, events } = setup({ maxPending: 1 });
    const [a, b] = [runtime.enqueue(() => 1), runtime.enqueue(() => 2)];
    const before = events.length;
    const fn = vi.fn();
    const c = runtime.enqueue(fn);
    expect(story(events.slice(before))).toEqual(['task:registered', 'task:done error']);
    expect(c.state).toBe('error');
    expect(await rejection(c.promise)).toBeInstanceOf(QueueFullError);
    await clock.advance(0);
    expect([a.state, b.state]).toEqual(['success', 'success']);
    expect(fn).not.toHaveBeenCalled();
  });

  test('runtime 12: no free slots while paused', () => {
    const { runtime } = setup({ maxPending: 1, paused: true });
    expect([runtime.enqueue(() => 1), runtime.enqueue(() => 2)].map(({ state }) => state)).toEqual([
      'pending',
      'error',
    ]);
    const none = setup({ maxPending: 0, paused: true });
    expect(none.runtime.enqueue(() => 1).state).toBe('error');
    const oldest = setup({ maxPending: 0, paused: true, overflow: 'drop-oldest' });
    expect(oldest.runtime.enqueue(() => 1).state).toBe('error');
  });

  test("runtime 12: 'drop-oldest' ends the earliest registered of the lowest priority", async () => {
    const { runtime } = setup({ maxPending: 3, paused: true, overflow: 'drop-oldest' });
    const add = (priority: number) => runtime.enqueue(() => 1, { priority });
    const [high, low1, low2] = [add(5), add(1), add(1)];
    const fourth = add(3);
    expect([high, low1, low2, fourth].map(({ state }) => state)).toEqual(['pending', 'error', 'pending', 'pending']);
    expect(await rejection((low1 as Task<number>).promise)).toBeInstanceOf(QueueFullError);
    add(5);
    expect([high, low2, fourth].map(({ state }) => state)).toEqual(['pending', 'error', 'pending']);
    const dead = runtime.enqueue(() => 1, { signal: AbortSignal.abort() });
    expect([dead.state, runtime.pendingCount]).toEqual(['cancelled', 3]);
  });

  test('runtime 12: a listener that enqueues while one is dropped cannot overfill the queue', async () => {
    const { runtime } = setup({ maxPending: 2, paused: true, overflow: 'drop-oldest' });
    let more = 3;
    runtime.events.on('task:done', () => {
      if (more-- > 0) runtime.enqueue(() => 1);
    });
    for (let i = 0; i < 4; i++) runtime.enqueue(() => 1);
    expect(runtime.pendingCount).toBe(2);
  });

  test('runtime 12 Q6: clear ends every pending task cancelled, running ones go on; what a listener adds stays', async () => {
    const { clock, runtime } = setup();
    const running = runtime.enqueue(stubborn(10, 'done'));
    const pending = Array.from({ length: 5 }, (_, i) => runtime.enqueue(() => 1, { priority: -(i % 2) }));
    await clock.advance(0);
    let added: Task<unknown> | undefined;
    runtime.events.on('task:done', () => {
      added ??= runtime.enqueue(() => 'added', { priority: 9 });
    });
    runtime.clear('reset');
    expect(pending.every(({ state }) => state === 'cancelled')).toBe(true);
    for (const task of pending) expect(await rejection(task.promise)).toMatchObject({ cause: 'reset' });
    await clock.advance(10);
    expect([running.state, added?.state]).toEqual(['success', 'success']);
  });
});

describe('errors and stop', () => {
  async function four(onError: 'continue' | 'stop') {
    const s = setup({ onError });
    const fns = [1, 2, 3, 4].map((n) =>
      vi.fn(() => {
        if (n === 2) throw new Error('x');
        return n;
      }),
    );
    const tasks = fns.map((fn) => s.runtime.enqueue(fn));
    const idle = s.runtime.onIdle();
    await s.clock.advance(0);
    await idle;
    return { ...s, fns, tasks };
  }

  test("runtime 13 R10: 'continue': a failure touches nothing else", async () => {
    const { tasks, runtime } = await four('continue');
    expect(tasks.map(({ state }) => state)).toEqual(['success', 'error', 'success', 'success']);
    expect(runtime.state).toBe('running');
  });

  test("runtime 13 R10: 'stop': the rest end in error with QueueStoppedError, later ones at once, nobody hangs", async () => {
    const { tasks, fns, runtime, events } = await four('stop');
    expect(tasks.map(({ state }) => state)).toEqual(['success', 'error', 'error', 'error']);
    expect(fns.map((fn) => fn.mock.calls.length)).toEqual([1, 1, 0, 0]);
    expect(tasks.slice(1).map(({ id }) => doneOf(events, id).retryable)).toEqual([true, false, false]);
    const cause = await rejection(tasks[1]?.promise as Promise<unknown>);
    for (const task of tasks.slice(2)) {
      const error = await rejection(task.promise);
      expect(error).toBeInstanceOf(QueueStoppedError);
      expect((error as QueueStoppedError).cause).toBe(cause);
    }
    expect(runtime.state).toBe('stopped');
    const fn = vi.fn();
    const fifth = runtime.enqueue(fn);
    expect(fifth.state).toBe('error');
    expect(await rejection(fifth.promise)).toBeInstanceOf(QueueStoppedError);
    await runtime.onIdle();
    expect(fn).not.toHaveBeenCalled();
    for (const task of [...tasks, fifth]) doneOf(events, task.id);
  });

  test("runtime 13 Q58: 'stop': pending ones end in the same turn, running ones finish with their true outcome", async () => {
    const { clock, runtime, events } = setup({ onError: 'stop', concurrency: 2 });
    const running = runtime.enqueue(stubborn(50, 'finished'));
    const failing = runtime.enqueue(async ({ clock: own }) => {
      await own?.sleep(10);
      throw new Error('x');
    });
    const pending = runtime.enqueue(() => 1);
    await clock.advance(10);
    expect([failing.state, pending.state, running.state]).toEqual(['error', 'error', 'running']);
    expect(doneOf(events, pending.id).endedAt).toBe(10);
    await clock.advance(40);
    expect(await running.promise).toBe('finished');
  });

  test('runtime 13: only an error that a body ended with stops: not a refused or dropped task, not a cancelled one', async () => {
    for (const overflow of ['reject-new', 'drop-oldest'] as const) {
      const { clock, runtime } = setup({ onError: 'stop', maxPending: 1, overflow });
      for (let i = 0; i < 5; i++) runtime.enqueue(() => 1);
      const cancelled = runtime.enqueue(() => 1);
      cancelled.cancel();
      await clock.advance(0);
      expect(runtime.state).toBe('running');
    }
  });

  test('runtime 13: stop() leaves running bodies alone; cancelRunning aborts them; afterwards nothing moves it', async () => {
    const { clock, runtime, events } = setup();
    const running = runtime.enqueue(cooperative(50, 'x'));
    const pending = runtime.enqueue(() => 1);
    await clock.advance(0);
    runtime.stop({ reason: 'closing' });
    expect([running.state, pending.state]).toEqual(['running', 'error']);
    expect(await rejection(pending.promise)).toMatchObject({ name: 'QueueStoppedError', cause: 'closing' });
    runtime.stop({ cancelRunning: true, reason: 'now' });
    await clock.advance(0);
    expect(running.state).toBe('cancelled');
    expect(await rejection(running.promise)).toMatchObject({ name: 'CancelledError', cause: 'now' });
    runtime.pause();
    runtime.resume();
    runtime.concurrency = 7;
    expect([runtime.state, runtime.concurrency]).toEqual(['stopped', 1]);
    expect(events.filter(({ type }) => type === 'runtime:changed')).toMatchObject([{ state: 'stopped' }]);
  });
});

describe('onIdle', () => {
  test('runtime 14 Q36: at once when idle; after the last end; idle is told once per change', async () => {
    const { clock, runtime, events } = setup();
    await runtime.onIdle();
    expect(events).toEqual([]);
    const idle = vi.fn();
    runtime.enqueue(stubborn(10, ''));
    runtime.enqueue(stubborn(10, ''));
    void runtime.onIdle().then(idle);
    await clock.advance(19);
    expect(idle).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(idle).toHaveBeenCalledTimes(1);
    expect(events.filter(({ type }) => type === 'runtime:idle')).toHaveLength(1);
  });

  test('runtime 14 Q36: never early when a listener enqueues more, on task:done or on runtime:idle', async () => {
    for (const type of ['task:done', 'runtime:idle'] as const) {
      const { clock, runtime } = setup();
      let more = 2;
      runtime.events.on(type, () => {
        if (more-- > 0) runtime.enqueue(stubborn(10, ''));
      });
      runtime.enqueue(() => 1);
      let idleAt = -1;
      void runtime.onIdle().then(() => {
        idleAt = clock.now();
      });
      await clock.advance(100);
      expect(idleAt).toBe(20);
    }
  });

  test('runtime 14: resolves after stop, clear and cancel', async () => {
    for (const end of ['stop', 'clear', 'cancel'] as const) {
      const { runtime } = setup({ paused: true });
      const task = runtime.enqueue(() => 1);
      const idle = runtime.onIdle();
      if (end === 'cancel') task.cancel();
      else runtime[end]();
      await idle;
      expect(runtime.pendingCount).toBe(0);
    }
  });

  test('runtime 14 Q37: ignorePending: when nothing is running (pause, then wait)', async () => {
    const { clock, runtime } = setup();
    runtime.enqueue(stubborn(10, ''));
    runtime.enqueue(() => 1);
    await clock.advance(0);
    runtime.pause();
    const rest = vi.fn();
    void runtime.onIdle({ ignorePending: true }).then(rest);
    await clock.advance(9);
    expect(rest).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(rest).toHaveBeenCalledTimes(1);
    expect(runtime.pendingCount).toBe(1);
    await runtime.onIdle({ ignorePending: true });
  });

  test('runtime 14 Q38: 100 000 waiters', async () => {
    const { clock, runtime } = setup();
    runtime.enqueue(() => 1);
    const waiters = Array.from({ length: 100_000 }, () => runtime.onIdle());
    await clock.advance(0);
    await Promise.all(waiters);
  });
});

describe('cases', () => {
  test('R11 Q39: a task that awaits another of its own queue: the timeout breaks it, else it is plain to see', async () => {
    const { clock, runtime, events } = setup();
    let child: Task<string> | undefined;
    const parent = runtime.enqueue(
      withTimeout(({ signal }) => {
        child = runtime.enqueue(() => 'child');
        const aborted = new Promise<never>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
        return Promise.race([child.promise, aborted]);
      }, 50),
    );
    await clock.advance(1000);
    expect(await rejection(parent.promise)).toBeInstanceOf(TimeoutError);
    expect(await child?.promise).toBe('child');
    const done = events.filter((event) => event.type === 'task:done');
    expect(done.map(({ id, state, endedAt }) => [id, state, endedAt])).toEqual([
      [parent.id, 'error', 50],
      [child?.id, 'success', 50],
    ]);
    const registered = events.filter((event) => event.type === 'task:registered');
    expect(registered.map((event) => event.parent)).toEqual([undefined, parent.id]);

    const stuck = setup();
    const waiting = stuck.runtime.enqueue(() => stuck.runtime.enqueue(() => 'child').promise);
    const idle = vi.fn();
    void stuck.runtime.onIdle().then(idle);
    await stuck.clock.advance(1000);
    expect([waiting.state, stuck.runtime.runningCount, stuck.runtime.pendingCount]).toEqual(['running', 1, 1]);
    expect(idle).not.toHaveBeenCalled();
    expect(stuck.events.some(({ type }) => type === 'task:done')).toBe(false);
  });
});
