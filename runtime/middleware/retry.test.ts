import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import {
  CancelledError,
  createRuntime,
  exponentialBackoff,
  type RetryAttemptInfo,
  retry,
  retryBudget,
  TaskError,
  TimeoutError,
  withTimeout,
} from '../index.ts';
import { createTestClock } from '../testing/index.ts';
import { bare, countListeners, doneOf, listen, rejection, story } from '../testing/kit.ts';

/** Fails `times` times, then returns 'ok'; notes when it was called. */
function flaky(times: number, error: () => unknown = () => new Error('flaky'), now: () => number = () => 0) {
  const calls: number[] = [];
  const body = () => {
    calls.push(now());
    if (calls.length <= times) throw error();
    return 'ok';
  };
  return { body, calls };
}

describe('how often', () => {
  test('runtime 17: retries default to 2', async () => {
    const { body, calls } = flaky(Infinity);
    await rejection(retry(body)(bare()));
    expect(calls).toHaveLength(3);
  });

  test('runtime 17 Q23: always fails: 1 + retries attempts, the last error is thrown as it is', async () => {
    const errors = [new Error('a'), new Error('a'), new Error('b')];
    let at = 0;
    const thrown = await rejection(
      retry(
        () => {
          throw errors[at++];
        },
        { retries: 2 },
      )(bare()),
    );
    expect(thrown).toBe(errors[2]);
  });

  test('R06: attempts, infos and events of four runs', async () => {
    const run = async (body: () => unknown, retries: number) => {
      const clock = createTestClock();
      const runtime = createRuntime({ clock });
      const events = listen(runtime);
      const infos: Pick<RetryAttemptInfo, 'attempt' | 'maxRetries'>[] = [];
      const counted = vi.fn(body);
      const onAttempt = ({ attempt, maxRetries }: RetryAttemptInfo) => infos.push({ attempt, maxRetries });
      const task = runtime.enqueue(retry(counted, { retries, onAttempt }));
      await runtime.onIdle();
      expect(story(events)).toEqual(['task:registered', 'task:started', `task:done ${task.state}`, 'runtime:idle']);
      return { attempts: counted.mock.calls.length, infos, done: doneOf(events) };
    };
    const always = () => {
      throw new Error('always');
    };
    const a = await run(flaky(2).body, 3);
    expect(a).toMatchObject({ attempts: 3, done: { state: 'success' } });
    expect(a.infos).toEqual([
      { attempt: 1, maxRetries: 3 },
      { attempt: 2, maxRetries: 3 },
    ]);
    const b = await run(always, 3);
    expect(b).toMatchObject({ attempts: 4, done: { state: 'error', retryable: true } });
    expect(b.infos.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(await run(always, 0)).toMatchObject({ attempts: 1, infos: [] });
    const d = await run(() => {
      throw new TaskError('plain');
    }, 3);
    expect(d).toMatchObject({ attempts: 1, infos: [], done: { state: 'error', retryable: false } });
  });

  test('R05 runtime 4 Q13 Q22: anything thrown keeps its identity and nothing is written onto it', async () => {
    const values: unknown[] = [
      'boom',
      undefined,
      null,
      42,
      Object.freeze(new Error('frozen')),
      runInNewContext('new Error("realm")'),
    ];
    for (const value of values) {
      const { body, calls } = flaky(2, () => value);
      expect(await retry(body, { retries: 2 })(bare())).toBe('ok');
      expect(calls).toHaveLength(3);

      const runtime = createRuntime();
      const events = listen(runtime);
      const task = runtime.enqueue(retry(flaky(Infinity, () => value).body, { retries: 2 }));
      expect(await rejection(task.promise)).toBe(value);
      const done = doneOf(events);
      expect(done).toMatchObject({ state: 'error', retryable: true });
      expect('error' in done && done.error).toBe(value);
    }
  });

  test('Q24: the stack of what is thrown is left as it was', async () => {
    const error = new Error('x');
    const { stack } = error;
    await rejection(retry(flaky(Infinity, () => error).body)(bare()));
    expect(error.stack).toBe(stack);
    expect(Reflect.ownKeys(error).sort()).toEqual(['message', 'stack']);
  });

  test('Q25: the last error is reported, not the most frequent', async () => {
    const errors = ['a', 'a', 'a', 'b'];
    let n = 0;
    const fail = () => {
      throw errors[n++];
    };
    expect(await rejection(retry(fail, { retries: 3 })(bare()))).toBe('b');
  });

  test('Q54: falsy results are results', async () => {
    for (const value of [0, '', false, null, undefined]) expect(await retry(() => value)(bare())).toBe(value);
  });
});

describe('the four exits', () => {
  test('runtime 18 Q14: CancelledError, TimeoutError and a TaskError that says no are never retried, whatever the predicate says', async () => {
    for (const error of [new CancelledError(), new TimeoutError(5), new TaskError('no')]) {
      const { body, calls } = flaky(Infinity, () => error);
      const retryable = vi.fn(() => true);
      expect(await rejection(retry(body, { retries: 3, retryable })(bare()))).toBe(error);
      expect(calls).toHaveLength(1);
      expect(retryable).not.toHaveBeenCalled();
    }
  });

  test('runtime 18: the predicate can veto', async () => {
    const { body, calls } = flaky(Infinity);
    const retryable = vi.fn(() => false);
    await rejection(retry(body, { retries: 3, retryable })(bare()));
    expect(calls).toHaveLength(1);
    expect(retryable).toHaveBeenCalledTimes(1);
  });

  test('runtime 18: what the body throws after an abort of ctx.signal is not retried and is thrown as it is', async () => {
    const controller = new AbortController();
    const error = new DOMException('aborted', 'AbortError');
    const body = vi.fn(() => {
      controller.abort();
      throw error;
    });
    expect(await rejection(retry(body)(bare(controller.signal)))).toBe(error);
    expect(body).toHaveBeenCalledTimes(1);
  });

  test('runtime 10: a fetch-style AbortError of an unrelated controller is an ordinary, retryable error', async () => {
    const { body, calls } = flaky(1, () => new DOMException('aborted', 'AbortError'));
    expect(await retry(body)(bare())).toBe('ok');
    expect(calls).toHaveLength(2);
  });

  test('runtime 19 Q29 Q30: a predicate that throws or is async: no retry, the task error is thrown, the other is reported', async () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
    const bug = new Error('bug in the predicate');
    const predicates = [
      () => {
        throw bug;
      },
      (async () => true) as unknown as () => boolean,
      (async () => {
        throw bug;
      }) as unknown as () => boolean,
    ];
    for (const retryable of predicates) {
      reported.mockClear();
      const error = new Error('of the task');
      const { body, calls } = flaky(Infinity, () => error);
      expect(await rejection(retry(body, { retryable })(bare()))).toBe(error);
      expect(calls).toHaveLength(1);
      expect(reported).toHaveBeenCalled();
    }
    expect(reported).toHaveBeenCalledWith(bug);
  });

  test('Q10: an aborted signal at the start means zero attempts', async () => {
    const body = vi.fn();
    const reason = { left: 'the page' };
    const error = await rejection(retry(body)(bare(AbortSignal.abort(reason))));
    expect(body).not.toHaveBeenCalled();
    expect(error).toBeInstanceOf(CancelledError);
    expect((error as CancelledError).cause).toBe(reason);
  });
});

