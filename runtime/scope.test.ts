import { describe, expect, test, vi } from 'vitest';
import { CancelledError, createRuntime, repeat, retry, Schedule } from './index.ts';
import { createTestClock } from './testing/index.ts';
import { cooperative, listen, rejection, stubborn } from './testing/kit.ts';

function setup(options: Parameters<typeof createRuntime>[0] = {}) {
  const clock = createTestClock();
  return { clock, runtime: createRuntime({ clock, ...options }) };
}

describe('scope', () => {
  test('runtime 16: disposing cancels pending and running tasks and resolves when all have exited; others go on', async () => {
    const { clock, runtime } = setup({ concurrency: 3 });
    const scope = runtime.scope('page');
    expect(scope.name).toBe('page');
    const running = scope.enqueue(cooperative(100, 'x'));
    const slow = scope.enqueue(stubborn(50, 'x'));
    const other = runtime.enqueue(stubborn(100, 'other'));
    const fn = vi.fn();
    const pending = scope.enqueue(fn);
    await clock.advance(10);
    const gone = vi.fn();
    void scope.dispose('left').then(gone);
    await clock.advance(0);
    expect([running.state, slow.state, pending.state, other.state]).toEqual([
      'cancelled',
      'running',
      'cancelled',
      'running',
    ]);
    expect(gone).not.toHaveBeenCalled();
    await clock.advance(40);
    expect(gone).toHaveBeenCalledTimes(1);
    for (const task of [running, slow, pending]) {
      expect(await rejection(task.promise)).toMatchObject({ name: 'CancelledError', cause: 'left' });
    }
    expect(fn).not.toHaveBeenCalled();
    await clock.advance(100);
    expect(other.state).toBe('success');
  });

  test('runtime 16: an empty or finished scope is gone at once, twice is the same', async () => {
    const { clock, runtime } = setup();
    const scope = runtime.scope('a');
    const task = scope.enqueue(() => 'done');
    await clock.advance(0);
    const gone = scope.dispose();
    expect(scope.dispose('again')).toBe(gone);
    await gone;
    expect(task.state).toBe('success');
  });

  test('runtime 16: Symbol.asyncDispose', async () => {
    const { clock, runtime } = setup();
    const scope = runtime.scope('a');
    const task = scope.enqueue(cooperative(100, 'x'));
    await clock.advance(1);
    await scope[Symbol.asyncDispose]();
    expect(task.state).toBe('cancelled');
  });

  test('runtime 16: scopes nest: the outer one takes the inner ones along, an inner one goes alone', async () => {
    const { clock, runtime } = setup({ concurrency: 9 });
    const outer = runtime.scope('outer');
    const inner = outer.scope('inner');
    const innermost = inner.scope('innermost');
    const sibling = outer.scope('sibling');
    const tasks = [outer, inner, innermost, sibling].map((scope) => scope.enqueue(stubborn(50, scope.name)));
    await clock.advance(1);
    await Promise.all([sibling.dispose(), clock.advance(49)]);
    expect(tasks.map(({ state }) => state)).toEqual(['success', 'success', 'success', 'cancelled']);
    const again = [outer, inner, innermost].map((scope) => scope.enqueue(stubborn(50, scope.name)));
    await clock.advance(1);
    const gone = vi.fn();
    void outer.dispose('all').then(gone);
    await clock.advance(48);
    expect(gone).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(gone).toHaveBeenCalled();
    expect(again.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    for (const task of again) expect(await rejection(task.promise)).toMatchObject({ cause: 'all' });
    const late = outer.scope('late').enqueue(() => 1);
    expect(late.state).toBe('cancelled');
  });

  test('runtime 16: disposing interrupts a repeat or a retry in its wait, 0 timers left', async () => {
    const { clock, runtime } = setup({ concurrency: 2 });
    const scope = runtime.scope('poll');
    const poll = scope.enqueue(repeat(() => 1, { schedule: Schedule.spaced(1000), unbounded: true }));
    const robust = scope.enqueue(
      retry(
        () => {
          throw new Error('x');
        },
        { delay: 5000 },
      ),
    );
    await clock.advance(1500);
    expect(clock.timers).toBe(2);
    const gone = scope.dispose();
    await clock.advance(0);
    await gone;
    expect([poll.state, robust.state, clock.timers]).toEqual(['cancelled', 'cancelled', 0]);
  });

  test('runtime 16: enqueue on a disposed scope: cancelled at once, also where the queue is stopped or full', async () => {
    const { runtime } = setup({ paused: true, maxPending: 1 });
    const scope = runtime.scope('a');
    await scope.dispose('gone');
    runtime.enqueue(() => 1);
    const events = listen(runtime);
    const fn = vi.fn();
    const task = scope.enqueue(fn, { name: 'late', signal: new AbortController().signal });
    expect(task.state).toBe('cancelled');
    expect(events.map(({ type }) => type)).toEqual(['task:registered', 'task:done']);
    const error = await rejection(task.promise);
    expect(error).toBeInstanceOf(CancelledError);
    runtime.stop();
    expect(scope.enqueue(fn).state).toBe('cancelled');
  });

  test('runtime 16: a task refused at once does not keep the scope', async () => {
    const { runtime } = setup({ paused: true, maxPending: 0 });
    const scope = runtime.scope('a');
    expect(scope.enqueue(() => 1).state).toBe('error');
    await scope.dispose();
  });

  test('runtime 16: a listener that enqueues while it is disposed gets a cancelled task; dispose resolves', async () => {
    const { clock, runtime } = setup();
    const scope = runtime.scope('a');
    const states: string[] = [];
    let more = 3;
    runtime.events.on('task:done', () => {
      if (more-- > 0) states.push(scope.enqueue(() => 1).state);
    });
    scope.enqueue(() => 1);
    scope.enqueue(() => 1);
    const gone = scope.dispose();
    await clock.advance(0);
    await gone;
    expect(states).toEqual(['cancelled', 'cancelled', 'cancelled']);
  });

  test('runtime 16: wrong arguments are refused', () => {
    const { runtime } = setup();
    expect(() => runtime.scope(undefined as never)).toThrow(
      'Expected `name` to be a string, got `undefined` (undefined)',
    );
    expect(() => runtime.scope(1 as never)).toThrow('`name`');
    expect(() => runtime.scope('a').enqueue(1 as never)).toThrow('`fn`');
    expect(() => runtime.scope('a').enqueue(() => 1, { priority: Number.NaN })).toThrow('`priority`');
  });
});

describe('a scope that is disposed while its task is taken in', () => {
  function disposing(options: Parameters<typeof createRuntime>[0], on: 'task:registered' | 'task:done') {
    const { runtime } = setup(options);
    const scope = runtime.scope('page');
    const told: string[] = [];
    runtime.events.on(on, () => void scope.dispose());
    runtime.events.on('*', (event) => {
      if ('id' in event) told.push(event.type === 'task:done' ? `${event.type} ${event.state}` : event.type);
    });
    return { runtime, scope, told, fn: vi.fn(() => 1) };
  }

  test('runtime 6 runtime 7 Q60: by a listener of its own registration: one end, fn never called', async () => {
    const { runtime, scope, told, fn } = disposing({}, 'task:registered');
    const task = scope.enqueue(fn);
    expect(task.state).toBe('cancelled');
    await rejection(task.promise);
    await runtime.onIdle();
    expect(told.toSorted()).toEqual(['task:done cancelled', 'task:registered']);
    expect([fn.mock.calls.length, runtime.pendingCount, runtime.runningCount]).toEqual([0, 0, 0]);
    const next = runtime.enqueue(() => 2);
    expect(await next.promise).toBe(2);
  });

  test('runtime 7 runtime 12 Q60: by the end of the task that makes room for it: registered comes first', async () => {
    const { runtime, scope, told, fn } = disposing(
      { maxPending: 1, paused: true, overflow: 'drop-oldest' },
      'task:done',
    );
    const old = runtime.enqueue(() => 1);
    told.length = 0;
    const task = scope.enqueue(fn);
    expect([old.state, task.state]).toEqual(['error', 'cancelled']);
    runtime.resume();
    await runtime.onIdle();
    expect(told[0]).toBe('task:registered');
    expect(told.toSorted()).toEqual(['task:done cancelled', 'task:done error', 'task:registered']);
    expect(fn).not.toHaveBeenCalled();
  });
});
