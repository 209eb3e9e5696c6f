import { expect, test } from 'vitest';
import { makeAttempt, makeError, makeLayer, makeRetried, makeTask, T0 } from '../testing/tasks.ts';
import { ledgerOf } from './ledger-rows.ts';

const watch = { now: T0 + 5000, connected: true };
const said = ({ number, limit }: { readonly number: number; readonly limit: number | undefined }): string =>
  limit === undefined ? `${number}` : `${number} of ${limit}`;
const numbers = (task: Parameters<typeof ledgerOf>[0]): string[] =>
  ledgerOf(task, watch).rows.map((row) => (row.kind === 'gap' ? `gap ${row.count}` : said(row)));

test('D58: the newest attempt comes first and every attempt keeps its error', () => {
  const { rows, layered } = ledgerOf(makeRetried('1', 'error'), watch);
  expect(layered).toBe(false);
  expect(rows.map((row) => row.kind === 'attempt' && [said(row), row.error?.message, row.decision])).toEqual([
    ['3 of 3', 'service unavailable', 'exhausted'],
    ['2', 'service unavailable', 'retried'],
    ['1', 'service unavailable', 'retried'],
  ]);
});

test('D59: a timeout after three HTTP errors still shows the three', () => {
  const failed = (attempt: number): ReturnType<typeof makeAttempt> =>
    makeAttempt({
      layer: 2,
      attempt,
      startedAt: T0,
      endedAt: T0 + 1,
      error: makeError({ message: `http ${attempt}` }),
      decision: 'retried',
    });
  const task = makeTask({
    id: '1',
    state: 'error',
    startedAt: T0,
    endedAt: T0 + 1000,
    error: makeError({ class: 'TimeoutError', message: 'timed out' }),
    layers: [
      makeLayer({ layer: 1, kind: 'timeout', outcome: 'timeout' }),
      makeLayer({ layer: 2, parent: 1, limit: 6, attempts: 4 }),
    ],
    attempts: [
      makeAttempt({ layer: 1, attempt: 1, endedAt: T0 + 1000, decision: 'timeout' }),
      failed(1),
      failed(2),
      failed(3),
      makeAttempt({ layer: 2, attempt: 4, startedAt: T0 + 900, endedAt: T0 + 1000, decision: 'timeout' }),
    ],
  });
  const messages = ledgerOf(task, watch).rows.map((row) => (row.kind === 'attempt' ? row.error?.message : ''));
  expect(messages).toEqual([undefined, 'http 3', 'http 2', 'http 1']);
  expect(numbers(task)).toEqual(['4 of 6', '3', '2', '1']);
});

test('bridge 5: what was let go between the first and the last attempts is a line of its own', () => {
  const kept = [
    ...Array.from({ length: 20 }, (_, index) => index + 1),
    ...Array.from({ length: 200 }, (_, index) => index + 51),
  ];
  const task = makeTask({
    id: '1',
    state: 'running',
    startedAt: T0,
    layers: [makeLayer({ limit: undefined, attempts: 250 })],
    attempts: kept.map((attempt) => makeAttempt({ attempt })),
    attemptsLeftOut: 30,
  });
  expect(numbers(task).slice(198, 203)).toEqual(['52', '51', 'gap 30', '20', '19']);
});

test('bridge 4: several layers are told apart by label, or by kind and number', () => {
  const task = makeTask({
    id: '1',
    state: 'running',
    startedAt: T0,
    layers: [makeLayer({ layer: 1, label: 'outer', limit: 2 }), makeLayer({ layer: 2, parent: 1, limit: 3 })],
    attempts: [
      makeAttempt({ layer: 1, attempt: 1 }),
      makeAttempt({ layer: 2, attempt: 1, endedAt: T0 + 5, error: makeError(), decision: 'retried' }),
      makeAttempt({ layer: 2, attempt: 2, startedAt: T0 + 10 }),
    ],
  });
  const { rows, layered } = ledgerOf(task, watch);
  expect(layered).toBe(true);
  expect(
    rows.map((row) => row.kind === 'attempt' && `${row.layer}: ${said(row)}${row.running ? ' running' : ''}`),
  ).toEqual(['outer: 1 of 2 running', 'retry 2: 2 of 3 running', 'retry 2: 1']);
});