describe('the wait', () => {
  /** The times of all attempts of a body that always fails, in a runtime on a test clock. */
  async function times(options: Parameters<typeof retry>[1], error: () => unknown = () => new Error('x')) {
    const clock = createTestClock();
    const infos: RetryAttemptInfo[] = [];
    const { body, calls } = flaky(Infinity, error, clock.now);
    const task = createRuntime({ clock }).enqueue(retry(body, { ...options, onAttempt: (info) => infos.push(info) }));
    await clock.advance(1e9);
    expect(task.state).toBe('error');
    expect(clock.timers).toBe(0);
    return { calls, infos };
  }

  test('runtime 19: a number of ms', async () => {
    expect((await times({ delay: 100, retries: 3 })).calls).toEqual([0, 100, 200, 300]);
  });

  test('runtime 19: a function of index, error and the previous wait after cap and jitter', async () => {
    const delay = vi.fn((index: number, _error: unknown, previous: number | undefined) => (previous ?? 10) * 3 + index);
    const { infos } = await times({ delay, retries: 3, maxDelay: 50 });
    expect(delay.mock.calls.map(([index, error, previous]) => [index, (error as Error).message, previous])).toEqual([
      [0, 'x', undefined],
      [1, 'x', 30],
      [2, 'x', 50],
    ]);
    expect(infos.map(({ requested, delay, capped }) => [requested, delay, capped])).toEqual([
      [30, 30, undefined],
      [91, 50, 'max'],
      [152, 50, 'max'],
    ]);
  });

  test('runtime 19: without delay a TaskError says how long, else there is no wait', async () => {
    const busy = () => new TaskError('busy', { retryable: true, retryAfter: 700 });
    expect((await times({}, busy)).calls).toEqual([0, 700, 1400]);
    expect((await times({ delay: 100 }, busy)).calls).toEqual([0, 100, 200]);
    expect((await times({})).calls).toEqual([0, 0, 0]);
  });

  test('runtime 19: a NaN, negative or infinite retryAfter counts as absent', async () => {
    for (const retryAfter of [Number.NaN, -1, Infinity]) {
      const wrong = () => new TaskError('busy', { retryable: true, retryAfter });
      expect((await times({}, wrong)).calls).toEqual([0, 0, 0]);
      expect((await times({ delay: 5, respectRetryAfter: true }, wrong)).calls).toEqual([0, 5, 10]);
    }
  });

  test('runtime 19: respectRetryAfter waits for the greater of the two', async () => {
    const busy = () => new TaskError('busy', { retryable: true, retryAfter: 700 });
    const delay = (index: number) => [100, 900][index] ?? 0;
    const { calls, infos } = await times({ delay, respectRetryAfter: true }, busy);
    expect(calls).toEqual([0, 700, 1600]);
    expect(infos.map(({ requested }) => requested)).toEqual([700, 900]);
  });

  test('runtime 19 Q20: jitter never touches a retryAfter, caps do and say so', async () => {
    const busy = () => new TaskError('busy', { retryable: true, retryAfter: 3_600_000 });
    const random = () => 0;
    expect((await times({ jitter: 'full', random }, busy)).infos[0]?.delay).toBe(3_600_000);
    const { infos } = await times(
      { delay: 50, jitter: 'full', random, respectRetryAfter: true, maxDelay: 60_000 },
      busy,
    );
    expect(infos[0]).toMatchObject({ requested: 3_600_000, delay: 60_000, capped: 'max' });
  });

  test('runtime 19: jitter, then the caps; requested is the wait before both', async () => {
    const random = () => 0.5;
    const full = await times({ delay: 100, jitter: 'full', random, retries: 1 });
    expect(full.infos[0]).toMatchObject({ requested: 100, delay: 50 });
    expect(full.infos[0]).not.toHaveProperty('capped');
    expect((await times({ delay: 100, jitter: 'equal', random, retries: 1 })).infos[0]).toMatchObject({ delay: 75 });
    const low = await times({ delay: 100, jitter: 'full', random: () => 0, retries: 1, minDelay: 20 });
    expect(low.infos[0]).toMatchObject({ requested: 100, delay: 20, capped: 'min' });
  });

  test('Q50: full jitter may give 0; minDelay is the floor', async () => {
    expect((await times({ delay: 100, jitter: 'full', random: () => 0, retries: 1 })).calls).toEqual([0, 0]);
    expect((await times({ delay: 100, jitter: 'full', random: () => 0, retries: 1, minDelay: 10 })).calls).toEqual([
      0, 10,
    ]);
  });

  test('runtime 19 Q57: a negative wait from a function is 0', async () => {
    expect((await times({ delay: () => -1 })).calls).toEqual([0, 0, 0]);
  });

  test('runtime 19 Q17: a NaN from a delay function rejects with a RangeError caused by the original error', async () => {
    for (const wrong of [Number.NaN, undefined, '5', Promise.resolve(1)]) {
      const error = new Error('of the task');
      const { body, calls } = flaky(Infinity, () => error);
      const thrown = await rejection(retry(body, { delay: () => wrong as number })(bare()));
      expect(thrown).toBeInstanceOf(RangeError);
      expect((thrown as RangeError).cause).toBe(error);
      expect(calls).toHaveLength(1);
    }
  });

  test('runtime 19: a delay function that throws: no retry, the task error is thrown, the other is reported', async () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
    const bug = new Error('bug');
    const error = new Error('of the task');
    const { body, calls } = flaky(Infinity, () => error);
    const delay = () => {
      throw bug;
    };
    expect(await rejection(retry(body, { delay })(bare()))).toBe(error);
    expect(calls).toHaveLength(1);
    expect(reported).toHaveBeenCalledWith(bug);
  });

  test('runtime 19 Q15: a wait over 2^31-1 ms does not fire early', async () => {
    const clock = createTestClock();
    const { body, calls } = flaky(Infinity, undefined, clock.now);
    createRuntime({ clock })
      .enqueue(retry(body, { retries: 1, delay: 2 ** 31 }))
      .promise.catch(() => {});
    await clock.advance(2 ** 31 - 1);
    expect(calls).toEqual([0]);
    await clock.advance(1);
    expect(calls).toEqual([0, 2 ** 31]);
  });

  test('runtime 19: consecutive zero waits give way to a macrotask, so a cancel arrives', async () => {
    const runtime = createRuntime();
    const task = runtime.enqueue(
      retry(
        () => {
          throw new Error('at once');
        },
        { retries: Infinity, unbounded: true },
      ),
    );
    // Real time: what is tested is that the event loop turns at all.
    setTimeout(() => task.cancel('enough'), 1);
    expect(await rejection(task.promise)).toBeInstanceOf(CancelledError);
    expect(task.state).toBe('cancelled');
  });

  test('R03 Q11: an abort during the wait ends it at once, and leaves no timer', async () => {
    const clock = createTestClock();
    const runtime = createRuntime({ clock });
    const events = listen(runtime);
    const body = vi.fn(() => {
      throw new TaskError('503', { retryable: true });
    });
    const task = runtime.enqueue(retry(body, { retries: 3, delay: 5000 }));
    await clock.advance(100);
    task.cancel('pressed Cancel');
    await clock.advance(0);
    expect(clock.now()).toBe(100);
    const error = await rejection(task.promise);
    expect(error).toBeInstanceOf(CancelledError);
    expect((error as CancelledError).cause).toBe('pressed Cancel');
    expect(body).toHaveBeenCalledTimes(1);
    expect(doneOf(events)).toMatchObject({ state: 'cancelled', endedAt: 100 });
    expect(clock.timers).toBe(0);

    const waiting = createRuntime({ clock, paused: true });
    const never = vi.fn();
    const pending = waiting.enqueue(retry(never));
    pending.cancel();
    expect(pending.state).toBe('cancelled');
    waiting.resume();
    await clock.advance(0);
    expect(never).not.toHaveBeenCalled();
  });

  test('runtime 21 Q12: what is thrown on abort is the reason if it says it all, else a CancelledError caused by it', async () => {
    const reasons = [
      new CancelledError('a'),
      new TimeoutError(5),
      'text',
      { any: 'thing' },
      new DOMException('x', 'AbortError'),
    ];
    for (const reason of reasons) {
      const clock = createTestClock();
      const controller = new AbortController();
      const running = rejection(retry(flaky(Infinity).body, { delay: 100, clock })(bare(controller.signal)));
      await clock.advance(10);
      controller.abort(reason);
      const error = await running;
      if (reason instanceof CancelledError || reason instanceof TimeoutError) expect(error).toBe(reason);
      else {
        expect(error).toBeInstanceOf(CancelledError);
        expect((error as CancelledError).cause).toBe(reason);
      }
      expect(clock.timers).toBe(0);
    }
  });

  test('R04 runtime 21 Q1: 20 tasks on one signal leave no listener, and never have more than one', async () => {
    const { withActivityTimeout } = await import('../index.ts');
    for (const limit of [withTimeout, withActivityTimeout]) {
      const clock = createTestClock();
      const runtime = createRuntime({ clock, concurrency: 20 });
      const { signal } = new AbortController();
      const listeners = countListeners(signal);
      let most = 0;
      const tasks = Array.from({ length: 20 }, () => {
        const { body } = flaky(2);
        const counted = vi.fn(async ({ signal: inner }: { signal: AbortSignal }) => {
          inner.throwIfAborted();
          most = Math.max(most, listeners.live);
          return body();
        });
        return { counted, task: runtime.enqueue(limit(retry(counted, { retries: 2, delay: 10 }), 1000), { signal }) };
      });
      await clock.advance(100);
      for (const { counted, task } of tasks) {
        expect(task.state).toBe('success');
        expect(counted).toHaveBeenCalledTimes(3);
      }
      expect(most).toBe(1);
      expect(listeners.live).toBe(0);
      expect(clock.timers).toBe(0);
    }
  });

  test('runtime 21: without a runtime, too, many retries on one signal share a listener and leave none', async () => {
    const clock = createTestClock();
    const { signal } = new AbortController();
    const listeners = countListeners(signal);
    const runs = Array.from({ length: 50 }, () => retry(flaky(1).body, { delay: 10, clock })(bare(signal)));
    await clock.advance(0);
    expect(listeners.live).toBe(1);
    await clock.advance(10);
    await Promise.all(runs);
    expect(listeners.live).toBe(0);
  });
});

