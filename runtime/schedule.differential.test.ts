import { Duration, Effect, Schedule as EffectSchedule } from 'effect';
import { TestClock } from 'effect/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Schedule } from './index.ts';
import { createTestClock } from './testing/index.ts';
import { build, type Spec } from './testing/schedule-spec.ts';

// Against effect@4.1.0 itself, on random expressions. Where we differ on purpose, the generator stays out of it, and why:
// - negative, NaN and fractional counts or durations are refused by us when built;
// - `min`/`max` of nothing is refused by us;
// - a negative delay out of `modifyDelay` is 0 with us (there is none below: factors are positive);
// - 0 · Infinity after a thousand doublings is NaN there, the base itself here (never reached in 12 steps);
// - `jittered` draws from Effect's Random service there: compared with its bounds only, in the oracle's vectors digit by digit.

type Other = EffectSchedule.Schedule<unknown, unknown>;

function buildOther(spec: Spec): Other {
  switch (spec.op) {
    case 'recurs':
      return EffectSchedule.recurs(spec.n);
    case 'spaced':
    case 'fixed':
    case 'windowed':
    case 'fibonacci':
    case 'duration':
    case 'during':
      return EffectSchedule[spec.op](Duration.millis(Number(spec.ms)));
    case 'exponential':
      return EffectSchedule.exponential(Duration.millis(spec.ms), spec.factor);
    case 'forever':
    case 'once':
      return EffectSchedule[spec.op];
    case 'max':
    case 'min': {
      const [first, ...rest] = spec.of.map(buildOther);
      if (first === undefined) throw new Error('nothing to combine');
      return EffectSchedule[spec.op]([first, ...rest]);
    }
    case 'concat':
      return EffectSchedule.concat(buildOther(spec.first), buildOther(spec.then));
    case 'upTo':
      return EffectSchedule.upTo(buildOther(spec.of), {
        ...(spec.times === undefined ? {} : { times: spec.times }),
        ...(spec.durationMs === undefined ? {} : { duration: Duration.millis(spec.durationMs) }),
      });
    case 'jittered':
      return EffectSchedule.jittered(buildOther(spec.of));
    case 'passthrough':
      return EffectSchedule.passthrough(buildOther(spec.of));
    case 'addDelay':
      return EffectSchedule.addDelay(buildOther(spec.of), () => Effect.succeed(Duration.millis(spec.ms)));
    case 'modifyDelay*':
      return EffectSchedule.modifyDelay(buildOther(spec.of), ({ duration }) =>
        Effect.succeed(Duration.millis(Duration.toMillis(duration) * spec.factor)),
      );
    case 'whileInput':
      return EffectSchedule.while(buildOther(spec.of), ({ input }) => Effect.succeed(spec.allow.includes(input)));
    case 'whileElapsed<':
      return EffectSchedule.while(buildOther(spec.of), ({ elapsed }) => Effect.succeed(elapsed < spec.ms));
  }
}

interface Answer {
  /** When it was asked. */
  readonly at: number;
  readonly continue: boolean;
  readonly delay: number;
  readonly output: unknown;
}

const plain = (value: unknown): unknown => (Duration.isDuration(value) ? Duration.toMillis(value) : value);

/** The answers of effect to steps at given times. */
async function askOther(spec: Spec, works: readonly number[], inputs: readonly string[]): Promise<Answer[]> {
  const program = Effect.gen(function* () {
    const step = yield* EffectSchedule.toStep(buildOther(spec));
    const answers: Answer[] = [];
    let now = 0;
    for (const [i, work] of works.entries()) {
      now += work;
      const answer = yield* Effect.exit(step(now, inputs[i]));
      if (answer._tag === 'Success') {
        const [output, delay] = answer.value;
        answers.push({ at: now, continue: true, delay: Duration.toMillis(delay), output: plain(output) });
        now += Duration.toMillis(delay);
      } else {
        const [reason] = answer.cause.reasons;
        const done: unknown = reason && 'error' in reason ? reason.error : undefined;
        const output = typeof done === 'object' && done !== null && 'value' in done ? done.value : undefined;
        answers.push({ at: now, continue: false, delay: 0, output: plain(output) });
      }
    }
    return answers;
  });
  return Effect.runPromise(Effect.scoped(program.pipe(Effect.provide(TestClock.layer()))));
}

