import { expect, test } from 'vitest';
import type { Preview } from '../../../bridge/preview-types.ts';
import { isExpandable, previewEntries, previewSummary } from './preview-text.ts';

test.each<[Preview, string]>([
  ['text', '"text"'],
  [12, '12'],
  [null, 'null'],
  [{ kind: 'undefined' }, 'undefined'],
  [{ kind: 'bigint', text: '10n' }, '10n'],
  [{ kind: 'number', text: '-0' }, '-0'],
  [{ kind: 'function', text: 'put' }, 'ƒ put()'],
  [{ kind: 'string', text: 'abc', size: 10_000 }, '"abc" (10000 units)'],
  [{ kind: 'cycle' }, '(cycle)'],
  [{ kind: 'shared', class: 'File' }, 'File (shared)'],
  [{ kind: 'object' }, '{…}'],
  [
    {
      kind: 'object',
      entries: [
        ['a', 1],
        ['b', { kind: 'object', entries: [['c', 2]] }],
      ],
    },
    '{ a: 1, b: {…} }',
  ],
  [{ kind: 'object', class: 'Photo', entries: [['name', 'x']] }, 'Photo { name: "x" }'],
  [
    {
      kind: 'array',
      size: 7,
      entries: [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 4],
        [4, 5],
        [5, 6],
        [6, 7],
      ],
    },
    'Array(7) [1, 2, 3, 4, 5, …]',
  ],
  [{ kind: 'map', class: 'Map', size: 1, entries: [['k', 1]] }, 'Map(1) { k: 1 }'],
  [{ kind: 'error', class: 'TypeError', entries: [['message', 'fetch failed']] }, 'TypeError: fetch failed'],
])('bridge 6: %j reads %s', (value, text) => {
  expect(previewSummary(value)).toBe(text);
});

test('a node opens when there is something inside, and its keys are named', () => {
  const map: Preview = {
    kind: 'map',
    size: 2,
    entries: [
      [{ kind: 'object', entries: [['id', 1]] }, 'a'],
      ['b', 2],
    ],
  };
  expect(isExpandable(map)).toBe(true);
  expect(isExpandable({ kind: 'object' })).toBe(false);
  expect(isExpandable('text')).toBe(false);
  expect(previewEntries(map).map(([name]) => name)).toEqual(['{…}', 'b']);
});
