import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barsOf, barsPath, stepsPath } from './plot-bars.ts';

test('bins are put together so that no more bars than fit are left', () => {
  expect(barsOf([1, 2, 3, 4, 5], 10, 2, 'sum')).toEqual({ width: 30, values: [6, 9] });
  expect(barsOf([1, 2, 3, 4, 5], 10, 2, 'average')).toEqual({ width: 30, values: [2, 4.5] });
  expect(barsOf([1, 2], 10, 5, 'sum')).toEqual({ width: 10, values: [1, 2] });
});

test('nothing is lost in a sum', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000)), fc.integer({ min: 1, max: 100 }), (bins, most) => {
      const { values } = barsOf(bins, 10, most, 'sum');
      expect(values.length).toBeLessThanOrEqual(most);
      expect(values.reduce((a, b) => a + b, 0)).toBe(bins.reduce((a, b) => a + b, 0));
    }),
  );
});

test('the highest bar fills the box, none is drawn for nothing', () => {
  expect(barsPath([0, 2, 4], 4, 0.8)).toBe('M1.1 100V50h0.8V100zM2.1 100V0h0.8V100z');
  expect(stepsPath([0, 4], 4)).toBe('M0 98h1L1 2h1');
  expect(barsPath([0, 0], 0, 0.8)).toBe('');
});
