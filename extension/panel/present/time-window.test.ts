import { expect, test } from 'vitest';
import { makeTask } from '../testing/tasks.ts';
import { isWithin, windowOf, withEdge } from './time-window.ts';

const range = { from: 100, to: 200 };

test.each([
  ['ended before it', { registeredAt: 0, endedAt: 109 }, false],
  ['ended in it', { registeredAt: 0, endedAt: 110 }, true],
  ['lasted over all of it', { registeredAt: 0, endedAt: 500 }, true],
  ['began in it and goes on', { registeredAt: 150, endedAt: undefined }, true],
  ['began long before it and goes on', { registeredAt: 0, endedAt: undefined }, true],
  ['began after it', { registeredAt: 161, endedAt: undefined }, false],
  ['its registration was lost', { registeredAt: undefined, startedAt: 155 }, true],
  ['nothing is known', { registeredAt: undefined }, false],
])('panel: a task is within a window of time if it waited or ran in it: %s', (_, times, within) => {
  expect(isWithin(makeTask({ id: '1', ...times }), { from: 110, to: 160 })).toBe(within);
});

test('panel: an open end takes in all that is before or yet to come', () => {
  const task = makeTask({ id: '1', registeredAt: 150, endedAt: 160 });
  expect(isWithin(task, { from: undefined, to: 150 })).toBe(true);
  expect(isWithin(task, { from: undefined, to: 149 })).toBe(false);
  expect(isWithin(task, { from: 160, to: undefined })).toBe(true);
  expect(isWithin(task, { from: 161, to: undefined })).toBe(false);
});

test('panel: a window that reaches an edge is open there; one that takes in all is none', () => {
  expect(windowOf(160, 120, range)).toEqual({ from: 120, to: 160 });
  expect(windowOf(90, 160, range)).toEqual({ from: undefined, to: 160 });
  expect(windowOf(120, 200, range)).toEqual({ from: 120, to: undefined });
  expect(windowOf(100, 200, range)).toBeUndefined();
});

test('panel: an edge that is moved does not pass the other', () => {
  expect(withEdge(undefined, 'from', 130, range)).toEqual({ from: 130, to: undefined });
  expect(withEdge({ from: 130, to: 150 }, 'from', 180, range)).toEqual({ from: 150, to: 150 });
  expect(withEdge({ from: 130, to: 150 }, 'to', 120, range)).toEqual({ from: 130, to: 130 });
  expect(withEdge({ from: undefined, to: 150 }, 'to', 250, range)).toBeUndefined();
});
