import { describe, expect, it } from 'vitest';
import { makeAttempt, makeLayer, makeRow } from '../testing/rows.ts';
import { backOffStretches, backOffs, heldAfterTimeout, lengthOf, union } from './stretches.ts';

describe('back-off', () => {
  const waited = makeRow({
    id: '1',
    state: 'success',
    startedAt: 0,
    endedAt: 100,
    layers: [makeLayer({ attempts: 3 })],
    attempts: [
      makeAttempt({ attempt: 1, endedAt: 10, decision: 'retried', plannedWait: 20, realWait: 22 }),
      makeAttempt({ attempt: 2, endedAt: 40, decision: 'retried', plannedWait: 30, realWait: 30 }),
      makeAttempt({ attempt: 3, startedAt: 70, endedAt: 100, decision: 'succeeded' }),
    ],
  });

  it('bridge 5: its real length counts, its plan stands beside it', () => {
    expect(backOffStretches(waited, 1000)).toEqual([
      { from: 10, to: 32 },
      { from: 40, to: 70 },
    ]);
    expect(backOffs(waited).map(({ planned, real }) => [planned, real])).toEqual([
      [20, 22],
      [30, 30],
    ]);
  });

  it('one that goes on lasts until now, however long it was planned', () => {
    const open = makeRow({
      id: '1',
      state: 'running',
      startedAt: 0,
      layers: [makeLayer({ attempts: 1, waitingUntil: 500 })],
      attempts: [makeAttempt({ attempt: 1, endedAt: 10, decision: 'retried', plannedWait: 490 })],
    });
    expect(backOffStretches(open, 60)).toEqual([{ from: 10, to: 60 }]);
    expect(backOffs(open)[0]).toMatchObject({ open: true, real: undefined });
    // Cancelled while it waited: the wait ends with the task.
    expect(backOffStretches({ ...open, state: 'cancelled', endedAt: 30 }, 60)).toEqual([{ from: 10, to: 30 }]);
  });

  it('bridge 5: of what onAttempt alone told, the plan is all there is', () => {
    const told = makeRow({
      id: '1',
      state: 'success',
      startedAt: 0,
      endedAt: 100,
      reported: 'retries',
      layers: [makeLayer({ layer: 0, attempts: 2 })],
      attempts: [makeAttempt({ layer: 0, attempt: 1, endedAt: 10, plannedWait: 20 })],
    });
    expect(backOffStretches(told, 1000)).toEqual([{ from: 10, to: 30 }]);
    expect(backOffs(told)[0]).toMatchObject({ planned: 20, real: undefined, open: false });
  });

  it('the pauses of a repeat are none', () => {
    expect(backOffs({ ...waited, layers: [makeLayer({ kind: 'repeat' })] })).toEqual([]);
  });
});

describe('a slot held after a timeout', () => {
  const timeout = (fields: Parameters<typeof makeLayer>[0]) => makeLayer({ kind: 'timeout', ...fields });

  it('runs from the moment it fired to the real exit of its body', () => {
    const task = makeRow({
      id: '1',
      startedAt: 0,
      endedAt: 90,
      layers: [timeout({ timeoutFiredAt: 20, endedAt: 80 })],
    });
    expect(heldAfterTimeout(task, 1000)).toEqual([{ from: 20, to: 80 }]);
  });

  it('goes on while the body does', () => {
    const task = makeRow({ id: '1', startedAt: 0, layers: [timeout({ timeoutFiredAt: 20 })] });
    expect(heldAfterTimeout(task, 50)).toEqual([{ from: 20, to: 50 }]);
    expect(heldAfterTimeout(task, 10)).toEqual([]);
  });

  it('timeouts within timeouts count once', () => {
    const layers = [
      timeout({ layer: 1, timeoutFiredAt: 40, endedAt: 90 }),
      timeout({ layer: 2, timeoutFiredAt: 20, endedAt: 80 }),
    ];
    const task = makeRow({ id: '1', startedAt: 0, endedAt: 90, layers });
    expect(lengthOf(heldAfterTimeout(task, 1000))).toBe(70);
  });

  it('stretches apart stay apart', () => {
    expect(
      union([
        { from: 5, to: 6 },
        { from: 1, to: 2 },
      ]),
    ).toEqual([
      { from: 1, to: 2 },
      { from: 5, to: 6 },
    ]);
  });
});
