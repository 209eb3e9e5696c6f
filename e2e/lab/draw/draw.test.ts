import { describe, expect, it } from 'vitest';
import type { TaskTrace } from '../trace/trace.ts';
import { inWords, taskTrack } from './tracks.ts';
import { formatMs, grouped, plural, tickStep, ticks } from './units.ts';

describe('units', () => {
  it('are whole ms in groups of three, and a dash where nothing is known', () => {
    expect([0, 0.25, 9.96, 10.4, 1500, 1_234_567].map(formatMs)).toEqual([
      '0 ms',
      '0.3 ms',
      '10 ms',
      '10 ms',
      '1\u202f500 ms',
      '1\u202f234\u202f567 ms',
    ]);
    expect(formatMs(undefined)).toBe('–');
    expect(formatMs(Number.POSITIVE_INFINITY)).toBe('–');
    expect(grouped(1234.5)).toBe('1\u202f234.5');
    expect(plural(1, 'call')).toBe('1 call');
    expect(plural(0, 'call')).toBe('0 calls');
  });

  it('of a scale are 1, 2 or 5 of a power of ten, and never too many', () => {
    expect(ticks(80, 8)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80]);
    expect(ticks(0.3, 3)).toEqual([0, 0.1, 0.2, 0.3]);
    for (const span of [1, 7, 81, 540, 30_001]) {
      expect(ticks(span, 8).length).toBeLessThanOrEqual(9);
      expect([1, 2, 5]).toContain(Number(String(tickStep(span, 8)).replace(/[0.]/g, '')));
    }
  });
});

describe('the row of a task', () => {
  const task: TaskTrace = {
    id: '1',
    name: 'upload',
    runtime: 'lab',
    registeredAt: 0,
    startedAt: 10,
    state: 'running',
    calls: [
      { part: 'main', from: 10, to: 20, outcome: 'fail' },
      { part: 'main', from: 50 },
    ],
    resets: [],
    layers: [
      {
        layer: 1,
        kind: 'retry',
        from: 10,
        timeouts: [],
        attempts: [
          { attempt: 1, from: 10, to: 20, planned: 30, real: 30, decision: 'retried' },
          { attempt: 2, from: 50 },
        ],
      },
    ],
  };

  it('says in words all that it draws', () => {
    expect(inWords(taskTrack(task, 60))).toBe(
      'upload: queued 0 ms to 10 ms; call that fails 10 ms to 20 ms; wait between attempts 20 ms to 50 ms; call under way 50 ms to 60 ms',
    );
  });

  it('has the two moments of a timeout', () => {
    const [layer] = task.layers;
    if (layer === undefined) throw new Error('no layer');
    const timed = { ...task, layers: [{ ...layer, kind: 'timeout' as const, attempts: [], timeouts: [30] }] };
    const { marks } = taskTrack({ ...timed, calls: [{ part: 'main', from: 10, to: 90, outcome: 'fail' }] }, 90);
    expect(marks).toEqual([
      { kind: 'timeout', at: 30 },
      { kind: 'exit', at: 90 },
    ]);
  });
});