describe('what is told', () => {
  test('runtime 22: onAttempt comes before the wait, with the times of the attempt that failed', async () => {
    const clock = createTestClock(1000);
    const infos: { info: RetryAttemptInfo; at: number }[] = [];
    const error = new Error('x');
    const body = async ({ clock: own }: { clock?: { sleep(ms: number): Promise<void> } | undefined }) => {
      await own?.sleep(30);
      throw error;
    };
    const task = createRuntime({ clock }).enqueue(
      retry(body, { retries: 1, delay: 50, label: 'up', onAttempt: (info) => infos.push({ info, at: clock.now() }) }),
    );
    await clock.advance(1000);
    expect(task.state).toBe('error');
    expect(infos).toEqual([
      {
        at: 1030,
        info: {
          attempt: 1,
          maxRetries: 1,
          delay: 50,
          requested: 50,
          error,
          startedAt: 1000,
          failedAt: 1030,
          label: 'up',
        },
      },
    ]);
  });

  test('runtime 22 Q28: a throwing or rejecting onAttempt changes no outcome and is reported', async () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
    const bug = new Error('bug');
    const sync = () => {
      throw bug;
    };
    const async = async () => {
      throw bug;
    };
    for (const onAttempt of [sync, async]) {
      expect(await retry(flaky(1).body, { onAttempt })(bare())).toBe('ok');
      await Promise.resolve();
    }
    expect(reported).toHaveBeenCalledTimes(2);
    expect(reported).toHaveBeenCalledWith(bug);
  });

  test('runtime 22: the bus shows nothing of retries', async () => {
    const runtime = createRuntime();
    const events = listen(runtime);
    await runtime.enqueue(retry(flaky(2).body)).promise;
    await runtime.onIdle();
    expect(story(events)).toEqual(['task:registered', 'task:started', 'task:done success', 'runtime:idle']);
  });
});

