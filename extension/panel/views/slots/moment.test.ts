import { expect, test } from 'vitest';
import { formatTimeOfDay } from '../../format/time-of-day.ts';
import { T0 } from '../../testing/tasks.ts';
import { parseMoment } from './moment.ts';

test('a time of day is taken as it is written elsewhere in the panel, and of the day that is looked at', () => {
  expect(parseMoment('14:00:01.250', T0 + 60_000)).toBe(T0 + 1250);
  expect(parseMoment(' 14:00:01 ', T0)).toBe(T0 + 1000);
  expect(parseMoment('14:00:01,5', T0)).toBe(T0 + 1500);
  expect(parseMoment(formatTimeOfDay(T0 + 4321), T0)).toBe(T0 + 4321);
});

test.each(['', '14:00', '24:00:00', '14:60:00', '14:00:61', 'now', '14:00:01.'])('%j is none', (text) => {
  expect(parseMoment(text, T0)).toBeUndefined();
});
