import { describe, expect, test, vi } from 'vitest';
import {
  CancelledError,
  createRuntime,
  retry,
  retryOnTimeout,
  sleep,
  type TaskError,
  TimeoutError,
  type TimeoutInfo,
  withActivityTimeout,
  withFallback,
  withTimeout,
} from '../index.ts';
import { createTestClock } from '../testing/index.ts';
import { bare, cooperative, doneOf, listen, rejection, stubborn } from '../testing/kit.ts';

function setup(concurrency = 1) {
  const clock = createTestClock();
  const runtime = createRuntime({ clock, concurrency });
  return { clock, runtime, events: listen(runtime) };
}

describe('withTimeout', () => {
  test('runtime 24: a cooperative fn exits at the timeout, one that ignores its signal when it is done; same error', async () => {
    for (const [body, exit] of [
      [cooperative(80, 'late'), 20],
      [stubborn(80, 'late'), 80],
    ] as const) {
      const { clock, runtime, events } = setup();
      const infos: TimeoutInfo[] = [];
      const task = runtime.enqueue(withTimeout(body, 20, { onTimeout: (info) => infos.push(info), label: 'quick' }));
      await clock.advance(200);
      const error = await rejection(task.promise);
      expect(error).toBeInstanceOf(TimeoutError);
      expect((error as TimeoutError).ms).toBe(20);
      expect(doneOf(events)).toMatchObject({ state: 'error', retryable: false, endedAt: exit });
      expect(infos).toEqual([{ ms: 20, firedAt: 20, exitedAt: exit, label: 'quick' }]);
      expect(clock.timers).toBe(0);
    }
  });

  test('R09 Q31 Q56: late work is dropped, the slot is held until it ends, one end per task', async () => {
    for (const late of [() => 'late', () => Promise.reject(new Error('late'))]) {
      const { clock, runtime, events } = setup();
      let abortedAt: number | undefined;
      let running = 0;
      const a = runtime.enqueue(
        withTimeout(async ({ signal, clock: own }) => {
          running++;
          signal.addEventListener('abort', () => {
            abortedAt = clock.now();
          });
          await own?.sleep(80);
          running--;
          return late();
        }, 20),
      );
      const startedAt: number[] = [];
      const b = runtime.enqueue(() => {
        startedAt.push(clock.now());
        expect(running).toBe(0);
      });
      await clock.advance(79);
      expect([abortedAt, a.state, b.state, runtime.runningCount]).toEqual([20, 'running', 'pending', 1]);
      await clock.advance(1);
      expect(await rejection(a.promise)).toBeInstanceOf(TimeoutError);
      expect(doneOf(events, a.id)).toMatchObject({ state: 'error', retryable: false, endedAt: 80 });
      expect(startedAt).toEqual([80]);
      expect(events.filter(({ type }) => type === 'task:done')).toHaveLength(2);
    }
  });

  test('runtime 24: if fn settled before the timer ran, its outcome stands', async () => {
    const { clock, runtime } = setup();
    const error = new Error('own');
    const ok = runtime.enqueue(withTimeout(cooperative(19, 'ok'), 20));
    const bad = runtime.enqueue(
      withTimeout(() => {
        throw error;
      }, 20),
    );
    await clock.advance(100);
    expect(await ok.promise).toBe('ok');
    expect(await rejection(bad.promise)).toBe(error);
  });

  test('runtime 24: it arms before it calls fn: a sleep of 50 under a budget of 50 times out', async () => {
    const { clock, runtime } = setup();
    const task = runtime.enqueue(withTimeout(stubborn(50, 'ok'), 50));
    await clock.advance(50);
    expect(await rejection(task.promise)).toBeInstanceOf(TimeoutError);
  });

  test('runtime 24: 0 fires in the first timer turn, Infinity arms no timer, NaN and negative throw', async () => {
    const { clock, runtime } = setup();
    const zero = runtime.enqueue(withTimeout(stubborn(0, 'ok'), 0));
    await clock.advance(0);
    expect(await rejection(zero.promise)).toBeInstanceOf(TimeoutError);
    expect(await withTimeout(() => 'at once', 0)(bare())).toBe('at once');
    const endless = runtime.enqueue(withTimeout(({ signal }) => new Promise(() => signal), Infinity));
    await clock.advance(0);
    expect(clock.timers).toBe(0);
    expect(endless.state).toBe('running');
    expect(() => withTimeout(() => 1, Number.NaN)).toThrow(RangeError);
    expect(() => withTimeout(() => 1, -1)).toThrow(
      'Expected `ms` to be a number of milliseconds, 0 or more, got `-1` (number)',
    );
    expect(() => withTimeout(() => 1, '5 seconds' as never)).toThrow('write 5000');
    expect(() => withTimeout('x' as never, 5)).toThrow('`fn`');
    expect(() => withTimeout(() => 1, 5, { orElse: 1 as never })).toThrow('`orElse`');
    expect(() => withTimeout(() => 1, 5, { onTimeout: 1 as never })).toThrow('`onTimeout`');
    expect(() => withTimeout(() => 1, 5, null as never)).toThrow('`options`');
  });

  test('runtime 24: orElse makes of a timeout an ordinary branch, after fn has exited', async () => {
    const { clock, runtime, events } = setup();
    const infos: TimeoutInfo[] = [];
    const orElse = vi.fn(async (error: TimeoutError) => `instead of ${error.ms}`);
    const onTimeout = (info: TimeoutInfo) => infos.push(info);
    const task = runtime.enqueue(withTimeout(stubborn(80, 'late'), 20, { orElse, onTimeout }));
    await clock.advance(79);
    expect(orElse).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(await task.promise).toBe('instead of 20');
    expect(doneOf(events)).toMatchObject({ state: 'success', endedAt: 80 });
    expect(infos).toEqual([{ ms: 20, firedAt: 20, exitedAt: 80 }]);
    const failing = runtime.enqueue(
      withTimeout(stubborn(80, ''), 20, {
        orElse: () => {
          throw new Error('worse');
        },
      }),
    );
    await clock.advance(100);
    expect(await rejection(failing.promise)).toEqual(new Error('worse'));
  });

  test('runtime 25: an outer cancellation wins over a timeout that has not fired, and stays CancelledError', async () => {
    const { clock, runtime } = setup();
    const onTimeout = vi.fn();
    const task = runtime.enqueue(withTimeout(stubborn(80, 'late'), 20, { onTimeout }));
    await clock.advance(10);
    task.cancel('user');
    await clock.advance(100);
    expect(await rejection(task.promise)).toBeInstanceOf(CancelledError);
    expect(onTimeout).not.toHaveBeenCalled();

    const controller = new AbortController();
    const bareRun = withTimeout(async ({ signal }) => sleep(80, signal, clock), 20, { clock })(bare(controller.signal));
    const outcome = rejection(bareRun);
    await clock.advance(10);
    controller.abort(new CancelledError('outer'));
    await clock.advance(100);
    expect(await outcome).toMatchObject({ name: 'CancelledError', cause: 'outer' });
  });

  test('runtime 25: a cancellation after the timeout has fired ends the task cancelled, orElse is not asked', async () => {
    const { clock, runtime } = setup();
    const orElse = vi.fn(() => 'x');
    const task = runtime.enqueue(withTimeout(stubborn(80, 'late'), 20, { orElse }));
    await clock.advance(30);
    task.cancel();
    await clock.advance(100);
    expect(task.state).toBe('cancelled');
    expect(orElse).not.toHaveBeenCalled();
  });

  test('runtime 24: the derived signal carries the outer abort, or the timeout, with its reason', async () => {
    const clock = createTestClock();
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const body = async ({ signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      await clock.sleep(100);
      return 'done';
    };
    const run = rejection(withTimeout(body, 20, { clock })(bare(controller.signal)));
    await clock.advance(20);
    expect(signals[0]?.reason).toBeInstanceOf(TimeoutError);
    expect(controller.signal.aborted).toBe(false);
    await clock.advance(100);
    await run;
    const outer = withTimeout(body, 200, { clock })(bare(controller.signal));
    await clock.advance(1);
    controller.abort('mine');
    expect(signals[1]?.reason).toBe('mine');
    await clock.advance(100);
    expect(await outer).toBe('done');
  });

  test('runtime 24: a signal read only after the timeout, the abort or the end is right and links nothing', async () => {
    const clock = createTestClock();
    const controller = new AbortController();
    let read: (() => AbortSignal) | undefined;
    const body = (ctx: { readonly signal: AbortSignal }) => {
      read = () => ctx.signal;
      return clock.sleep(50);
    };
    const first = rejection(withTimeout(body, 20, { clock })(bare(controller.signal)));
    await clock.advance(50);
    await first;
    expect(read?.().reason).toBeInstanceOf(TimeoutError);
    const second = withTimeout(body, 200, { clock })(bare(controller.signal));
    await clock.advance(10);
    controller.abort('gone');
    expect(read?.().reason).toBe('gone');
    await clock.advance(50);
    await second;
  });

  test('Q10: with an aborted signal the fn is not called', async () => {
    const fn = vi.fn();
    expect(await rejection(withTimeout(fn, 5)(bare(AbortSignal.abort('x'))))).toMatchObject({
      name: 'CancelledError',
      cause: 'x',
    });
    expect(await rejection(withActivityTimeout(fn, 5)(bare(AbortSignal.abort('x'))))).toMatchObject({ cause: 'x' });
    expect(fn).not.toHaveBeenCalled();
  });

  test('Q5: a timeout fires although nothing else keeps the process alive', async () => {
    const { execFileSync } = await import('node:child_process');
    const script = `import { withTimeout } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)};
      withTimeout(({ signal }) => new Promise((_, no) => signal.addEventListener('abort', () => no(signal.reason))), 20)({ signal: new AbortController().signal })
        .catch((error) => console.log(error.name));`;
    const out = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(out.trim()).toBe('TimeoutError');
  });

  test('Q4: works where AbortSignal.any and AbortSignal.timeout do not exist', async () => {
    vi.stubGlobal(
      'AbortSignal',
      class extends AbortSignal {
        static override any = undefined as never;
        static override timeout = undefined as never;
      },
    );
    const { clock, runtime } = setup();
    const task = runtime.enqueue(withTimeout(retry(cooperative(80, 'x'), { retries: 1 }), 20));
    await clock.advance(100);
    expect(await rejection(task.promise)).toBeInstanceOf(TimeoutError);
  });
});

describe('withActivityTimeout', () => {
  /** A body that resets at the given moments of its own time and ends at `end`. */
  const chunks =
    (resets: number[], end: number) =>
    async ({
      clock,
      signal,
      resetTimeout,
    }: {
      clock?: ReturnType<typeof createTestClock>;
      signal: AbortSignal;
      resetTimeout: () => void;
    }) => {
      let at = 0;
      for (const reset of resets) {
        await clock?.sleep(reset - at, signal);
        at = reset;
        resetTimeout();
      }
      await clock?.sleep(end - at, signal);
      return 'whole';
    };

  test('R12 runtime 26: what starts it, re-arms it and ends it', async () => {
    const a = setup();
    let signal: AbortSignal | undefined;
    const task = a.runtime.enqueue(
      withActivityTimeout((ctx) => {
        signal = ctx.signal;
        return chunks([50, 100, 150], 190)(ctx as never);
      }, 60),
    );
    await a.clock.advance(300);
    expect(doneOf(a.events)).toMatchObject({ state: 'success', endedAt: 190 });
    expect([task.state, signal?.aborted, a.clock.timers]).toEqual(['success', false, 0]);

    const b = setup();
    b.runtime.enqueue(withActivityTimeout(chunks([50, 100, 150], 230) as never, 60));
    await b.clock.advance(300);
    const done = doneOf(b.events);
    expect(done).toMatchObject({ state: 'error', endedAt: 210 });
    expect('error' in done && done.error).toBeInstanceOf(TimeoutError);

    const c = setup();
    c.runtime.enqueue(withActivityTimeout(chunks([], 55) as never, 60));
    await c.clock.advance(300);
    expect(doneOf(c.events)).toMatchObject({ state: 'success', endedAt: 55 });

    const d = setup();
    d.runtime.enqueue(stubborn(500, ''));
    const behind = d.runtime.enqueue(withActivityTimeout(chunks([], 40) as never, 60));
    await d.clock.advance(600);
    expect(doneOf(d.events, behind.id)).toMatchObject({ state: 'success', endedAt: 540 });

    const e = setup();
    let late: (() => void) | undefined;
    e.runtime.enqueue(
      withActivityTimeout(({ resetTimeout }) => {
        late = resetTimeout;
      }, 60),
    );
    await e.clock.advance(10);
    const told = e.events.length;
    late?.();
    expect([e.clock.timers, e.events.length]).toEqual([0, told]);
  });

  test('runtime 26: nested ones are all reset, through other layers too', async () => {
    const { clock, runtime, events } = setup();
    const body = withActivityTimeout(
      retry(withTimeout(withActivityTimeout(chunks([50, 100], 150) as never, 60), 1000)),
      70,
    );
    runtime.enqueue(body);
    await clock.advance(300);
    expect(doneOf(events)).toMatchObject({ state: 'success', endedAt: 150 });
  });
});

describe('nesting', () => {
  test('runtime 27: withTimeout(retry(f)) bounds the chain, retry(withTimeout(f)) each attempt; f is called once on a timeout', async () => {
    for (const stack of [
      (f: () => Promise<unknown>) => withTimeout(retry(f as never, { retries: 3 }), 20),
      (f: () => Promise<unknown>) => retry(withTimeout(f as never, 20), { retries: 3 }),
      (f: () => Promise<unknown>) => retry(withTimeout(f as never, 20), { retries: 3, retryable: () => true }),
    ]) {
      const { clock, runtime } = setup();
      const f = vi.fn(cooperative(80, 'x') as never);
      const task = runtime.enqueue(stack(f as never));
      await clock.advance(500);
      expect(await rejection(task.promise)).toBeInstanceOf(TimeoutError);
      expect(f).toHaveBeenCalledTimes(1);
    }
    const { clock, runtime, events } = setup();
    const failing = vi.fn(async ({ clock: own }: { clock?: { sleep(ms: number): Promise<void> } | undefined }) => {
      await own?.sleep(15);
      throw new Error('x');
    });
    runtime.enqueue(withTimeout(retry(failing, { retries: 9 }), 50));
    await clock.advance(500);
    expect(doneOf(events)).toMatchObject({ state: 'error', endedAt: 60 });
    expect(failing).toHaveBeenCalledTimes(4);
  });

  test('runtime 27: retryOnTimeout is the translation: three calls, then a TaskError that the default fallback accepts', async () => {
    const { clock, runtime } = setup();
    const f = vi.fn(cooperative(80, 'x'));
    const onTimeout = vi.fn();
    const task = runtime.enqueue(retry(retryOnTimeout(f, 20, { onTimeout }), { retries: 2 }));
    await clock.advance(500);
    const error = await rejection(task.promise);
    expect(f).toHaveBeenCalledTimes(3);
    expect(onTimeout).toHaveBeenCalledTimes(3);
    expect(error).toMatchObject({ name: 'TaskError', type: 'timeout', retryable: true });
    expect((error as TaskError).cause).toBeInstanceOf(TimeoutError);
    const covered = runtime.enqueue(withFallback(retryOnTimeout(f, 20), () => 'cached'));
    await clock.advance(500);
    expect(await covered.promise).toBe('cached');
  });

  test('runtime 27: the outer budget wins over the inner one when it fires first', async () => {
    const { clock, runtime } = setup();
    const inner = vi.fn();
    const task = runtime.enqueue(withTimeout(withTimeout(cooperative(80, 'x'), 50, { onTimeout: inner }), 20));
    await clock.advance(500);
    expect(await rejection(task.promise)).toMatchObject({ ms: 20 });
    expect(inner).not.toHaveBeenCalled();
  });
});