describe('bounds', () => {
  test('runtime 23: no retry starts whose wait would pass maxElapsed', async () => {
    const clock = createTestClock();
    const { body, calls } = flaky(Infinity, undefined, clock.now);
    const task = createRuntime({ clock }).enqueue(retry(body, { retries: Infinity, delay: 100, maxElapsed: 350 }));
    await clock.advance(1000);
    expect(calls).toEqual([0, 100, 200, 300]);
    expect(task.state).toBe('error');
    const exact = flaky(Infinity, undefined, clock.now);
    const second = createRuntime({ clock }).enqueue(retry(exact.body, { retries: 9, delay: 100, maxElapsed: 200 }));
    await clock.advance(1000);
    expect(second.state).toBe('error');
    expect(exact.calls).toHaveLength(3);
  });

  test('runtime 23 Q52: a budget is shared: retries ≤ ratio × successes + burst', async () => {
    const budget = retryBudget({ ratio: 0.5, burst: 2 });
    let retries = 0;
    const fail = retry(flaky(Infinity).body, { retries: 5, budget, onAttempt: () => retries++ });
    for (let i = 0; i < 4; i++) await rejection(fail(bare()));
    expect(retries).toBe(2);
    for (let i = 0; i < 4; i++) await retry(() => 'ok', { budget })(bare());
    expect(budget.tokens).toBe(2);
    for (let i = 0; i < 4; i++) await rejection(fail(bare()));
    expect(retries).toBe(4);
  });

  test('runtime 29: endless retries are refused when built, unless `unbounded: true`', () => {
    expect(() => retry(() => 1, { retries: Infinity })).toThrow(RangeError);
    expect(() => retry(() => 1, { retries: Infinity, unbounded: true })).not.toThrow();
    expect(() => retry(() => 1, { retries: Infinity, maxElapsed: 1000 })).not.toThrow();
  });
});

