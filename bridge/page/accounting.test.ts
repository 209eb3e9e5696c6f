import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hub, type LedgerEvent, type LedgerSource, type TaskIdentity } from '../../runtime/hub.ts';
import { createRuntime, type Runtime, retry, TaskError, withFallback, withTimeout } from '../../runtime/index.ts';
import { createTestClock } from '../../runtime/testing/index.ts';
import { accounting } from './accounting.ts';
import { traced } from './traced.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const clock = createTestClock();
let told: LedgerEvent[] = [];
beforeEach(() => {
  told = [];
});

/** Runs what is due until nothing waits. */
async function finish(runtime: Runtime): Promise<void> {
  let idle = false;
  void runtime.onIdle().then(() => {
    idle = true;
  });
  for (let n = 0; n < 1_000 && !idle; n++) await clock.advance(50);
}

function ledgerSource(): LedgerSource {
  const found: LedgerSource[] = [];
  hub().watch((source) => {
    if (source.kind === 'ledger') found.push(source);
  })();
  const [ledger, ...others] = found;
  if (!ledger || others.length > 0) throw new Error(`expected one ledger, got ${found.length}`);
  return ledger;
}

function listen(): LedgerSource {
  const source = ledgerSource();
  const { detach } = source.attach((event) => {
    if (typeof event !== 'string') told.push(event);
  });
  stops.push(detach);
  return source;
}

const flaky = (fails: number, error: () => unknown = () => new TaskError('busy', { retryable: true })) => {
  let calls = 0;
  return async (): Promise<string> => {
    if (++calls <= fails) throw error();
    return 'ok';
  };
};

const types = (events: readonly LedgerEvent[]): string[] => events.map(({ event }) => event.type);

