import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyChanges, applyChanges, makeRow } from '../testing/rows.ts';
import { createTaskDiff } from './task-diff.ts';
import type { TaskModel } from './types.ts';

it('what is told of a map that changes adds up to what is in it', () => {
  fc.assert(
    fc.property(anyChanges, (life) => {
      const tasks = new Map<string, TaskModel>();
      const known = new Set<TaskModel>();
      const diff = createTaskDiff({
        come: (task) => {
          expect(known.has(task)).toBe(false);
          known.add(task);
        },
        gone: (task) => expect(known.delete(task)).toBe(true),
      });
      for (const changes of life) {
        applyChanges(tasks, changes);
        diff.look(tasks);
        expect(known).toEqual(new Set(tasks.values()));
      }
    }),
  );
});

it('rows that did not change are not told again; after a reset all are', () => {
  const tasks = new Map(['a', 'b'].map((id) => [id, makeRow({ id, key: id })]));
  const told: string[] = [];
  const diff = createTaskDiff({ come: ({ id }) => told.push(`+${id}`), gone: ({ id }) => told.push(`-${id}`) });
  diff.look(tasks);
  diff.look(tasks);
  tasks.set('b', makeRow({ id: 'b', key: 'b', state: 'running' }));
  diff.look(tasks);
  expect(told).toEqual(['+a', '+b', '-b', '+b']);
  diff.reset();
  diff.look(tasks);
  expect(told.slice(4)).toEqual(['+a', '+b']);
});
