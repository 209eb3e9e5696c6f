import { expect, test } from 'vitest';
import { parseCount, parseDurationCompare } from './compare.ts';

test('panel 1: counts are compared by their sign', () => {
  const holds = (text: string): number[] => [1, 2, 3].filter((value) => parseCount(text)?.(value));
  expect(holds('>2')).toEqual([3]);
  expect(holds('>=2')).toEqual([2, 3]);
  expect(holds('<2')).toEqual([1]);
  expect(holds('<=2')).toEqual([1, 2]);
  expect(holds('=2')).toEqual([2]);
  expect(holds('2')).toEqual([2]);
  for (const text of ['', '>', 'two', '1.5', '-1', '>>1', '1e3']) expect(parseCount(text)).toBeUndefined();
});

test('panel 1: durations have a unit, ms without one, and a plain one means at least so long', () => {
  const holds = (text: string): number[] =>
    [499, 500, 1500, 60_000, 7_200_000].filter((ms) => parseDurationCompare(text)?.(ms));
  expect(holds('>500ms')).toEqual([1500, 60_000, 7_200_000]);
  expect(holds('>=500')).toEqual([500, 1500, 60_000, 7_200_000]);
  expect(holds('1.5s')).toEqual([1500, 60_000, 7_200_000]);
  expect(holds('<1s')).toEqual([499, 500]);
  expect(holds('>1m')).toEqual([7_200_000]);
  expect(holds('1min')).toEqual([60_000, 7_200_000]);
  expect(holds('=2H')).toEqual([7_200_000]);
  for (const text of ['', '>', 'soon', '1x', '-5', '1.', 'ms']) expect(parseDurationCompare(text)).toBeUndefined();
});
