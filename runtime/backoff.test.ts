import { describe, expect, test } from 'vitest';
import { exponentialBackoff } from './index.ts';
import jitter from './oracle/jitter-vectors.json' with { type: 'json' };

describe('exponentialBackoff', () => {
  test("runtime 20: 100, 200, 400, 800 with jitter 'none'; the cap is 30 000", () => {
    const delay = exponentialBackoff({ jitter: 'none' });
    expect([0, 1, 2, 3, 8, 9, 2000].map((i) => delay(i, undefined, undefined))).toEqual([
      100, 200, 400, 800, 25_600, 30_000, 30_000,
    ]);
  });

  test('runtime 20: full jitter by default, in [0, ms); equal in [ms/2, ms); decorrelated in [base, 3·previous) under the cap', () => {
    const almost = 1 - Number.EPSILON;
    const at = (kind: 'full' | 'equal' | 'decorrelated' | undefined, random: number, previous?: number) =>
      exponentialBackoff({ jitter: kind, random: () => random })(3, undefined, previous);
    expect([at(undefined, 0), at('full', almost) < 800]).toEqual([0, true]);
    expect([at('equal', 0), at('equal', almost) < 800]).toEqual([400, true]);
    expect([at('decorrelated', 0, 500), at('decorrelated', almost, 500)]).toEqual([100, expect.closeTo(1500, 6)]);
    expect(at('decorrelated', almost, 29_000)).toBe(30_000);
  });

  test('runtime 20: every vector of the jitter oracle, to within 1e-6 ms', () => {
    for (const { kind, base, cap, factor, random, delays } of jitter.vectors) {
      let drawn = 0;
      const delay = exponentialBackoff({
        base,
        cap,
        factor,
        jitter: kind as 'none',
        random: () => random[drawn++ % random.length] ?? 0,
      });
      let previous: number | undefined;
      delays.forEach((expected, i) => {
        previous = delay(i, undefined, previous);
        expect(previous, `${kind} ${base} ${cap} #${i}`).toBeCloseTo(expected, 6);
      });
    }
  });

  test('runtime 20 Q16: after thousands of attempts exactly the cap, never NaN', () => {
    for (const kind of ['none', 'full', 'equal'] as const) {
      const delay = exponentialBackoff({ jitter: kind, random: () => 0.5, factor: 10 });
      expect(delay(2000, undefined, undefined)).toBe({ none: 30_000, full: 15_000, equal: 22_500 }[kind]);
    }
    expect(exponentialBackoff({ base: 0, jitter: 'none' })(2000, undefined, undefined)).toBe(0);
    expect(exponentialBackoff({ factor: 0, jitter: 'none' })(2000, undefined, undefined)).toBe(0);
  });

  test('runtime 20: a wrong option throws when built', () => {
    expect(() => exponentialBackoff({ base: -1 })).toThrow(
      'Expected `base` to be a number of milliseconds, 0 or more, got `-1` (number)',
    );
    expect(() => exponentialBackoff({ cap: Number.NaN })).toThrow('`cap`');
    expect(() => exponentialBackoff({ factor: '2' as never })).toThrow(TypeError);
    expect(() => exponentialBackoff({ factor: -2 })).toThrow(RangeError);
    expect(() => exponentialBackoff({ jitter: 'some' as never })).toThrow('`jitter`');
    expect(() => exponentialBackoff({ random: 1 as never })).toThrow('`random`');
    expect(() => exponentialBackoff(null as never)).toThrow('`options`');
  });
});
