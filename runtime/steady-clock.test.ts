import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hub, type RuntimeSource } from './hub.ts';
import {
  type Clock,
  createRuntime,
  type LayerEvent,
  repeat,
  retry,
  Schedule,
  type TaskFn,
  withActivityTimeout,
  withFallback,
  withTimeout,
} from './index.ts';
import { createTestClock } from './testing/index.ts';
import { doneOf, listen, rejection, turn } from './testing/kit.ts';

const reported = vi.fn();

beforeEach(() => {
  reported.mockReset();
  vi.stubGlobal('reportError', reported);
});

/** A clock whose `now` does what `fails` says, and works otherwise. */
function breakable() {
  const clock = createTestClock(1000);
  const state: { fails: (() => number) | undefined } = { fails: undefined };
  const broken: Clock = { ...clock, now: () => (state.fails ? state.fails() : clock.now()) };
  return { clock, broken, state };
}

const boom = new Error('no time');
const throws = () => {
  throw boom;
};

describe('a clock of the app that fails', () => {
  test('runtime 11 runtime 33: a task that cannot be timed ends in error, is not run and holds no slot', async () => {
    const { broken, state } = breakable();
    const runtime = createRuntime({ clock: broken });
    const events = listen(runtime);
    state.fails = throws;
    const body = vi.fn();
    const task = runtime.enqueue(body);
    expect(await rejection(task.promise)).toBe(boom);
    expect(body).not.toHaveBeenCalled();
    expect(doneOf(events)).toMatchObject({ state: 'error', error: boom, endedAt: 1000 });
    expect(doneOf(events)).not.toHaveProperty('startedAt');
    expect(runtime.runningCount).toBe(0);
    await runtime.onIdle();
    state.fails = undefined;
    expect(await runtime.enqueue(() => 'runs').promise).toBe('runs');
    expect(reported).toHaveBeenCalledWith(boom);
  });

  test.each([
    ['throws', throws, boom],
    [
      'gives no number',
      () => Number.NaN,
      new RangeError('Expected `clock.now()` to be a finite number, got `NaN` (number)'),
    ],
  ])('runtime 11: one that %s while a task runs changes no outcome and holds no slot', async (_, fails, said) => {
    const { broken, state } = breakable();
    const runtime = createRuntime({ clock: broken });
    const events = listen(runtime);
    const task = runtime.enqueue(() => {
      state.fails = fails;
      return 'done';
    });
    expect(await task.promise).toBe('done');
    await runtime.onIdle();
    expect(reported).toHaveBeenCalledWith(said);
    expect(doneOf(events)).toMatchObject({ state: 'success', startedAt: 1000, endedAt: 1000 });
    expect(await rejection(runtime.enqueue(() => 1).promise)).toEqual(said);
    expect(runtime.state).toBe('running');
  });

  test('runtime 13: it is no error of a body, and stops no queue', async () => {
    const { broken, state } = breakable();
    const runtime = createRuntime({ clock: broken, onError: 'stop' });
    state.fails = throws;
    await rejection(runtime.enqueue(() => 1).promise);
    state.fails = undefined;
    expect(runtime.state).toBe('running');
    expect(await runtime.enqueue(() => 2).promise).toBe(2);
  });

  test('runtime 8: a wall that cannot be asked is no offset, also for who attaches later', async () => {
    const clock = createTestClock(1000);
    const runtime = createRuntime({ clock: { ...clock, wallOffset: throws }, devtools: true });
    const sources: RuntimeSource[] = [];
    hub().watch((source) => {
      if (source.kind === 'runtime' && source.id === runtime.id) sources.push(source);
    })();
    runtime.pause();
    runtime.enqueue(() => 1);
    const attachment = sources[0]?.attach(() => {});
    expect([...(attachment?.tasks ?? [])].map(({ events }) => events[0]?.at)).toEqual([1000]);
    attachment?.detach();
    runtime.resume();
    await runtime.onIdle();
    expect(reported).toHaveBeenCalledWith(boom);
  });

  test('runtime 24: a budget whose clock fails when it rings has run out', async () => {
    const { clock, broken, state } = breakable();
    const body = async ({ signal }: { signal: AbortSignal }) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => {
          state.fails = undefined;
          reject(signal.reason);
        });
      });
    for (const limit of [withTimeout, withActivityTimeout]) {
      const task = createRuntime({ clock: broken }).enqueue(limit(body, 50));
      await clock.advance(10);
      state.fails = throws;
      await clock.advance(50);
      expect(await rejection(task.promise)).toMatchObject({ name: 'TimeoutError', ms: 50 });
      expect(reported).toHaveBeenCalledWith(boom);
    }
  });

  test('runtime 24: what a fn returned stands when its timer cannot be cleared; the timer is heeded no more', async () => {
    const clock = createTestClock();
    const signals: AbortSignal[] = [];
    const body: TaskFn<string> = ({ signal }) => {
      signals.push(signal);
      return 'done';
    };
    const fn = withTimeout(body, 50, { clock: { ...clock, clearTimer: throws } });
    expect(await fn({ signal: new AbortController().signal })).toBe('done');
    expect(reported).toHaveBeenCalledWith(boom);
    await clock.advance(100);
    expect(signals[0]?.aborted).toBe(false);
  });

  test('runtime 22: an observer hears nothing of a moment that there is not, and the outcome stands', async () => {
    const clock = createTestClock();
    const events: LayerEvent[] = [];
    const fn = withFallback(() => 'done', throws, undefined, { observe: (event) => events.push(event) });
    const broken = { ...clock, now: throws };
    expect(await fn({ signal: new AbortController().signal, clock: broken })).toBe('done');
    expect(events).toEqual([]);
    expect(reported).toHaveBeenCalledWith(boom);
  });
});

