import { describe, expect, test } from 'vitest';
import { createRuntime, pipe, retry, Schedule } from './index.ts';
import oracle from './oracle/schedule-vectors.json' with { type: 'json' };
import { createTestClock } from './testing/index.ts';
import { bare, rejection } from './testing/kit.ts';
import { build, type Spec } from './testing/schedule-spec.ts';

/** A clock that stands where it is put. */
function stillClock() {
  const clock = createTestClock();
  let now = 0;
  return {
    ...clock,
    now: () => now,
    set(at: number) {
      now = at;
    },
  };
}

/** The oracle writes Infinity as text and a Duration as { ms }. */
function plain(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && 'ms' in value) return plain(value.ms);
  return value === 'Infinity' ? Infinity : value;
}

function expectNear(actual: unknown, expected: unknown, what: string): void {
  if (typeof expected === 'number' && Number.isFinite(expected)) {
    expect(Math.abs(Number(actual) - expected), what).toBeLessThanOrEqual(1e-6 + Math.abs(expected) * 1e-14);
  } else {
    expect(actual, what).toEqual(expected);
  }
}

/** Arguments that effect takes and we refuse. */
const REFUSED = new Set(['s04', 's05', 's10']);

describe('the oracle: effect@4.1.0', () => {
  for (const vector of oracle.vectors) {
    const spec = vector.spec as Spec;
    if (REFUSED.has(vector.id)) {
      test(`runtime 30: ${vector.id} ${vector.expr} is refused when it is built`, () => {
        expect(() => build(spec)).toThrow(RangeError);
      });
      continue;
    }
    test(`runtime 30: ${vector.id} ${vector.expr}`, () => {
      const clock = stillClock();
      const random: number[] = 'random' in vector && vector.random ? vector.random : [0.5];
      let drawn = 0;
      const inputs: unknown[] | undefined = 'inputs' in vector ? vector.inputs : undefined;
      const step = Schedule.toStep(build(spec), { clock, random: () => random[drawn++ % random.length] ?? 0 });
      vector.steps.forEach((expected, i) => {
        clock.set(expected.at);
        const answer = step(inputs?.[i % inputs.length]);
        expect(answer.continue, `#${i} continue`).toBe(expected.continue);
        expectNear(answer.delay, 'delayMs' in expected ? plain(expected.delayMs) : 0, `#${i} delay`);
        expectNear(answer.output, plain(expected.output), `#${i} output`);
      });
    });
  }

  test('runtime 30: none of the vectors was passed over', () => {
    expect(oracle.vectors).toHaveLength(oracle.meta.count);
    expect([...REFUSED].every((id) => oracle.vectors.some((vector) => vector.id === id))).toBe(true);
  });
});

