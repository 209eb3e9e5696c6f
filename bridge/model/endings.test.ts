import { expect, it } from 'vitest';
import { makeLayer, makeRow } from '../testing/rows.ts';
import { endingOf } from './endings.ts';
import type { LayerModel, TaskModel } from './types.ts';

const ended = (state: TaskModel['state'], layers: readonly LayerModel[], fields: Partial<TaskModel> = {}): TaskModel =>
  makeRow({
    id: '1',
    state,
    layers,
    startedAt: 1,
    endedAt: 2,
    reported: layers.length > 0 ? 'full' : 'none',
    ...fields,
  });
const retry = (outcome: LayerModel['outcome'], attempts = 1, fields: Partial<LayerModel> = {}): LayerModel =>
  makeLayer({ outcome, attempts, ...fields });

it.each([
  ['pending', makeRow({ id: '1' }), undefined],
  ['running', ended('running', []), undefined],
  ['one attempt of several', ended('success', [retry('succeeded')]), 'first-try'],
  ['no retry around it, as its timeout tells', ended('success', [makeLayer({ kind: 'timeout' })]), 'first-try'],
  ['two attempts', ended('success', [retry('succeeded', 2)]), 'after-retries'],
  ['nobody told', ended('success', []), 'succeeded'],
  ['some steps were lost', ended('success', [retry('succeeded')], { stepsLost: true }), 'succeeded'],
  [
    'a fallback after two attempts',
    ended('success', [
      makeLayer({ layer: 1, kind: 'fallback', outcome: 'fallback' }),
      retry('exhausted', 2, { layer: 2, parent: 1 }),
    ]),
    'fallback',
  ],
  ['all attempts used', ended('error', [retry('exhausted', 3)]), 'exhausted'],
  ['all time used', ended('error', [retry('elapsed', 3)]), 'exhausted'],
  ['its schedule ended', ended('error', [retry('schedule-ended', 3)]), 'exhausted'],
  ['the app said no', ended('error', [retry('vetoed')]), 'vetoed'],
  ['a TaskError that is final', ended('error', [retry('not-retryable')]), 'not-retryable'],
  ['the budget was spent', ended('error', [retry('budget', 2)]), 'budget'],
  ['each attempt has its timeout', ended('error', [retry('timeout')]), 'timeout'],
  [
    'a timeout around the retry',
    ended('error', [
      makeLayer({ layer: 1, kind: 'timeout', outcome: 'timeout' }),
      retry('cancelled', 2, { layer: 2, parent: 1 }),
    ]),
    'timeout',
  ],
  [
    'timeouts that were retried until no attempt was left',
    ended('error', [
      retry('exhausted', 2, { layer: 1 }),
      makeLayer({ layer: 2, parent: 1, kind: 'timeout', outcome: 'timeout' }),
    ]),
    'exhausted',
  ],
  ['a timeout and no retry', ended('error', [makeLayer({ kind: 'timeout', outcome: 'timeout' })]), 'timeout'],
  ['layers that enclose each other', ended('error', [retry('exhausted', 1, { parent: 1 })]), 'failed'],
  ['nothing retries it', ended('error', []), 'failed'],
  ['it never ran', ended('error', [], { startedAt: undefined }), 'refused'],
  ['cancelled', ended('cancelled', [retry('cancelled', 2)]), 'cancelled'],
])('a task ends in one word: %s', (_, task, ending) => {
  expect(endingOf(task)).toBe(ending);
});