test('runtime 7 runtime 11 runtime 14: whichever call to a clock fails, every task settles, no slot is held and nothing is unhandled', async () => {
  const stacks: readonly ((clock: Clock) => TaskFn<unknown>)[] = [
    () =>
      async ({ clock }) =>
        clock?.sleep(5),
    () => retry(throws, { retries: 2, delay: 10, onAttempt: () => {} }),
    () => retry(throws, { retries: 2, maxElapsed: 100, observe: () => {} }),
    () =>
      withTimeout(async ({ clock, signal }) => clock?.sleep(40, signal), 20, {
        onTimeout: () => {},
        observe: () => {},
      }),
    () => withActivityTimeout(async ({ clock, resetTimeout }) => clock?.sleep(15).then(resetTimeout), 20),
    (clock) => repeat(() => 1, { schedule: Schedule.upTo(Schedule.spaced(5), { times: 2 }), clock, observe: () => {} }),
    () =>
      withFallback(
        throws,
        () => 'second',
        () => true,
        { onFallback: () => {}, observe: () => {} },
      ),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(stacks.length - 1), { minLength: 1, maxLength: 4 }),
      fc.nat(60),
      fc.integer({ min: 1, max: 5 }),
      async (chosen, first, times) => {
        const clock = createTestClock();
        let calls = 0;
        const faulty =
          <A extends unknown[], R>(method: (...args: A) => R) =>
          (...args: A): R => {
            if (calls++ >= first && calls <= first + times) throw boom;
            return method(...args);
          };
        const broken: Clock = {
          now: faulty(clock.now),
          wallOffset: faulty(() => 0),
          sleep: faulty(clock.sleep),
          setTimer: faulty(clock.setTimer) as Clock['setTimer'],
          clearTimer: faulty(clock.clearTimer),
        };
        const runtime = createRuntime({ clock: broken, concurrency: 2, devtools: false });
        listen(runtime);
        const tasks = chosen.map((n) => runtime.enqueue(stacks[n]?.(broken) ?? throws));
        for (const { promise } of tasks) promise.catch(() => {});
        for (let step = 0; step < 10; step++) await clock.advance(50);
        await turn();
        expect(tasks.map(({ state }) => state)).not.toContain('running');
        expect(tasks.map(({ state }) => state)).not.toContain('pending');
        expect([runtime.runningCount, runtime.pendingCount]).toEqual([0, 0]);
        await runtime.onIdle();
      },
    ),
    { numRuns: 300 },
  );
});