test('without a retry the attempt that another layer told is listed, and with nothing told, nothing', () => {
  const layers = [makeLayer({ kind: 'timeout', limit: undefined, outcome: 'succeeded' })];
  const attempts = [makeAttempt({ attempt: 1, endedAt: T0 + 7, decision: 'succeeded' })];
  expect(numbers(makeTask({ id: '1', state: 'success', startedAt: T0, layers, attempts }))).toEqual(['1']);
  expect(numbers(makeTask({ id: '2', state: 'success', startedAt: T0 }))).toEqual([]);
});

test('bridge 4: inner attempts stand below the outer one that made them, though their layers have one label', () => {
  const attempt = (layer: number, number: number): ReturnType<typeof makeAttempt> =>
    makeAttempt({ layer, attempt: number, endedAt: T0 + 1, decision: 'retried' });
  const task = makeTask({
    id: '1',
    state: 'error',
    startedAt: T0,
    endedAt: T0 + 9,
    layers: [
      makeLayer({ layer: 1, label: 'outer' }),
      makeLayer({ layer: 2, parent: 1, kind: 'timeout' }),
      makeLayer({ layer: 3, parent: 2, label: 'inner' }),
      makeLayer({ layer: 4, parent: 1, kind: 'timeout' }),
      makeLayer({ layer: 5, parent: 4, label: 'inner' }),
    ],
    // All at one time: only their order tells which made which.
    attempts: [attempt(1, 1), attempt(3, 1), attempt(3, 2), attempt(1, 2), attempt(5, 1), attempt(5, 2)],
  });
  const lines = ledgerOf(task, watch).rows.map((row) => row.kind === 'attempt' && [row.depth, row.layer, said(row)]);
  expect(lines).toEqual([
    [0, 'outer', '2 of 3'],
    [1, 'inner', '2 of 3'],
    [1, 'inner', '1'],
    [0, 'outer', '1'],
    [1, 'inner', '2 of 3'],
    [1, 'inner', '1'],
  ]);
});

test('U06: layers that enclose each other end no panel', () => {
  const task = makeTask({
    id: '1',
    state: 'running',
    startedAt: T0,
    layers: [makeLayer({ layer: 1, parent: 2 }), makeLayer({ layer: 2, parent: 1 })],
    attempts: [
      makeAttempt({ layer: 1, attempt: 1 }),
      makeAttempt({ layer: 2, attempt: 1 }),
      makeAttempt({ layer: 1, attempt: 2 }),
    ],
  });
  expect(ledgerOf(task, watch).rows).toHaveLength(3);
});

test('bridge 5: a wait that only onAttempt told of goes on until its planned end, then nobody reported it', () => {
  const reported = { startedAt: T0, endedAt: T0 + 10, error: makeError(), plannedWait: 50 };
  const task = makeTask({
    id: '1',
    state: 'running',
    startedAt: T0,
    reported: 'retries',
    layers: [makeLayer({ layer: 0, attempts: 3 })],
    attempts: [makeAttempt({ ...reported, layer: 0, attempt: 1 }), makeAttempt({ ...reported, layer: 0, attempt: 2 })],
  });
  const waits = (of: typeof task, now: number): unknown =>
    ledgerOf(of, { now, connected: true }).rows.map((row) => row.kind === 'attempt' && row.waiting);
  expect(waits(task, T0 + 40)).toEqual([true, false]);
  expect(waits(task, T0 + 61)).toEqual([false, false]);
  expect(waits({ ...task, state: 'success', endedAt: T0 + 30 }, T0 + 40)).toEqual([false, false]);
});
