import { expect, test } from 'vitest';
import { makeAttempt, makeError, makeLayer, makeRetried, makeTask, T0 } from '../testing/tasks.ts';
import { roundUp, scaleOf, waterfallOf } from './waterfall.ts';

const watch = { now: T0 + 5000, connected: true };
const brief = (task: Parameters<typeof waterfallOf>[0], at = watch): string[] =>
  waterfallOf(task, at).spans.map(({ kind, from, to }) => `${kind} ${from - T0}-${to - T0}`);

test('panel: a task that was retried shows its queue wait, each attempt and each real back-off', () => {
  expect(brief(makeRetried('1', 'success'))).toEqual([
    'wait 0-40',
    'fail 40-240',
    'backoff 240-342',
    'fail 342-540',
    'backoff 540-840',
    'ok 840-1040',
  ]);
});

test('panel: a back-off that still lasts reaches to now, and the wait of a pending task does too', () => {
  const retrying = makeTask({
    id: '1',
    state: 'running',
    retrying: true,
    startedAt: T0,
    layers: [makeLayer({ waitingUntil: T0 + 9000 })],
    attempts: [
      makeAttempt({
        attempt: 1,
        startedAt: T0,
        endedAt: T0 + 100,
        error: makeError(),
        decision: 'retried',
        plannedWait: 8900,
      }),
    ],
  });
  expect(brief(retrying)).toEqual(['wait 0-0', 'fail 0-100', 'backoff 100-5000']);
  expect(brief(makeTask({ id: '2' }))).toEqual(['wait 0-5000']);
});

test('panel: what a page that is gone left unfinished is not drawn on and on', () => {
  expect(brief(makeTask({ id: '1', state: 'running', startedAt: T0 + 10 }), { ...watch, connected: false })).toEqual([
    'wait 0-10',
  ]);
});

test('panel: the moment a timeout fired and the real exit are two marks', () => {
  const task = makeTask({
    id: '1',
    state: 'error',
    startedAt: T0,
    endedAt: T0 + 2200,
    error: makeError({ class: 'TimeoutError' }),
    layers: [makeLayer({ kind: 'timeout', limit: undefined, timeoutFiredAt: T0 + 1000, outcome: 'timeout' })],
    attempts: [makeAttempt({ attempt: 1, endedAt: T0 + 2200, decision: 'timeout' })],
  });
  expect(waterfallOf(task, watch)).toMatchObject({ timeouts: [T0 + 1000], exit: T0 + 2200 });
  expect(brief(task)).toEqual(['wait 0-0', 'fail 0-2200']);
});

test('panel: of nested retries the innermost attempts are drawn, and layers that enclose each other do not hang it', () => {
  const task = makeTask({
    id: '1',
    state: 'success',
    startedAt: T0,
    endedAt: T0 + 300,
    layers: [makeLayer({ layer: 1 }), makeLayer({ layer: 2, parent: 1 })],
    attempts: [
      makeAttempt({ layer: 1, attempt: 1, endedAt: T0 + 300, decision: 'succeeded' }),
      makeAttempt({ layer: 2, attempt: 1, endedAt: T0 + 100, error: makeError(), decision: 'retried' }),
      makeAttempt({ layer: 2, attempt: 2, startedAt: T0 + 100, endedAt: T0 + 300, decision: 'succeeded' }),
    ],
  });
  expect(brief(task)).toEqual(['wait 0-0', 'fail 0-100', 'ok 100-300']);
  const cyclic = { ...task, layers: [makeLayer({ layer: 1, parent: 2 }), makeLayer({ layer: 2, parent: 1 })] };
  expect(brief(cyclic)).toEqual(['wait 0-0', 'ok 0-300']);
});

test('panel: a fallback that ran after the attempts is part of the run', () => {
  const task = makeRetried('1', 'error', { state: 'success', error: undefined, endedAt: T0 + 1500 });
  expect(brief(task).at(-1)).toBe('ok 1040-1500');
});

test('the scale holds the rows in sight and stands still between two round numbers', () => {
  const tasks = [makeRetried('1', 'success'), makeTask({ id: '2', registeredAt: T0 + 500 })];
  expect(scaleOf(tasks, T0 + 2700)).toEqual({ from: T0, span: 3000 });
  expect(scaleOf(tasks, T0 + 2900)).toEqual({ from: T0, span: 3000 });
  expect(scaleOf([], T0)).toEqual({ from: T0, span: 1 });
  expect([0, 1, 1.2, 99, 101, 4001].map(roundUp)).toEqual([1, 1, 1.5, 100, 150, 5000]);
});
