import { expect, test } from 'vitest';
import { TASK_STATES, TASK_TRANSITIONS } from '../../../bridge/model/task-states.ts';
import { layOut, NODE } from './machine.ts';

test('runtime 6: the drawing has each state and each transition of the table, no other', () => {
  const { nodes, edges } = layOut({ states: TASK_STATES, transitions: TASK_TRANSITIONS });
  expect(nodes.map((node) => node.state)).toEqual([...TASK_STATES]);
  expect(edges.map(({ from, to }) => `${from}>${to}`)).toEqual(TASK_TRANSITIONS.map(({ from, to }) => `${from}>${to}`));
});

test('no two states overlap, all lie within the picture, and time runs to the right', () => {
  const { nodes, width, height } = layOut({ states: TASK_STATES, transitions: TASK_TRANSITIONS });
  for (const a of nodes) {
    expect(a.x + NODE.width).toBeLessThanOrEqual(width);
    expect(a.y + NODE.height).toBeLessThanOrEqual(height);
    for (const b of nodes) if (a !== b) expect(a.x === b.x && Math.abs(a.y - b.y) < NODE.height).toBe(false);
  }
  const x = (state: string): number => nodes.find((node) => node.state === state)?.x ?? Number.NaN;
  expect(x('pending')).toBeLessThan(x('running'));
  expect(x('running')).toBeLessThan(x('error'));
});

test('a table with a cycle still ends', () => {
  const drawing = layOut({
    states: ['pending', 'running'],
    transitions: [
      { from: 'pending', to: 'running' },
      { from: 'running', to: 'pending' },
    ],
  });
  expect(drawing.nodes).toHaveLength(2);
});
