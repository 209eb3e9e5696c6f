import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { makeError, makeRetried, makeTask, T0 } from '../testing/tasks.ts';
import { inOrderOfRegistration, naturalCompare, type SortColumn, sortTasks } from './compare-tasks.ts';

const world = {
  watchOf: () => ({ now: T0 + 5000, connected: true }),
  runtimeName: (task: TaskModel) => (task.id === 'done' ? 'downloads' : 'uploads'),
};
const TASKS = [
  makeTask({ id: 'waits', name: 'b10' }),
  makeRetried('done', 'success', { name: 'B9' }),
  makeRetried('gave-up', 'error', { name: 'a', registeredAt: T0 - 100 }),
  makeTask({
    id: 'final',
    name: 'c',
    state: 'error',
    startedAt: T0 + 5,
    endedAt: T0 + 6,
    error: makeError({ name: 'Boom', message: 'x' }),
  }),
];
const order = (column: SortColumn, descending = false): string =>
  sortTasks(TASKS, column, descending, world)
    .map((task) => task.id)
    .join(' ');

test.each<[SortColumn, string, string]>([
  ['name', 'gave-up done waits final', 'final waits done gave-up'],
  ['runtime', 'done waits gave-up final', 'waits gave-up final done'],
  ['retryable', 'gave-up final waits done', 'final gave-up waits done'],
  ['attempts', 'done gave-up waits final', 'done gave-up waits final'],
  ['error', 'final done gave-up waits', 'done gave-up final waits'],
  ['started', 'final done gave-up waits', 'done gave-up final waits'],
  ['waited', 'final done gave-up waits', 'waits gave-up done final'],
  ['ran', 'final done gave-up waits', 'done gave-up final waits'],
  ['waterfall', 'gave-up waits done final', 'waits done final gave-up'],
])('panel: sorted by %s', (column, ascending, descending) => {
  expect(order(column)).toBe(ascending);
  expect(order(column, true)).toBe(descending);
});

test('numbers in names are ordered as numbers, case aside', () => {
  const names = ['photo-10', 'Photo-9', 'photo-009a', 'photo', 'photo-10b', ''];
  expect(names.toSorted(naturalCompare)).toEqual(['', 'photo', 'Photo-9', 'photo-009a', 'photo-10', 'photo-10b']);
});

test('the order of texts is an order', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'B', 'b', '0', '1', '9', '-') });
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      expect(Math.sign(naturalCompare(a, b))).toBe(-Math.sign(naturalCompare(b, a)) + 0);
      if (naturalCompare(a, b) <= 0 && naturalCompare(b, c) <= 0) expect(naturalCompare(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});

test('B08: rows of several runtimes stand by registration time, equal ones as they came', () => {
  const at = (id: string, registeredAt: number | undefined): TaskModel => makeTask({ id, registeredAt });
  const ids = (...tasks: readonly TaskModel[]): string =>
    inOrderOfRegistration(tasks)
      .map((task) => task.id)
      .join(' ');
  expect(ids(at('a1', 1), at('a3', 3), at('a5', 5), at('b2', 2), at('b3', 3))).toBe('a1 b2 a3 b3 a5');
  expect(ids(at('a', 2), makeTask({ id: 'lost', registeredAt: undefined, startedAt: 1 }))).toBe('lost a');
  const ordered = [at('a', 1), at('b', 1), at('c', 2)];
  expect(inOrderOfRegistration(ordered)).toBe(ordered);
});