describe('values', () => {
  const bounded: [string, { readonly bounded: boolean }, boolean][] = [
    ['recurs', Schedule.recurs(3), true],
    ['once', Schedule.once, true],
    ['duration', Schedule.duration(5), true],
    ['during', Schedule.during(5), true],
    ['spaced', Schedule.spaced(5), false],
    ['fixed', Schedule.fixed(5), false],
    ['windowed', Schedule.windowed(5), false],
    ['exponential', Schedule.exponential(5), false],
    ['fibonacci', Schedule.fibonacci(5), false],
    ['forever', Schedule.forever, false],
    ['identity', Schedule.identity(), false],
    ['upTo times', Schedule.upTo(Schedule.forever, { times: 3 }), true],
    ['upTo duration', Schedule.upTo(Schedule.forever, { duration: 3 }), true],
    ['upTo nothing', Schedule.upTo(Schedule.forever, {}), false],
    ['upTo nothing, bounded', Schedule.upTo(Schedule.once, {}), true],
    ['max any', Schedule.max([Schedule.forever, Schedule.once]), true],
    ['max none', Schedule.max([Schedule.forever, Schedule.spaced(1)]), false],
    ['min all', Schedule.min([Schedule.once, Schedule.recurs(2)]), true],
    ['min some', Schedule.min([Schedule.once, Schedule.forever]), false],
    ['concat both', Schedule.concat(Schedule.once, Schedule.once), true],
    ['concat one', Schedule.concat(Schedule.once, Schedule.forever), false],
    ['jittered', Schedule.jittered(Schedule.once), true],
    ['jittered forever', Schedule.jittered(Schedule.forever), false],
    ['passthrough', Schedule.passthrough(Schedule.once), true],
    ['passthrough forever', Schedule.passthrough(Schedule.forever), false],
    ['modifyDelay', Schedule.modifyDelay(Schedule.once, () => 1), true],
    ['addDelay', Schedule.addDelay(Schedule.forever, () => 1), false],
    ['whileStep', Schedule.whileStep(Schedule.once, () => true), false],
  ];
  test.each(bounded)('runtime 29: %s: bounded %#', (_name, schedule, expected) => {
    expect(schedule.bounded).toBe(expected);
    expect(Object.isFrozen(schedule)).toBe(true);
  });

  test('runtime 29 Q51: one value serves interleaved runs without sharing state', () => {
    const all = pipe(
      Schedule.exponential(100),
      Schedule.jittered,
      (s) => Schedule.concat(Schedule.upTo(s, { times: 2 }), Schedule.fibonacci(10)),
      (s) => Schedule.min([s, Schedule.fixed(50), Schedule.windowed(70), Schedule.during(500)]),
    );
    const clock = createTestClock();
    const options = { clock, random: () => 0.5 };
    const alone = Array.from(
      { length: 6 },
      (
        (step) => () =>
          step()
      )(Schedule.toStep(all, options)),
    );
    const [a, b] = [Schedule.toStep(all, options), Schedule.toStep(all, options)];
    const both = Array.from({ length: 6 }, () => [a(), b()]);
    expect(both.map(([x]) => x)).toEqual(alone);
    expect(both.map(([, y]) => y)).toEqual(alone);
  });

  test('runtime 29: metadata as effect@4 counts them', () => {
    const clock = stillClock();
    const seen: unknown[] = [];
    const schedule = Schedule.whileStep(Schedule.spaced(100), (metadata) => {
      seen.push(metadata);
      return true;
    });
    const step = Schedule.toStep(schedule, { clock });
    for (const at of [50, 180, 200]) {
      clock.set(at);
      step(`in ${at}`);
    }
    expect(seen).toEqual([
      { input: 'in 50', output: 0, delay: 100, attempt: 1, start: 50, now: 50, elapsed: 0, elapsedSincePrevious: 0 },
      {
        input: 'in 180',
        output: 1,
        delay: 100,
        attempt: 2,
        start: 50,
        now: 180,
        elapsed: 130,
        elapsedSincePrevious: 130,
      },
      {
        input: 'in 200',
        output: 2,
        delay: 100,
        attempt: 3,
        start: 50,
        now: 200,
        elapsed: 150,
        elapsedSincePrevious: 20,
      },
    ]);
  });

  test('runtime 29: delays from a function: negative is 0, no number is refused at the step', () => {
    expect(Schedule.toStep(Schedule.modifyDelay(Schedule.spaced(5), () => -3))().delay).toBe(0);
    expect(Schedule.toStep(Schedule.addDelay(Schedule.spaced(5), ({ delay }) => delay * 2))().delay).toBe(15);
    expect(Schedule.toStep(Schedule.addDelay(Schedule.spaced(5), 7))().delay).toBe(12);
    for (const wrong of [Number.NaN, undefined, '5']) {
      const step = Schedule.toStep(Schedule.modifyDelay(Schedule.spaced(5), () => wrong as number));
      expect(() => step()).toThrow(RangeError);
    }
    const asynchronous = Schedule.toStep(Schedule.whileStep(Schedule.once, (async () => false) as never));
    expect(() => asynchronous()).toThrow(TypeError);
  });

  test('runtime 29: wrong arguments are refused when it is built, naming argument and value', () => {
    const cases: [() => unknown, string][] = [
      [() => Schedule.recurs(Number.NaN), 'Expected `times` to be a whole number, 0 or more, got `NaN` (number)'],
      [() => Schedule.recurs(Infinity), '`times`'],
      [() => Schedule.recurs('3' as never), 'got `3` (string)'],
      [() => Schedule.spaced(-1), '`ms`'],
      [() => Schedule.spaced('2 seconds' as never), 'write 2000'],
      [() => Schedule.fixed(Number.NaN), '`ms`'],
      [() => Schedule.windowed(-1), '`ms`'],
      [() => Schedule.exponential(-1), '`ms`'],
      [() => Schedule.exponential(1, -1), '`factor`'],
      [() => Schedule.exponential(1, Number.NaN), '`factor`'],
      [() => Schedule.fibonacci(undefined as never), '`ms`'],
      [() => Schedule.duration(-1), '`ms`'],
      [() => Schedule.during(Infinity), '`ms`'],
      [() => Schedule.jittered(5 as never), 'Expected `schedule` to be a schedule, got `5` (number)'],
      [() => Schedule.passthrough({} as never), '`schedule`'],
      [() => Schedule.max([]), '`schedules`'],
      [() => Schedule.min([Schedule.once, 1 as never]), '`schedules[1]`'],
      [() => Schedule.max(Schedule.once as never), '`schedules`'],
      [() => Schedule.concat(1 as never, Schedule.once), '`first`'],
      [() => Schedule.concat(Schedule.once, 1 as never), '`second`'],
      [() => Schedule.upTo(Schedule.once, { times: 1.5 }), '`times`'],
      [() => Schedule.upTo(Schedule.once, { duration: -1 }), '`duration`'],
      [() => Schedule.upTo(Schedule.once, undefined as never), '`options`'],
      [() => Schedule.upTo(1 as never, {}), '`schedule`'],
      [() => Schedule.whileStep(Schedule.once, 1 as never), '`predicate`'],
      [() => Schedule.modifyDelay(Schedule.once, 1 as never), '`f`'],
      [() => Schedule.modifyDelay(1 as never, () => 1), '`schedule`'],
      [() => Schedule.addDelay(Schedule.once, -1), '`f`'],
      [() => Schedule.addDelay(Schedule.once, 'x' as never), '`f`'],
      [() => Schedule.toStep(1 as never), '`schedule`'],
      [() => Schedule.toStep(Schedule.once, { random: 1 as never }), '`random`'],
      [() => Schedule.toStep(Schedule.once, null as never), '`options`'],
      [() => retry(() => 1, { schedule: 5 as never }), '`schedule`'],
    ];
    for (const [make, text] of cases) expect(make).toThrow(text);
  });
});