/** Our answers to steps at the same times. */
function askOurs(spec: Spec, times: readonly number[], inputs: readonly string[]): Answer[] {
  let now = 0;
  const clock = { ...createTestClock(), now: () => now };
  const step = Schedule.toStep(build(spec), { clock });
  return times.map((at, i) => {
    now = at;
    return { at, ...step(inputs[i]) };
  });
}

/** effect rounds each wait to a nanosecond, combinators again, so nested ones add a few up. */
const TOLERANCE_MS = 5e-6;

function expectNear(ours: Answer, theirs: Answer): void {
  expect(ours.continue).toBe(theirs.continue);
  for (const key of ['delay', 'output'] as const) {
    const [mine, other] = [ours[key], theirs[key]];
    if (typeof mine === 'number' && typeof other === 'number' && Number.isFinite(other)) {
      expect(Math.abs(mine - other), key).toBeLessThanOrEqual(TOLERANCE_MS);
    } else {
      expect(mine, key).toEqual(other);
    }
  }
}

const ms = fc.integer({ min: 0, max: 1000 });
const leaf: fc.Arbitrary<Spec> = fc.oneof(
  fc.record({ op: fc.constant('recurs' as const), n: fc.integer({ min: 0, max: 6 }) }),
  fc.record({ op: fc.constantFrom('spaced', 'fixed', 'windowed', 'fibonacci', 'duration', 'during'), ms }),
  fc.record({ op: fc.constant('exponential' as const), ms, factor: fc.constantFrom(0.5, 1, 1.5, 2, 3) }),
  fc.record({ op: fc.constantFrom('forever', 'once') }),
);
const { spec: expression } = fc.letrec<{ spec: Spec }>((tie) => ({
  spec: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.record({ op: fc.constantFrom('max', 'min'), of: fc.array(tie('spec'), { minLength: 1, maxLength: 3 }) }),
    // biome-ignore lint/suspicious/noThenProperty: the oracle's word for the second schedule.
    fc.record({ op: fc.constant('concat' as const), first: tie('spec'), then: tie('spec') }),
    fc.record(
      { op: fc.constant('upTo' as const), of: tie('spec'), times: fc.integer({ min: 0, max: 5 }), durationMs: ms },
      { requiredKeys: ['op', 'of'] },
    ),
    fc.record({ op: fc.constant('passthrough' as const), of: tie('spec') }),
    fc.record({ op: fc.constant('addDelay' as const), of: tie('spec'), ms }),
    fc.record({ op: fc.constant('modifyDelay*' as const), of: tie('spec'), factor: fc.constantFrom(0, 0.5, 2) }),
    fc.record({ op: fc.constant('whileInput' as const), of: tie('spec'), allow: fc.constant(['net', 'busy']) }),
    fc.record({ op: fc.constant('whileElapsed<' as const), of: tie('spec'), ms }),
  ),
}));

test('runtime 30: random expressions answer as effect@4.1.0 does, step by step, to within 1e-6 ms', async () => {
  await fc.assert(
    fc.asyncProperty(
      expression,
      fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 12, maxLength: 12 }),
      fc.array(fc.constantFrom('net', 'busy', 'fatal'), { minLength: 12, maxLength: 12 }),
      async (spec, works, inputs) => {
        const theirs = await askOther(spec, works, inputs);
        const ours = askOurs(
          spec,
          theirs.map(({ at }) => at),
          inputs,
        );
        for (const [i, answer] of ours.entries()) expectNear(answer, theirs[i] as Answer);
      },
    ),
    { numRuns: 400 },
  );
});

test('runtime 30: jittered stays within 0.8 and 1.2 of the plain wait, there and here', async () => {
  const plainSpec: Spec = { op: 'exponential', ms: 100 };
  const works = Array.from({ length: 8 }, () => 0);
  const jittered: Spec = { op: 'jittered', of: plainSpec };
  const base = askOurs(plainSpec, works, []);
  for (const answers of [askOurs(jittered, works, []), await askOther(jittered, works, [])]) {
    answers.forEach(({ delay }, i) => {
      const plainDelay = base[i]?.delay ?? 0;
      expect(delay).toBeGreaterThanOrEqual(plainDelay * 0.8);
      expect(delay).toBeLessThanOrEqual(plainDelay * 1.2);
    });
  }
});
