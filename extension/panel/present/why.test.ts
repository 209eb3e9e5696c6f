import { expect, test } from 'vitest';
import type { WhyPending } from '../../../bridge/model/selectors.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { task as en } from '../../locales/en/task.ts';
import { makeError, makeLayer, makeRetried, makeTask, T0 } from '../testing/tasks.ts';
import { notRetriedText, pendingText } from './why.ts';

const why = (overrides: Partial<WhyPending>): WhyPending => ({
  place: 1,
  ahead: [],
  running: [],
  runtimeState: 'running',
  concurrency: 3,
  ...overrides,
});
const three = ['a', 'b', 'c'].map((id) => makeTask({ id }));

test.each<[Partial<WhyPending>, string]>([
  [{ running: three }, 'It is next in the queue. All 3 slots are taken.'],
  [{ place: 2, running: three }, 'It is 2nd in the queue. All 3 slots are taken.'],
  [{ place: 13, running: three }, 'It is 13th in the queue. All 3 slots are taken.'],
  [{ place: 21, running: three.slice(0, 1), concurrency: 1 }, 'It is 21st in the queue. The one slot is taken.'],
  [{ running: three.slice(1) }, 'It is next in the queue. 2 of 3 slots are taken; it starts in a moment.'],
  [{ runtimeState: 'paused' }, 'It is next in the queue. The runtime is paused: nothing starts until it is resumed.'],
  [{ runtimeState: 'stopped' }, 'It is next in the queue. The runtime is stopped: nothing starts any more.'],
])('D63: why it is pending: %j', (overrides, text) => {
  expect(pendingText(why(overrides), en)).toBe(text);
});

const failed = (outcome: string, overrides: Partial<TaskModel> = {}): TaskModel =>
  makeRetried('1', 'error', {
    retryable: false,
    layers: [makeLayer({ attempts: 2, limit: 4, options: { retries: 3 }, outcome: outcome as 'exhausted' })],
    ...overrides,
  });

test.each<[string, RegExp]>([
  ['exhausted', /^All 3 retries of retry\(\{ retries: 3 \}\) were used\.$/],
  ['not-retryable', /not retryable/],
  ['timeout', /timeout is never retried/],
  ['cancelled', /cancelled/],
  ['vetoed', /predicate of retry\(\{ retries: 3 \}\) said no/],
  ['predicate-failed', /predicate .* threw/],
  ['bad-delay', /no usable wait/],
  ['budget', /budget was spent/],
  ['elapsed', /maxElapsed/],
  ['schedule-ended', /schedule .* had ended/],
])('D61: why it was not retried again: %s', (outcome, text) => {
  expect(notRetriedText(failed(outcome), en)).toMatch(text);
});

test('panel 2: a retryable error without a fallback around it says that one would have run', () => {
  expect(notRetriedText(failed('exhausted', { retryable: true }), en)).toMatch(/a fallback around it would have run/);
  const layers = [
    makeLayer({ layer: 1, kind: 'fallback', limit: undefined }),
    makeLayer({ layer: 2, parent: 1, attempts: 3, outcome: 'exhausted' }),
  ];
  expect(notRetriedText(failed('exhausted', { retryable: true, layers }), en)).toBe(
    'All 2 retries of retry({ retries: 2 }) were used.',
  );
});

test('panel 2: a task without a retry says so, and one that never ran too', () => {
  const plain = { state: 'error', startedAt: T0, endedAt: T0 + 1, error: makeError() } as const;
  expect(notRetriedText(makeTask({ id: '1', ...plain, retryable: true }), en)).toMatch(/Nothing told of a retry/);
  expect(notRetriedText(makeTask({ id: '2', ...plain }), en)).toMatch(/not retryable either/);
  const layers = [makeLayer({ kind: 'timeout', limit: undefined, outcome: 'timeout' })];
  expect(notRetriedText(makeTask({ id: '3', ...plain, layers, reported: 'full' }), en)).toBe(
    'It timed out, and nothing retries around it.',
  );
  expect(notRetriedText(makeTask({ id: '4', state: 'error', endedAt: T0 }), en)).toMatch(/never ran/);
  expect(notRetriedText(makeRetried('5', 'success'), en)).toBeUndefined();
});