describe('accounting', () => {
  it('bridge 4: with everything wired an attempt is told once, enriched, never doubled', async () => {
    const runtime = createRuntime({ clock, devtools: true });
    const wired = accounting();
    runtime.enqueue(retry(flaky(0), wired));
    await finish(runtime);
    listen();
    runtime.enqueue(retry(flaky(2), { ...wired, retries: 2, delay: 10 }), { name: 'upload' });
    await finish(runtime);
    expect(types(told)).toEqual([
      'layer-start',
      'attempt-start',
      'attempt-end',
      'wait-end',
      'attempt-start',
      'attempt-end',
      'wait-end',
      'attempt-start',
      'attempt-end',
      'layer-end',
    ]);
    expect(told.map(({ task }) => task?.name)).toEqual(Array(10).fill('upload'));
    expect(told.map(({ seq }) => seq - (told[0]?.seq ?? 0))).toEqual(Array.from({ length: 10 }, (_, n) => n));
    expect(told[2]).toMatchObject({
      event: { attempt: 1, decision: 'retried', planned: 10 },
      digest: { message: 'busy', retryable: true, class: 'TaskError' },
    });
  });

  it('R06: onAttempt alone tells the retries and nothing of the rest', async () => {
    const runtime = createRuntime({ clock, devtools: true });
    listen();
    const { onAttempt } = accounting();
    runtime.enqueue(retry(flaky(9), { retries: 3, onAttempt }));
    await finish(runtime);
    expect(told.map(({ event }) => event)).toMatchObject([
      { type: 'retry-reported', attempt: 1, maxRetries: 3 },
      { type: 'retry-reported', attempt: 2, maxRetries: 3 },
      { type: 'retry-reported', attempt: 3, maxRetries: 3 },
    ]);
  });

  it.each([
    ['a string', 'boom'],
    ['undefined', undefined],
    ['null', null],
    ['42', 42],
    ['a frozen error', Object.freeze(new Error('frozen'))],
  ])('R05: %s that was thrown is told as it is and left as it was', async (_, thrown) => {
    const runtime = createRuntime({ clock, devtools: true });
    listen();
    const task = runtime.enqueue(
      traced.retry(
        flaky(9, () => thrown),
        { retries: 2 },
      ),
    );
    const outcome = task.promise.then(
      () => 'resolved',
      (error: unknown) => ({ error }),
    );
    await finish(runtime);
    expect(await outcome).toEqual({ error: thrown });
    const ends = told.filter(({ event }) => event.type === 'attempt-end');
    expect(ends.map(({ event }) => 'decision' in event && event.decision)).toEqual(['retried', 'retried', 'exhausted']);
    for (const { event, digest } of ends) {
      expect('error' in event && event.error).toBe(thrown);
      expect(digest?.retryable).toBe(true);
    }
  });

  it('bridge 5: the ledger is kept with the task, with or without a viewer, and made again', async () => {
    const runtime = createRuntime({ clock, devtools: true });
    let identity: TaskIdentity | undefined;
    const body = flaky(2);
    const fn = traced.retry(
      (ctx) => {
        identity = ctx.task;
        return body();
      },
      { retries: 2, delay: 5, label: 'http' },
    );
    runtime.enqueue(fn);
    await finish(runtime);
    const source = listen();
    if (!identity) throw new Error('no identity');
    const { past, detach } = source.attach(() => {});
    stops.push(detach);
    const again = past(identity);
    expect(types(again)).toHaveLength(10);
    expect(again[0]?.event).toMatchObject({ type: 'layer-start', label: 'http', options: { retries: 2 } });
    // Of the last errors the object is still there, for stack and cause.
    expect(again[2]?.event).toMatchObject({ error: new TaskError('busy', { retryable: true }) });
    expect(past({ ...identity })).toEqual([]);
  });

  it('bridge 5: errors are held for the last 50 only; the digest stays', async () => {
    const runtime = createRuntime({ clock, devtools: true, concurrency: 100 });
    const identities: TaskIdentity[] = [];
    for (let n = 0; n < 60; n++) {
      runtime.enqueue(
        traced.retry(
          (ctx) => {
            if (ctx.task) identities.push(ctx.task);
            throw new Error(`e${n}`);
          },
          { retries: 0 },
        ),
      );
    }
    await finish(runtime);
    const { past, detach } = ledgerSource().attach(() => {});
    stops.push(detach);
    const ends = identities.map((identity) => past(identity).find(({ event }) => event.type === 'attempt-end'));
    expect(ends.map((end) => end?.digest?.message)).toEqual(Array.from({ length: 60 }, (_, n) => `e${n}`));
    expect(ends.map((end) => end !== undefined && 'error' in end.event)).toEqual([
      ...Array(10).fill(false),
      ...Array(50).fill(true),
    ]);
  });

  it('bridge 4: nested layers, timeouts and fallbacks each have their number, parent and label', async () => {
    const runtime = createRuntime({ clock, devtools: true });
    listen();
    const inner = traced.withTimeout(({ signal }) => clock.sleep(100, signal), 20, { label: 'budget' });
    const outer = traced.withFallback(
      traced.retry(inner, { retries: 1, label: 'again' }),
      () => 'plan b',
      () => true,
    );
    runtime.enqueue(outer);
    await finish(runtime);
    const starts = told.flatMap(({ event }) => (event.type === 'layer-start' ? [event] : []));
    expect(starts).toMatchObject([
      { layer: 1, kind: 'fallback' },
      { layer: 2, parentLayer: 1, kind: 'retry', label: 'again' },
      { layer: 3, parentLayer: 2, kind: 'timeout', label: 'budget', options: { ms: 20 } },
    ]);
    expect(told.find(({ event }) => event.type === 'timeout-fired')?.event).toMatchObject({ layer: 3, ms: 20 });
    const ends = told.flatMap(({ event }) => (event.type === 'layer-end' ? [[event.layer, event.outcome]] : []));
    expect(ends).toEqual([
      [3, 'timeout'],
      [2, 'timeout'],
      [1, 'fallback'],
    ]);
  });

  it('bridge 4: a retry outside any runtime is told as a run of its own, two at once as two', async () => {
    createRuntime({ clock, devtools: true });
    listen();
    const { signal } = new AbortController();
    const run = () => traced.withTimeout(traced.retry(flaky(1), { retries: 1 }), 1_000, { clock })({ signal, clock });
    const both = Promise.all([run(), run()]);
    await clock.advance(10);
    await both;
    const runs = new Map<string | undefined, string[]>();
    for (const one of told) runs.set(one.run, [...(runs.get(one.run) ?? []), one.event.type]);
    expect(runs.size).toBe(2);
    const [first, second] = runs.values();
    expect(first).toEqual(second);
    expect(told.every(({ task }) => task === undefined)).toBe(true);
    expect(ledgerSource().attach(() => {}).untracked.length).toBeGreaterThanOrEqual(told.length);
  });

  it('runtime 35: of a runtime with devtools: false nothing is told and nothing kept', async () => {
    const hidden = createRuntime({ clock, devtools: false });
    createRuntime({ clock, devtools: true });
    listen();
    let identity: TaskIdentity | undefined;
    hidden.enqueue(
      traced.retry((ctx) => {
        identity = ctx.task;
        throw new Error('secret');
      }),
    );
    await finish(hidden);
    expect(told).toEqual([]);
    expect(
      identity &&
        ledgerSource()
          .attach(() => {})
          .past(identity),
    ).toEqual([]);
  });

  it('bridge 1: what somebody announces that is no source is passed over in silence', async () => {
    const written = vi.spyOn(console, 'error');
    const seen = createRuntime({ clock, devtools: true });
    seen.enqueue(traced.retry(() => 1));
    await finish(seen);
    const throws = Object.defineProperty({}, 'kind', {
      get() {
        throw new Error('page');
      },
    });
    for (const source of [null, undefined, 1, throws]) Reflect.apply(hub().announce, undefined, [source])();
    expect(written).not.toHaveBeenCalled();
    written.mockRestore();
  });

  it('given a runtime, it tells of that one only', async () => {
    const [mine, other] = [createRuntime({ clock, devtools: true }), createRuntime({ clock, devtools: true })];
    listen();
    for (const runtime of [mine, other]) runtime.enqueue(retry(flaky(1), accounting(mine)));
    await finish(mine);
    await finish(other);
    expect(new Set(told.map(({ task }) => task?.runtimeId))).toEqual(new Set([mine.id]));
  });
});

