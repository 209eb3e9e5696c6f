import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CancelledError,
  createRuntime,
  type LayerEvent,
  pipe,
  repeat,
  retry,
  retryOnTimeout,
  Schedule,
  TaskError,
  type TaskFn,
  TimeoutError,
  withActivityTimeout,
  withFallback,
  withTimeout,
} from './index.ts';
import { createTestClock } from './testing/index.ts';

// Random stackings of all middlewares around a random body: what `observe` told has to equal, field by field, a log that the test's
// own fns and clock wrote, one probe between every two layers.

type LayerSpec =
  | { readonly kind: 'retry'; readonly retries: number; readonly delay: number }
  | { readonly kind: 'timeout' | 'activity-timeout' | 'retry-on-timeout'; readonly ms: number }
  | { readonly kind: 'fallback'; readonly all: boolean; readonly takes: number }
  | { readonly kind: 'repeat'; readonly times: number; readonly delay: number };

/** What the body does at its n-th call; the last one repeats. */
interface Call {
  readonly takes: number;
  readonly ends: 'value' | 'error' | 'refusal' | 'cancelled';
  readonly cooperative: boolean;
}

/** One call of what is inside a layer, as the probe there saw it. */
interface Probed {
  /** Not the layer inside, but a fallback beside it. */
  readonly aside: boolean;
  readonly start: number;
  end: number | undefined;
  /** Present when it threw. */
  error?: unknown;
}

/** One run of one layer, as told. */
interface Run {
  readonly layer: number;
  readonly parent: number | undefined;
  readonly label: string;
  readonly events: LayerEvent[];
}

const layer: fc.Arbitrary<LayerSpec> = fc.oneof(
  fc.record({
    kind: fc.constant('retry' as const),
    retries: fc.integer({ min: 0, max: 3 }),
    delay: fc.integer({ min: 0, max: 30 }),
  }),
  fc.record({
    kind: fc.constantFrom('timeout' as const, 'activity-timeout' as const, 'retry-on-timeout' as const),
    ms: fc.integer({ min: 1, max: 90 }),
  }),
  fc.record({ kind: fc.constant('fallback' as const), all: fc.boolean(), takes: fc.integer({ min: 0, max: 20 }) }),
  fc.record({
    kind: fc.constant('repeat' as const),
    times: fc.integer({ min: 0, max: 2 }),
    delay: fc.integer({ min: 0, max: 20 }),
  }),
);

const call: fc.Arbitrary<Call> = fc.record({
  takes: fc.integer({ min: 0, max: 40 }),
  ends: fc.constantFrom('value', 'error', 'error', 'error', 'refusal', 'cancelled'),
  cooperative: fc.boolean(),
});

const GOOD = new Set(['succeeded', 'fallback', 'until', 'while', 'schedule-ended']);

test('runtime 22: 500 random stackings: what observe told equals what the probes between the layers saw', async () => {
  const stacks = fc.array(layer, { minLength: 1, maxLength: 5 });
  const calls = fc.array(call, { minLength: 1, maxLength: 5 });
  const cancelAt = fc.option(fc.integer({ min: 1, max: 150 }), { freq: 4, nil: undefined });
  await fc.assert(fc.asyncProperty(stacks, calls, cancelAt, checkOne), { numRuns: 500 });
}, 60_000);

async function checkOne(
  specs: readonly LayerSpec[],
  calls: readonly Call[],
  cancelAt: number | undefined,
): Promise<void> {
  const clock = createTestClock();
  const told: Run[] = [];
  const observe = (event: LayerEvent): void => {
    if (event.type === 'layer-start') {
      told.push({ layer: event.layer, parent: event.parentLayer, label: event.label ?? '', events: [] });
    }
    told.find(({ layer: number }) => number === event.layer)?.events.push(event);
  };
  const probes: Probed[][] = specs.map(() => []);

  /** Notes each call of what is inside layer `i`. */
  const probe =
    (i: number, fn: TaskFn<string>, aside = false): TaskFn<string> =>
    async (ctx) => {
      const seen: Probed = { aside, start: clock.now(), end: undefined };
      probes[i]?.push(seen);
      try {
        const value = await fn(ctx);
        seen.end = clock.now();
        return value;
      } catch (error) {
        seen.end = clock.now();
        seen.error = error;
        throw error;
      }
    };

  let called = 0;
  const body: TaskFn<string> = async ({ signal }) => {
    const { takes, ends, cooperative } = calls[Math.min(called++, calls.length - 1)] as Call;
    await clock.sleep(takes, cooperative ? signal : undefined);
    if (ends === 'error') throw new Error(`call ${called}`);
    if (ends === 'refusal') throw new TaskError(`call ${called}`);
    if (ends === 'cancelled') throw new CancelledError(`call ${called}`);
    return 'value';
  };

  const wrap = (spec: LayerSpec, i: number, inner: TaskFn<string>): TaskFn<string> => {
    const fn = probe(i, inner);
    const options = { observe, label: `${i}` };
    switch (spec.kind) {
      case 'retry':
        return retry(fn, { ...options, retries: spec.retries, delay: spec.delay });
      case 'timeout':
        return withTimeout(fn, spec.ms, options);
      case 'activity-timeout':
        return withActivityTimeout(fn, spec.ms, options);
      case 'retry-on-timeout':
        return retryOnTimeout(fn, spec.ms, options);
      case 'fallback':
        return withFallback(
          fn,
          probe(
            i,
            async ({ signal }) => {
              await clock.sleep(spec.takes, signal);
              return 'fallback';
            },
            true,
          ),
          spec.all ? () => true : undefined,
          options,
        );
      case 'repeat':
        return repeat(fn, {
          ...options,
          schedule: pipe(Schedule.spaced(spec.delay), (s) => Schedule.upTo(s, { times: spec.times })),
        });
    }
  };

  const stack = specs.reduce((fn, spec, i) => wrap(spec, i, fn), body);
  const task = createRuntime({ clock }).enqueue(stack);
  if (cancelAt !== undefined) {
    await clock.advance(cancelAt);
    task.cancel('test');
  }
  await clock.advance(1e9);
  expect(['success', 'error', 'cancelled']).toContain(task.state);
  expect(clock.timers).toBe(0);
  for (const [i, spec] of specs.entries()) checkLayer(spec, i, specs, told, probes);
}

