import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyChanges, applyChanges, makeAttempt, makeLayer, makeRow, makeSession } from '../testing/rows.ts';
import { createTimeline, MAX_BINS, type Timeline } from './timeline.ts';
import type { SessionModel, TaskModel } from './types.ts';

const sessions = new Map<string, SessionModel>([[makeSession().session, makeSession()]]);
const mapOf = (...rows: readonly TaskModel[]) => new Map(rows.map((row) => [row.key, row]));
const sum = (list: readonly number[] = []): number => list.reduce((total, each) => total + each, 0);

/** ms of [from, to) that lie in a bin. */
const overlap = (line: Timeline, bin: number, from: number, to: number): number => {
  const left = line.from + bin * line.width;
  return Math.max(0, Math.min(to, left + line.width) - Math.max(from, left));
};

describe('the timeline', () => {
  it('levels are averages of a bin, counts what happened in it', () => {
    const task = makeRow({
      id: '1',
      state: 'error',
      registeredAt: 1000,
      startedAt: 1005,
      endedAt: 1030,
      layers: [makeLayer({ attempts: 2 })],
      attempts: [makeAttempt({ attempt: 1, endedAt: 1012, decision: 'retried', plannedWait: 1 })],
    });
    const line = createTimeline()({ tasks: mapOf(task), sessions }, 2000);
    expect(line).toEqual({
      from: 1000,
      width: 10,
      waiting: [0.5, 0, 0, 0],
      running: [0.5, 1, 1, 0],
      ended: [0, 0, 0, 1],
      failed: [0, 0, 0, 1],
      retries: [0, 1, 0, 0],
    });
  });

  it('what goes on reaches to now; of a page that is gone nobody can tell', () => {
    const tasks = mapOf(makeRow({ id: '1', state: 'running', registeredAt: 1000, startedAt: 1000 }));
    const timelineOf = createTimeline();
    expect(timelineOf({ tasks, sessions }, 1049)?.running).toEqual([1, 1, 1, 1, 1]);
    const gone = new Map([[makeSession().session, makeSession({ connected: false })]]);
    expect(timelineOf({ tasks, sessions: gone }, 1049)?.running).toBeUndefined();
    expect(timelineOf({ tasks, sessions }, 1049)?.running).toHaveLength(5);
  });

  it('nothing that has a time, no timeline', () => {
    expect(createTimeline()({ tasks: mapOf(makeRow({ id: '1' })), sessions }, 5)).toBeUndefined();
  });

  it('however long the story, the bins are few; when it starts anew they are fine again', () => {
    const timelineOf = createTimeline();
    const at = (id: string, endedAt: number) =>
      makeRow({ id, state: 'success', registeredAt: endedAt - 3, startedAt: endedAt - 2, endedAt });
    const line = timelineOf({ tasks: mapOf(at('1', 5000), at('2', 90_000_000)), sessions }, 0);
    expect(line?.ended.length).toBeLessThanOrEqual(MAX_BINS);
    expect(sum(line?.ended)).toBe(2);
    expect(timelineOf({ tasks: mapOf(at('3', 90_000_000)), sessions }, 0)?.width).toBe(10);
    // A page may name any moment.
    expect(timelineOf({ tasks: mapOf(at('4', 1e15), at('5', 0)), sessions }, 0)?.ended.length).toBeLessThanOrEqual(
      MAX_BINS,
    );
  });

  it('kept up with what changes, each bin holds what a look at every task finds', () => {
    fc.assert(
      fc.property(anyChanges, fc.integer({ min: 1000, max: 60_000 }), (life, now) => {
        const tasks = new Map<string, TaskModel>();
        const timelineOf = createTimeline();
        for (const changes of life) {
          applyChanges(tasks, changes);
          const line = timelineOf({ tasks, sessions }, now);
          if (line === undefined) continue;
          const all = [...tasks.values()];
          expect(sum(line.ended)).toBe(all.filter(({ endedAt }) => endedAt !== undefined).length);
          expect(sum(line.failed)).toBe(all.filter(({ state }) => state === 'error').length);
          for (const bin of line.running.keys()) {
            const far = Number.POSITIVE_INFINITY;
            const busy = all.map(({ startedAt, endedAt }) =>
              startedAt === undefined ? 0 : overlap(line, bin, startedAt, endedAt ?? far),
            );
            expect(line.running[bin]).toBeCloseTo(sum(busy) / line.width, 5);
            const queued = all.map(({ registeredAt, startedAt, endedAt }) =>
              registeredAt === undefined ? 0 : overlap(line, bin, registeredAt, startedAt ?? endedAt ?? far),
            );
            expect(line.waiting[bin]).toBeCloseTo(sum(queued) / line.width, 5);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
