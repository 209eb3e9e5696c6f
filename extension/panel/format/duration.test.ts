import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test.each([
  [undefined, '–'],
  [Number.NaN, '–'],
  [Number.POSITIVE_INFINITY, '–'],
  [-3, '0 ms'],
  [0, '0 ms'],
  [0.2, '0 ms'],
  [0.5, '1 ms'],
  [85.4, '85 ms'],
  [999.4, '999 ms'],
  [999.7, '1.0 s'],
  [1234, '1.2 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min 00 s'],
  [125_000, '2 min 05 s'],
  [3_599_600, '1 h 00 min'],
  [3_720_000, '1 h 02 min'],
  [86_399_000, '1 d 00 h'],
  [273_600_000, '3 d 04 h'],
])('a duration of %s ms reads %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