describe('traps that users meet', () => {
  const delays = (schedule: Schedule.Schedule, steps: number, random = 0.5) => {
    const clock = createTestClock();
    const step = Schedule.toStep(schedule, { clock, random: () => random });
    return Array.from({ length: steps }, () => step()).map((one) => (one.continue ? one.delay : 'stop'));
  };

  test('runtime 30: jitter outside a cap exceeds it, inside it does not', () => {
    const { jittered, min, exponential, spaced } = Schedule;
    expect(delays(jittered(min([exponential(500), spaced(5000)])), 6, 1).at(-1)).toBeCloseTo(6000, 6);
    expect(delays(min([jittered(exponential(500)), spaced(5000)]), 6, 1).at(-1)).toBe(5000);
  });

  test('runtime 30: min([exponential, recurs(3)]) waits 0 three times', () => {
    expect(delays(Schedule.min([Schedule.exponential(100), Schedule.recurs(3)]), 5)).toEqual([0, 0, 0, 800, 1600]);
  });

  test('R14 runtime 32: values over thousands of steps', () => {
    const { exponential, jittered, max, min, recurs, spaced } = Schedule;
    const capped = min([exponential(500), spaced(5000)]);
    const a = delays(capped, 2000);
    expect(a.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
    expect(new Set(a.slice(4))).toEqual(new Set([5000]));
    for (const random of [0, 0.3, 0.999999]) {
      const b = delays(jittered(capped), 2000, random) as number[];
      expect(b[0]).toBeGreaterThanOrEqual(400);
      expect(b[0]).toBeLessThanOrEqual(600);
      for (const delay of b.slice(4)) expect(delay >= 4000 && delay <= 6000).toBe(true);
    }
    expect(delays(max([exponential(100), recurs(3)]), 4)).toEqual([100, 200, 400, 'stop']);
    expect(delays(exponential(100), 2001).at(-1)).toBe(Infinity);
    expect(delays(exponential(0), 2001).at(-1)).toBe(0);
    expect(delays(exponential(Infinity, 0.5), 2001).at(-1)).toBe(Infinity);
    expect(delays(jittered(exponential(100)), 2001, 0).at(-1)).toBe(Infinity);
    expect(delays(Schedule.fibonacci(100), 2001).at(-1)).toBe(Infinity);
  });
});

describe('retry driven by a schedule', () => {
  async function attempts(options: Parameters<typeof retry>[1]) {
    const clock = createTestClock();
    const calls: number[] = [];
    const told: unknown[] = [];
    const body = () => {
      calls.push(clock.now());
      throw new Error(`failure ${calls.length}`);
    };
    const onAttempt = ({ maxRetries, delay }: { maxRetries: number | undefined; delay: number }) =>
      told.push([maxRetries, delay]);
    const task = createRuntime({ clock }).enqueue(retry(body, { ...options, onAttempt }));
    await clock.advance(100_000);
    expect(task.state).toBe('error');
    return { calls, told };
  }

  test('runtime 17 R14: given a schedule and no retries, the schedule alone decides', async () => {
    const { calls, told } = await attempts({ schedule: Schedule.max([Schedule.exponential(100), Schedule.recurs(3)]) });
    expect(calls).toEqual([0, 100, 300, 700]);
    expect(told).toEqual([
      [undefined, 100],
      [undefined, 200],
      [undefined, 400],
    ]);
  });

  test('runtime 31: retries and schedule together: both must agree to go on', async () => {
    expect((await attempts({ retries: 1, schedule: Schedule.upTo(Schedule.spaced(10), { times: 5 }) })).calls).toEqual([
      0, 10,
    ]);
    expect((await attempts({ retries: 5, schedule: Schedule.upTo(Schedule.spaced(10), { times: 1 }) })).calls).toEqual([
      0, 10,
    ]);
    expect((await attempts({ retries: 2, schedule: Schedule.spaced(10) })).told).toEqual([
      [2, 10],
      [2, 10],
    ]);
  });

  test('runtime 19: delay goes before the schedule, jitter and caps act on it, its input is the error', async () => {
    const schedule = Schedule.upTo(Schedule.spaced(1000), { times: 2 });
    expect((await attempts({ schedule, delay: 5 })).calls).toEqual([0, 5, 10]);
    expect((await attempts({ schedule, jitter: 'full', random: () => 0.5 })).calls).toEqual([0, 500, 1000]);
    expect((await attempts({ schedule, maxDelay: 300 })).calls).toEqual([0, 300, 600]);
    const inputs: unknown[] = [];
    const watched = Schedule.whileStep(schedule, ({ input }) => inputs.push(input) < 2);
    await attempts({ schedule: watched, unbounded: true });
    expect(inputs).toEqual([new Error('failure 1'), new Error('failure 2')]);
  });

  test('runtime 29: a retry needs a bound, else it is refused when built', () => {
    const schedule = Schedule.exponential(100);
    expect(() => retry(() => 1, { schedule })).toThrow(
      'Expected `schedule` to be bounded (or give `maxElapsed`, or `unbounded: true`)',
    );
    for (const bound of [{ retries: 3 }, { maxElapsed: 1000 }, { unbounded: true }]) {
      expect(() => retry(() => 1, { schedule, ...bound })).not.toThrow();
    }
    expect(() => retry(() => 1, { retries: Infinity, schedule: Schedule.once })).not.toThrow();
  });

  test('runtime 19: a schedule that throws or gives no number ends the retry', async () => {
    const error = new Error('of the task');
    const fail = () => {
      throw error;
    };
    const wrong = Schedule.modifyDelay(Schedule.once, () => Number.NaN);
    expect(await rejection(retry(fail, { schedule: wrong })(bare()))).toMatchObject({
      name: 'RangeError',
      cause: error,
    });
  });
});