/** Layer `i`: its runs, in their order, against the probe inside it and, for the outcome, the probe around it. */
function checkLayer(
  spec: LayerSpec,
  i: number,
  specs: readonly LayerSpec[],
  told: readonly Run[],
  probes: readonly Probed[][],
): void {
  const runs = told.filter(({ label }) => label === `${i}`);
  const inside = [...(probes[i] ?? [])];
  const outer = i + 1 < specs.length ? (probes[i + 1] ?? []).filter(({ aside }) => !aside) : [];
  for (const [n, run] of runs.entries()) {
    const { events } = run;
    expect(events[0]?.type).toBe('layer-start');
    expect(events.filter(({ type }) => type === 'layer-end')).toHaveLength(1);
    expect(events.at(-1)?.type).toBe('layer-end');
    const parent = told.find(({ layer: number }) => number === run.parent);
    expect(parent?.label).toBe(i + 1 < specs.length ? `${i + 1}` : undefined);

    const starts = events.filter((event) => event.type === 'attempt-start');
    const ends = events.filter((event) => event.type === 'attempt-end');
    const fired = events.filter((event) => event.type === 'timeout-fired');
    const mine = inside.splice(0, starts.length);
    expect(starts.map(({ at }) => at)).toEqual(mine.map(({ start }) => start));
    expect(starts.map(({ attempt }) => attempt)).toEqual(starts.map((_, k) => k + 1));
    expect(ends.map(({ at }) => at)).toEqual(mine.map(({ end }) => end));
    for (const [k, end] of ends.entries()) {
      const seen = mine[k] as Probed;
      if (end.decision === 'timeout' && fired.length > 0) expect(end.error).toBeInstanceOf(TimeoutError);
      else expect([end.attempt, 'error' in end, end.error]).toEqual([k + 1, 'error' in seen, seen.error]);
    }
    for (const { at, ms } of fired) {
      expect('ms' in spec && spec.ms).toBe(ms);
      expect(at).toBe((mine[0]?.start ?? 0) + ms);
      expect(mine[0]?.end).toBeGreaterThanOrEqual(at);
    }
    checkWaits(spec, events, mine);
    const last = events.at(-1);
    const around = outer[n];
    if (around && last?.type === 'layer-end') expect(GOOD.has(last.outcome)).toBe(!('error' in around));
  }
  expect(inside).toEqual([]);
}

/** Planned as the options say, real as the probes' clock says. */
function checkWaits(spec: LayerSpec, events: readonly LayerEvent[], mine: readonly Probed[]): void {
  const planned = events.flatMap((event) =>
    event.type === 'attempt-end' && event.planned !== undefined ? [event.planned] : [],
  );
  const waits = events.filter((event) => event.type === 'wait-end');
  expect(waits.map((wait) => wait.planned)).toEqual(planned);
  for (const wait of waits) {
    if ('delay' in spec) expect(wait.planned).toBe(spec.delay);
    const before = mine[wait.attempt - 1]?.end ?? 0;
    const after = mine[wait.attempt]?.start;
    expect(wait.at - before).toBe(wait.real);
    // No next attempt: the wait was cut short.
    if (after === undefined) expect(wait.real).toBeLessThanOrEqual(wait.planned);
    else expect([after, wait.real]).toEqual([wait.at, wait.planned]);
  }
}
