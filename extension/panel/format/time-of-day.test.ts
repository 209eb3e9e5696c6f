import { expect, test } from 'vitest';
import { formatTimeOfDay } from './time-of-day.ts';

test('a moment reads as local time of day to the millisecond', () => {
  expect(formatTimeOfDay(new Date(2026, 9, 21, 7, 5, 9, 42).getTime())).toBe('07:05:09.042');
});

test('an unknown or impossible moment is a dash', () => {
  expect(formatTimeOfDay(undefined)).toBe('–');
  expect(formatTimeOfDay(Number.NaN)).toBe('–');
});