describe('bad options', () => {
  test('runtime 19: a wrong option throws when it is built, naming option, expectation and value', () => {
    const fn = () => 1;
    const cases: [object, ErrorConstructor, string][] = [
      [{ retries: -1 }, RangeError, 'Expected `retries` to be a whole number, 0 or more, got `-1` (number)'],
      [{ retries: 1.5 }, RangeError, '`retries`'],
      [{ retries: Number.NaN }, RangeError, 'got `NaN` (number)'],
      [{ retries: '3' }, TypeError, 'got `3` (string)'],
      [{ delay: -1 }, RangeError, '`delay`'],
      [{ delay: Number.NaN }, RangeError, '`delay`'],
      [{ delay: '5 seconds' }, TypeError, '5000'],
      [{ delay: null }, TypeError, 'got `null` (null)'],
      [
        { jitter: 'decorrelated' },
        RangeError,
        "Expected `jitter` to be 'none' or 'full' or 'equal', got `decorrelated` (string)",
      ],
      [{ jitter: 1 }, TypeError, '`jitter`'],
      [{ random: 4 }, TypeError, '`random`'],
      [{ minDelay: -5 }, RangeError, '`minDelay`'],
      [{ maxDelay: Number.NaN }, RangeError, '`maxDelay`'],
      [{ minDelay: 10, maxDelay: 5 }, RangeError, '`minDelay`'],
      [{ maxElapsed: '1s' }, TypeError, '1000'],
      [{ respectRetryAfter: 1 }, TypeError, '`respectRetryAfter`'],
      [{ unbounded: 'yes' }, TypeError, '`unbounded`'],
      [{ retryable: true }, TypeError, '`retryable`'],
      [{ onAttempt: {} }, TypeError, '`onAttempt`'],
      [{ observe: 1 }, TypeError, '`observe`'],
    ];
    for (const [options, Kind, text] of cases) {
      const build = () => retry(fn, options);
      expect(build, JSON.stringify(options)).toThrow(Kind);
      expect(build).toThrow(text);
    }
    expect(() => retry('x' as never)).toThrow('Expected `fn` to be a function, got `x` (string)');
    expect(() => retry(fn, null as never)).toThrow('Expected `options` to be an object, got `null` (null)');
  });
});

describe('runs do not share state', () => {
  test('Q51 runtime 20: decorrelated waits of two interleaved runs are those each would see alone', async () => {
    const clock = createTestClock();
    const delay = exponentialBackoff({ base: 100, jitter: 'decorrelated', random: () => 0.5 });
    const waits: number[][] = [[], []];
    const runtime = createRuntime({ clock, concurrency: 2 });
    for (const own of waits) {
      runtime.enqueue(retry(flaky(Infinity).body, { retries: 3, delay, onAttempt: (info) => own.push(info.delay) }));
    }
    await clock.advance(10_000);
    expect(waits[0]).toEqual([200, 350, 575]);
    expect(waits[1]).toEqual(waits[0]);
  });

  test('Q53: ctx.task is one object with one id in every attempt', async () => {
    const seen = new Set<unknown>();
    const runtime = createRuntime();
    const task = runtime.enqueue(
      retry(
        ({ task: identity }) => {
          seen.add(identity);
          throw new Error('x');
        },
        { retries: 2 },
      ),
      { name: 'pay' },
    );
    await rejection(task.promise);
    expect([...seen]).toEqual([{ runtimeId: runtime.id, id: task.id, name: 'pay' }]);
    expect(task.id).toContain(runtime.id);
  });
});