describe('traced', () => {
  it('bridge 4: hooks and observers of your own are called as before', async () => {
    const runtime = createRuntime({ clock, devtools: true });
    listen();
    const [onAttempt, observe, onTimeout, onFallback] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    const slow = traced.withTimeout(({ signal }) => clock.sleep(90, signal), 5, { onTimeout, observe });
    runtime.enqueue(
      traced.withFallback(
        slow,
        () => 1,
        () => true,
        { onFallback },
      ),
    );
    runtime.enqueue(traced.retry(flaky(1), { retries: 1, onAttempt, observe }));
    await finish(runtime);
    expect([onAttempt, onTimeout, onFallback].map((spy) => spy.mock.calls.length)).toEqual([1, 1, 1]);
    expect(observe.mock.calls.length).toBeGreaterThan(6);
    expect(types(told).filter((type) => type === 'retry-reported')).toEqual([]);
  });

  it('checks its arguments as the runtime does', () => {
    expect(() => traced.retry(flaky(0), { retries: -1 })).toThrow(/retries/);
    expect(() => traced.withTimeout(flaky(0), Number.NaN)).toThrow(/ms/);
    expect(traced.withFallback(flaky(0), () => 1)).toBeTypeOf('function');
    expect(withFallback(flaky(0), () => 1)).toBeTypeOf('function');
    expect(withTimeout(flaky(0), 1)).toBeTypeOf('function');
  });
});
