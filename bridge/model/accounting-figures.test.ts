import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyChanges, anyRow, applyChanges, makeAttempt, makeLayer, makeRow } from '../testing/rows.ts';
import { wireError } from '../testing/wire.ts';
import { accountingOf, createAccounting } from './accounting-figures.ts';
import { createTaskDiff } from './task-diff.ts';
import type { TaskModel } from './types.ts';

const failing = wireError({ message: 'http 503', retryable: true });

/** Twice failed, then as it ends. */
function retried(id: string, state: 'success' | 'error', fields: Partial<TaskModel> = {}): TaskModel {
  return makeRow({
    id,
    name: `upload photo-${id}.jpg`,
    state,
    retryable: state === 'error',
    startedAt: 0,
    endedAt: 1000,
    reported: 'full',
    error: state === 'error' ? failing : undefined,
    layers: [makeLayer({ attempts: 3, outcome: state === 'error' ? 'exhausted' : 'succeeded', endedAt: 1000 })],
    attempts: [
      makeAttempt({ attempt: 1, endedAt: 100, error: failing, decision: 'retried', plannedWait: 100, realWait: 102.5 }),
      makeAttempt({
        attempt: 2,
        endedAt: 300,
        error: failing,
        decision: 'retried',
        plannedWait: 200,
        realWait: 200.25,
      }),
      makeAttempt({ attempt: 3, endedAt: 1000, error: state === 'error' ? failing : undefined, decision: 'exhausted' }),
    ],
    ...fields,
  });
}

describe('accounting figures', () => {
  it('attempts, waits and what they were good for', () => {
    const unreported = makeRow({ id: '3', name: 'sync', state: 'success', startedAt: 0, endedAt: 5 });
    const figures = accountingOf([retried('1', 'success'), retried('2', 'error'), unreported], 2000);
    expect(figures.all).toMatchObject({
      tasks: 3,
      reported: 2,
      unreported: 1,
      attempts: 6,
      retries: 4,
      retried: 2,
      paidOff: 1,
      failed: 1,
      gaveUp: 1,
      backOff: { waits: 4, planned: 600, real: 605.5, unmeasured: 0 },
    });
    expect(figures.all.endings).toMatchObject({ 'after-retries': 1, exhausted: 1, succeeded: 1, 'first-try': 0 });
    expect([...figures.byName.keys()]).toEqual(['upload *', 'sync']);
    expect(figures.byName.get('upload *')).toMatchObject({ tasks: 2, attempts: 6, gaveUp: 1 });
    expect(figures.byError.get('TaskError · http 503')).toEqual({ attempts: 5, retryable: 5, ended: 1 });
  });

  it('bridge 5: nothing is taken for 0 that nobody told', () => {
    const task = makeRow({ id: '1', state: 'error', startedAt: 0, endedAt: 5, error: failing, retryable: true });
    const { all, byError } = accountingOf([task, makeRow({ id: '2' })], 10);
    expect(all).toMatchObject({ tasks: 2, reported: 0, unreported: 1, attempts: 0, gaveUp: 1 });
    expect(byError.get('TaskError · http 503')).toEqual({ attempts: 1, retryable: 1, ended: 1 });
  });

  it('waits that go on, or whose length nobody told, stand apart from those that were measured', () => {
    const waits = retried('1', 'success', { state: 'running', endedAt: undefined });
    const open = { ...waits, attempts: waits.attempts.slice(0, 1).map((one) => ({ ...one, realWait: undefined })) };
    expect(accountingOf([open], 10).all.backOff).toMatchObject({
      waits: 1,
      planned: 0,
      real: 0,
      unmeasured: 1,
      unmeasuredPlanned: 100,
    });
  });

  it('a retry in a retry counts each call of the body, and an error told by both layers once', () => {
    const layer = { attempts: 2, outcome: 'exhausted' } as const;
    const task = makeRow({
      id: '1',
      state: 'error',
      startedAt: 0,
      endedAt: 10,
      error: failing,
      layers: [
        makeLayer({ ...layer, layer: 1 }),
        makeLayer({ ...layer, layer: 2, parent: 1 }),
        makeLayer({ ...layer, layer: 3, parent: 1 }),
      ],
      attempts: [
        ...[1, 2].map((attempt) => makeAttempt({ layer: 2, attempt, error: failing })),
        makeAttempt({ layer: 1, attempt: 1, error: failing }),
        ...[1, 2].map((attempt) => makeAttempt({ layer: 3, attempt, error: failing })),
        makeAttempt({ layer: 1, attempt: 2, error: failing }),
      ],
    });
    const { all, byError } = accountingOf([task], 10);
    expect(all).toMatchObject({ attempts: 4, retries: 3 });
    expect(byError.get('TaskError · http 503')).toEqual({ attempts: 4, retryable: 4, ended: 1 });
  });

  it('slots held after a timeout, those that still are among them', () => {
    const layers = [makeLayer({ kind: 'timeout', timeoutFiredAt: 100, endedAt: 350, outcome: 'timeout' })];
    const done = makeRow({ id: '1', state: 'error', startedAt: 0, endedAt: 350, layers });
    const still = makeRow({ id: '2', state: 'running', startedAt: 0, layers: [makeLayer({ timeoutFiredAt: 100 })] });
    const prompt = makeRow({ ...done, id: '3', key: '3', layers: layers.map((one) => ({ ...one, endedAt: 100 })) });
    const { held } = accountingOf([done, still, prompt], 1000);
    expect(held).toEqual({ tasks: 2, ms: 1150, longest: { key: still.key, ms: 900 } });
  });

  it('kept up with what changes, they are those of a fresh count', () => {
    fc.assert(
      fc.property(anyChanges, fc.nat(3000), (life, until) => {
        const tasks = new Map<string, TaskModel>();
        const accounting = createAccounting();
        const diff = createTaskDiff(accounting);
        for (const changes of life) {
          applyChanges(tasks, changes);
          diff.look(tasks);
          const { held, ...kept } = accounting.figures(() => until);
          const { held: freshHeld, ...fresh } = accountingOf(tasks.values(), until);
          expect(kept).toEqual(fresh);
          // Of two that held theirs equally long either may be named.
          expect({ ...held, longest: held.longest?.ms }).toEqual({ ...freshHeld, longest: freshHeld.longest?.ms });
        }
      }),
    );
  });

  it('by name, by runtime and by ending they add up to the whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(40), { maxLength: 12 }).chain((ids) => fc.tuple(...ids.map((id) => anyRow(`${id}`)))),
        (rows) => {
          const { all, byName, byRuntime } = accountingOf(rows, 5000);
          for (const parts of [byName, byRuntime]) {
            const sum = (of: (figures: typeof all) => number): number =>
              [...parts.values()].reduce((total, part) => total + of(part), 0);
            expect(sum(({ tasks }) => tasks)).toBe(all.tasks);
            expect(sum(({ attempts }) => attempts)).toBe(all.attempts);
            expect(sum(({ backOff }) => backOff.real)).toBeCloseTo(all.backOff.real, 6);
          }
          const ended = rows.filter((row) => row.endedAt !== undefined).length;
          expect(Object.values(all.endings).reduce((total, count) => total + count, 0)).toBe(ended);
          const { endings } = all;
          expect(endings['first-try'] + endings['after-retries'] + endings.fallback + endings.succeeded).toBe(
            rows.filter(({ state }) => state === 'success').length,
          );
        },
      ),
    );
  });
});
