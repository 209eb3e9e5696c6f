import { describe, expect, it } from 'vitest';
import { Watched, Wire, wireError } from '../testing/wire.ts';
import { attemptCount, nextAttemptAt, outcome, ranFor, waitedFor, whyNotRetried, whyPending } from './selectors.ts';

describe('attempts of a row', () => {
  it('D60: "attempt 2 of 3" counts from 1, the first run included', () => {
    const wire = new Wire();
    const watched = new Watched().take(wire.registered('1'));
    expect(attemptCount(watched.row('1'))).toEqual({ kind: 'pending' });
    watched.take(
      wire.started('1'),
      wire.layerStart('1', 1),
      wire.attemptStart('1', 1, 1),
      wire.retried('1', 1, 1, 100, 1_000),
    );
    expect(attemptCount(watched.row('1'))).toEqual({ kind: 'counted', attempts: 1, limit: 3 });
    expect(nextAttemptAt(watched.row('1'))).toBe(1_100);
    watched.take(wire.attemptStart('1', 1, 2));
    expect(attemptCount(watched.row('1'))).toEqual({ kind: 'counted', attempts: 2, limit: 3 });
    expect(nextAttemptAt(watched.row('1'))).toBeUndefined();
  });

  it('bridge 5: with nothing wired "not reported", never 0; refused tasks made none', () => {
    const wire = new Wire();
    const watched = new Watched().take(
      wire.registered('1'),
      wire.started('1'),
      wire.registered('2'),
      wire.refused('2'),
    );
    expect(attemptCount(watched.row('1'))).toEqual({ kind: 'not-reported' });
    expect(attemptCount(watched.row('2'))).toEqual({ kind: 'counted', attempts: 0, limit: undefined });
    watched.take(wire.layerStart('1', 1, { kind: 'timeout', options: { ms: 10 } }));
    expect(attemptCount(watched.row('1'))).toEqual({ kind: 'counted', attempts: 1, limit: undefined });
  });

  it('bridge 4: with a retry inside a retry the outer one counts', () => {
    const wire = new Wire();
    const watched = new Watched().take(wire.registered('1'), wire.started('1'));
    watched.take(
      wire.layerStart('1', 1, { options: { retries: 4 } }),
      wire.attemptStart('1', 1, 1),
      wire.layerStart('1', 2, { parentLayer: 1, kind: 'timeout' }),
      wire.layerStart('1', 3, { parentLayer: 2, options: { retries: 9 } }),
      wire.attemptStart('1', 3, 1),
      wire.attemptStart('1', 3, 2),
    );
    expect(attemptCount(watched.row('1'))).toEqual({ kind: 'counted', attempts: 1, limit: 5 });
  });

  it('layers that claim to enclose each other end no loop', () => {
    const wire = new Wire();
    const watched = new Watched().take(wire.registered('1'), wire.started('1'));
    watched.take(
      wire.layerStart('1', 1, { parentLayer: 2, kind: 'timeout' }),
      wire.layerStart('1', 2, { parentLayer: 1, kind: 'timeout' }),
    );
    watched.take(wire.layerStart('1', 3, { parentLayer: 2 }));
    expect(attemptCount(watched.row('1'))).toMatchObject({ kind: 'counted', attempts: 0 });
  });
});

describe('times', () => {
  it('waited and ran are never negative, and undefined where they are not known', () => {
    const wire = new Wire();
    const watched = new Watched().take(wire.registered('1', { at: 100 }));
    expect(waitedFor(watched.row('1'), 50)).toBe(0);
    expect(waitedFor(watched.row('1'), 180)).toBe(80);
    expect(ranFor(watched.row('1'), 180)).toBeUndefined();
    watched.take(wire.started('1', { at: 150 }));
    expect([waitedFor(watched.row('1'), 999), ranFor(watched.row('1'), 170)]).toEqual([50, 20]);
    watched.take(wire.started('2'));
    expect(waitedFor(watched.row('2'), 999)).toBeUndefined();
  });
});

describe('why', () => {
  it('panel 2: "why was it not retried" names the exit that decided, and its layer', () => {
    const wire = new Wire();
    const watched = new Watched().take(
      wire.registered('1'),
      wire.started('1'),
      wire.layerStart('1', 1, { label: 'http' }),
    );
    watched.take(wire.attemptStart('1', 1, 1), wire.retried('1', 1, 1, 0), wire.attemptStart('1', 1, 2));
    expect(whyNotRetried(watched.row('1'))).toBeUndefined();
    const error = wireError({ message: '400' });
    watched.take(
      wire.attemptEnd('1', 1, 2, { decision: 'vetoed', error }),
      wire.layerEnd('1', 1, { outcome: 'vetoed' }),
    );
    expect(whyNotRetried(watched.row('1'))).toMatchObject({
      decision: 'vetoed',
      layer: { label: 'http' },
      attempt: { attempt: 2, error },
    });
    expect(outcome(watched.row('1'))).toBe('vetoed');
  });

  it('panel 2 D63: "why is this pending" names its place and what holds the slots', () => {
    const wire = new Wire();
    const watched = new Watched().take(wire.created({ concurrency: 2 }));
    watched.take(
      wire.registered('a'),
      wire.registered('b'),
      wire.started('b', { slot: 1 }),
      wire.started('a', { slot: 0 }),
    );
    watched.take(wire.registered('low'), wire.registered('high', { priority: 5 }), wire.registered('low too'));
    const why = whyPending(watched.reducer.model, watched.row('low too'));
    expect(why?.place).toBe(3);
    expect(why?.ahead.map((row) => row.id)).toEqual(['high', 'low']);
    expect(why?.running.map((row) => row.id)).toEqual(['a', 'b']);
    expect(why?.concurrency).toBe(2);
    watched.take(wire.changed({ state: 'paused' }));
    expect(whyPending(watched.reducer.model, watched.row('low'))?.runtimeState).toBe('paused');
    expect(whyPending(watched.reducer.model, watched.row('a'))).toBeUndefined();
  });
});
