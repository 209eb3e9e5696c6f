import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitted, panned, showing, type TimeView, ticksOf, wholeOf, zoomed } from './time-view.ts';

const range = { from: 1000, to: 2000 };
const view: TimeView = { from: 1200, span: 200, follows: false };

test('the moment under the pointer stays where it is', () => {
  expect(zoomed(view, 0.5, 1250, range)).toEqual({ from: 1225, span: 100, follows: false });
  expect(zoomed(view, 0.5, 1400, range).from).toBe(1300);
});

test('at the end of the story a view follows it, until it is moved away', () => {
  const whole = wholeOf(range);
  const closer = zoomed(whole, 0.5, 2000, range);
  expect(closer).toEqual({ from: 1500, span: 500, follows: true });
  expect(fitted(closer, { from: 1000, to: 3000 })).toMatchObject({ from: 2500, follows: true });
  const back = panned(closer, -100, range);
  expect(fitted(back, { from: 1000, to: 3000 })).toEqual({ from: 1400, span: 500, follows: false });
  expect(panned(back, 400, range)).toMatchObject({ from: 1500, follows: true });
});

test('what is to be seen is brought into sight, and nothing moves when it is', () => {
  expect(showing(view, 1250, 1300, range)).toBe(view);
  expect(showing(view, 1500, 1550, range)).toEqual({ from: 1360, span: 200, follows: false });
  expect(showing(view, 1100, 1110, range).from).toBe(1090);
  expect(showing(view, 1300, 1900, range).from).toBe(1290);
});

test('whatever is done, the view lies within the story', () => {
  const step = fc.oneof(
    fc.record({ factor: fc.double({ min: 0.01, max: 100, noNaN: true }), at: fc.integer({ min: 0, max: 3000 }) }),
    fc.record({ by: fc.integer({ min: -5000, max: 5000 }) }),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let now = wholeOf(range);
      for (const each of steps) {
        now = 'by' in each ? panned(now, each.by, range) : zoomed(now, each.factor, each.at, range);
        expect(now.from).toBeGreaterThanOrEqual(range.from - 1e-6);
        expect(now.from + now.span).toBeLessThanOrEqual(range.to + 1e-6);
        expect(now.span).toBeGreaterThanOrEqual(2);
      }
    }),
  );
});

test.each([
  [1000, 1000, 100, 100],
  [10_000, 1000, 100, 1000],
  [60_000, 1000, 100, 10_000],
  [3_600_000, 1000, 100, 600_000],
  [20, 1000, 100, 2],
])('ticks of %d ms over %d px stand at round moments', (span, width, apart, step) => {
  const ticks = ticksOf({ from: 1_000_000_007, span, follows: false }, width, apart);
  expect(ticks.step).toBe(step);
  expect(ticks.at.length).toBeGreaterThan(3);
  for (const at of ticks.at) expect(at % step).toBe(0);
});
