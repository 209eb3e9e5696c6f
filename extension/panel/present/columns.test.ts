import { expect, test } from 'vitest';
import { columnsFor, tracksOf } from './columns.ts';

const ids = (width: number, hidden: readonly ('error' | 'runtime')[] = [], several = false): string =>
  columnsFor(width, new Set(hidden), several)
    .map((column) => column.id)
    .join(' ');

test('panel: a narrow list keeps the columns that matter most', () => {
  expect(ids(1400)).toBe('name retryable attempts error started waited ran waterfall');
  expect(ids(900)).toBe('name retryable attempts error waited ran waterfall');
  expect(ids(400)).toBe('name retryable attempts error ran');
  expect(ids(0)).toBe(ids(1400));
});

test('panel: a hidden column is absent, a column of its own width has it, and the last one fills the row', () => {
  expect(ids(900, ['error'])).toBe('name retryable attempts waited ran waterfall');
  const columns = columnsFor(400, new Set(), false);
  expect(tracksOf(columns, 400, new Map([['name', 200]]))).toBe('200px 26px 66px minmax(70px, 1.3fr) 64px');
  expect(tracksOf(columns, 400, new Map([['ran', 90]]))).toMatch(/minmax\(90px, 1fr\)$/);
});

test('D41: several runtimes have a column, in a narrow list too, unless it is hidden', () => {
  expect(ids(1400, [], true)).toBe('name runtime retryable attempts error started waited ran waterfall');
  expect(ids(400, [], true)).toBe('name runtime retryable attempts error ran');
  expect(ids(300, [], true)).toBe(ids(300));
  expect(ids(1400, ['runtime'], true)).toBe(ids(1400));
});
