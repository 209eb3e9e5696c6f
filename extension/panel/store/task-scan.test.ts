import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { makeRetried, makeTask } from '../testing/tasks.ts';
import type { Matcher } from './filter.ts';
import { createTaskScan } from './task-scan.ts';

const asMap = (tasks: readonly TaskModel[]): Map<string, TaskModel> => new Map(tasks.map((task) => [task.key, task]));

test('panel 3: only rows that changed are asked about again', () => {
  const scan = createTaskScan();
  const tasks = asMap([makeTask({ id: '1' }), makeTask({ id: '2' })]);
  const test = vi.fn(() => true);
  const matcher = { test, timely: false };
  scan(tasks, matcher);
  expect(test).toHaveBeenCalledTimes(2);
  const changed = makeTask({ id: '2', state: 'running' });
  tasks.set(changed.key, changed);
  expect(scan(tasks, matcher).rows.map((task) => task.state)).toEqual(['pending', 'running']);
  expect(test).toHaveBeenCalledTimes(3);
});

test('retries and the time waited are those of the tasks that are there', () => {
  const scan = createTaskScan();
  const tasks = asMap([makeRetried('1', 'success'), makeRetried('2', 'error'), makeTask({ id: '3' })]);
  const all = { test: () => true, timely: false };
  expect(scan(tasks, all)).toMatchObject({ retries: 4, waited: 804, reportedTasks: 2 });
  tasks.delete(makeRetried('1', 'success').key);
  expect(scan(tasks, all)).toMatchObject({ retries: 2, waited: 402, reportedTasks: 1 });
});

test('panel 3: after any series of additions, changes and evictions the rows are those of a fresh look', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ kind: fc.constant('change' as const), at: fc.nat(20) }),
    fc.record({ kind: fc.constant('delete' as const), at: fc.nat(20) }),
    fc.record({ kind: fc.constant('evict' as const), count: fc.nat(6) }),
    fc.record({ kind: fc.constant('ask' as const), state: fc.constantFrom('pending', 'running') }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const scan = createTaskScan();
      const tasks = new Map<string, TaskModel>();
      let next = 0;
      let matcher: Matcher = { test: () => true, timely: false };
      for (const change of steps) {
        const keys = [...tasks.keys()];
        if (change.kind === 'add') {
          for (let i = 0; i < change.count; i += 1) {
            const task = next % 3 === 0 ? makeRetried(`${next}`, 'error') : makeTask({ id: `${next}` });
            tasks.set(task.key, task);
            next += 1;
          }
        } else if (change.kind === 'change') {
          const task = tasks.get(keys[change.at] ?? '');
          if (task !== undefined) tasks.set(task.key, { ...task, state: 'running' });
        } else if (change.kind === 'delete') tasks.delete(keys[change.at] ?? '');
        else if (change.kind === 'evict') for (const key of keys.slice(0, change.count)) tasks.delete(key);
        else {
          const { state } = change;
          matcher = { test: (task) => task.state === state, timely: false };
        }
        const found = scan(tasks, matcher);
        const fresh = createTaskScan()(tasks, matcher);
        expect(found.rows).toEqual([...tasks.values()].filter(matcher.test));
        expect({ ...found, rows: 0 }).toEqual({ ...fresh, rows: 0 });
      }
    }),
  );
});

test('panel 1: a question whose answer changes with time is asked again of what has not ended', () => {
  const scan = createTaskScan();
  const tasks = asMap([makeRetried('1', 'success'), makeTask({ id: '2', state: 'running' })]);
  const test = vi.fn(() => true);
  const matcher = { test, timely: true };
  scan(tasks, matcher);
  scan(tasks, matcher);
  expect(test).toHaveBeenCalledTimes(3);
});
