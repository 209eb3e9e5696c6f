import { expect, test } from 'vitest';
import { makeRetried, makeTask, T0 } from '../testing/tasks.ts';
import { eventsOf } from './events.ts';

test('panel: the events of a task are in order of time, those of the runtime with their seq', () => {
  const task = makeRetried('1', 'error', { registeredSeq: 4, startedSeq: 7, doneSeq: 12 });
  const told = eventsOf(task).map(({ at, seq, type }) => `${(at ?? 0) - T0} ${seq ?? '–'} ${type}`);
  expect(told).toEqual([
    '0 4 task:registered',
    '40 7 task:started',
    '40 – layer-start',
    '40 – attempt-start',
    '240 – attempt-end',
    '342 – attempt-start',
    '540 – attempt-end',
    '840 – attempt-start',
    '1040 – attempt-end',
    '1040 – layer-end',
    '1040 12 task:done',
  ]);
  expect(eventsOf(task).at(-1)?.detail).toBe('error, TaskError · http · service unavailable, retryable');
});

test('what was lost is not made up', () => {
  expect(eventsOf(makeTask({ id: '1', registeredAt: undefined }))).toEqual([]);
});
