import { describe, expect, it } from 'vitest';
import type { WireLedgerEvent } from '../protocol.ts';
import { Watched, Wire, wireError } from '../testing/wire.ts';

function running(): { wire: Wire; watched: Watched } {
  const wire = new Wire();
  return { wire, watched: new Watched().take(wire.registered('1'), wire.started('1')) };
}

describe('the ledger of a task', () => {
  it('bridge 5: attempts with start, end, error, decision, planned and real wait', () => {
    const { wire, watched } = running();
    watched.take(
      wire.layerStart('1', 1, { options: { retries: 3 }, label: 'http' }),
      wire.attemptStart('1', 1, 1, 100),
      wire.retried('1', 1, 1, 50, 110),
    );
    const waiting = watched.row('1');
    expect(waiting.retrying).toBe(true);
    expect(waiting.layers).toMatchObject([
      { layer: 1, kind: 'retry', label: 'http', limit: 4, attempts: 1, waitingUntil: 160 },
    ]);
    expect(watched.reducer.model.counts).toMatchObject({ running: 1, retrying: 1 });
    watched.take(wire.waitEnd('1', 1, 1, 50, 52), wire.attemptStart('1', 1, 2, 162));
    expect(watched.row('1').retrying).toBe(false);
    watched.take(wire.attemptEnd('1', 1, 2), wire.layerEnd('1', 1));
    const { layers, attempts, reported } = watched.row('1');
    expect(reported).toBe('full');
    expect(layers).toMatchObject([{ attempts: 2, outcome: 'succeeded', waitingUntil: undefined }]);
    expect(attempts).toMatchObject([
      {
        attempt: 1,
        startedAt: 100,
        endedAt: 110,
        decision: 'retried',
        plannedWait: 50,
        realWait: 52,
        error: wireError({ retryable: true }),
      },
      { attempt: 2, startedAt: 162, decision: 'succeeded', plannedWait: undefined, error: undefined },
    ]);
  });

  it('bridge 4: nested layers keep their number, parent and label; the decision its layer', () => {
    const { wire, watched } = running();
    watched.take(
      wire.layerStart('1', 1, { kind: 'timeout', options: { ms: 500 } }),
      wire.attemptStart('1', 1, 1),
      wire.layerStart('1', 2, { parentLayer: 1 }),
      wire.attemptStart('1', 2, 1),
    );
    const fired = { type: 'timeout-fired', layer: 1, ms: 500, at: 900 } as const;
    watched.take({ ...fired, ledgerId: wire.ledgerId, seq: ++wire.ledgerSeq, runtimeId: wire.runtimeId, id: '1' });
    watched.take(
      wire.attemptEnd('1', 2, 1, { decision: 'timeout' }),
      wire.layerEnd('1', 2, { outcome: 'timeout' }),
      wire.attemptEnd('1', 1, 1, { decision: 'timeout' }),
      wire.layerEnd('1', 1, { outcome: 'timeout' }),
    );
    expect(watched.row('1').layers).toMatchObject([
      { layer: 1, parent: undefined, kind: 'timeout', timeoutFiredAt: 900, outcome: 'timeout' },
      { layer: 2, parent: 1, kind: 'retry', outcome: 'timeout' },
    ]);
    expect(watched.row('1').violations).toEqual([]);
  });

  it('bridge 5: the first 20 and the last 200 attempts are kept, totals stay exact', () => {
    const { wire, watched } = running();
    watched.take(wire.layerStart('1', 1, { options: {} }));
    for (let attempt = 1; attempt <= 1_000; attempt++) {
      watched.take(wire.attemptStart('1', 1, attempt), wire.retried('1', 1, attempt, 0));
    }
    const row = watched.row('1');
    expect(row.layers[0]).toMatchObject({ attempts: 1_000, limit: undefined });
    expect(row.attempts.map((attempt) => attempt.attempt)).toEqual([
      ...Array.from({ length: 20 }, (_, n) => n + 1),
      ...Array.from({ length: 200 }, (_, n) => n + 801),
    ]);
    expect(row.attemptsLeftOut).toBe(780);
    expect(row.violations).toEqual([]);
  });

  it('bridge 5: a ledger that was made again tells its gap, once', () => {
    const { wire, watched } = running();
    const gap: WireLedgerEvent = {
      type: 'attempt-gap',
      layer: 1,
      from: 2,
      to: 9,
      ledgerId: 'l1',
      seq: 30,
      runtimeId: 'r1',
      id: '1',
    };
    watched.take(
      wire.layerStart('1', 1, { options: {} }),
      wire.attemptStart('1', 1, 1),
      wire.retried('1', 1, 1, 0),
      gap,
      gap,
    );
    wire.ledgerSeq = 40;
    watched.take(wire.attemptStart('1', 1, 10));
    expect(watched.row('1')).toMatchObject({ attemptsLeftOut: 8, violations: [] });
    expect(watched.row('1').layers[0]?.attempts).toBe(10);
  });

  it('bridge 5: a retry in a retry opens new layers without end, and still the row is bounded', () => {
    const { wire, watched } = running();
    watched.take(wire.layerStart('1', 1, { options: {} }));
    for (let n = 1; n <= 600; n++) {
      watched.take(wire.attemptStart('1', 1, n), wire.layerStart('1', n + 1, { parentLayer: 1 }));
      watched.take(wire.attemptStart('1', n + 1, 1), wire.attemptEnd('1', n + 1, 1), wire.layerEnd('1', n + 1));
    }
    const row = watched.row('1');
    expect(row.layers.length).toBeLessThanOrEqual(440);
    expect(row.layers[0]).toMatchObject({ layer: 1, attempts: 600 });
    expect(row.attempts).toHaveLength(220);
    expect(row.attempts.length + row.attemptsLeftOut).toBe(1_200);
  });

  it('bridge 5: with onAttempt alone the retries it was told, and "not reported" elsewhere', () => {
    const { wire, watched } = running();
    const of = { ledgerId: 'l1', runtimeId: 'r1', id: '1', type: 'retry-reported', maxRetries: 3 } as const;
    const times = { startedAt: 10, failedAt: 20, requested: 100 };
    watched.take(
      { ...of, ...times, seq: 1, attempt: 1, delay: 80, error: wireError() },
      { ...of, ...times, seq: 2, attempt: 2, delay: 90, error: wireError() },
    );
    expect(watched.row('1')).toMatchObject({ reported: 'retries', retrying: false });
    expect(watched.row('1').layers).toMatchObject([{ layer: 0, attempts: 3, limit: 4 }]);
    expect(watched.row('1').attempts).toMatchObject([
      { attempt: 1, plannedWait: 80, realWait: undefined, decision: undefined },
      { attempt: 2, plannedWait: 90 },
    ]);
    watched.take(wire.done('1'));
    expect(watched.row('1').partial).toBe(false);
  });

  it('a wait that was cut short by a cancellation leaves no task retrying', () => {
    const { wire, watched } = running();
    watched.take(wire.layerStart('1', 1), wire.attemptStart('1', 1, 1), wire.retried('1', 1, 1, 5_000));
    watched.take(wire.waitEnd('1', 1, 1, 5_000, 80), wire.layerEnd('1', 1, { outcome: 'cancelled' }));
    expect(watched.row('1').retrying).toBe(false);
    watched.take(wire.done('1', { state: 'cancelled' }));
    expect(watched.row('1')).toMatchObject({ state: 'cancelled', partial: false, violations: [] });
  });

  it('steps whose beginning was lost are shown, and the row is marked', () => {
    const { wire, watched } = running();
    watched.take(wire.attemptEnd('1', 4, 2, { decision: 'exhausted', error: wireError() }));
    expect(watched.row('1')).toMatchObject({ partial: true });
    expect(watched.row('1').attempts).toMatchObject([
      { layer: 4, attempt: 2, startedAt: undefined, decision: 'exhausted' },
    ]);
  });

  it('bridge 4: a retry outside any runtime is shown as untracked', () => {
    const watched = new Watched();
    const of = { ledgerId: 'l1', run: '7' };
    const options = { retries: 1 };
    watched.take(
      { ...of, seq: 1, type: 'layer-start', layer: 1, kind: 'retry', label: 'poll', options, at: 10 },
      { ...of, seq: 2, type: 'attempt-start', layer: 1, attempt: 1, at: 10 },
    );
    expect(watched.row('7')).toMatchObject({ state: 'running', name: 'poll', startedAt: 10 });
    watched.take(
      {
        ...of,
        seq: 3,
        type: 'attempt-end',
        layer: 1,
        attempt: 1,
        decision: 'exhausted',
        at: 20,
        error: wireError({ retryable: true }),
      },
      { ...of, seq: 4, type: 'layer-end', layer: 1, outcome: 'exhausted', at: 20 },
    );
    expect(watched.row('7')).toMatchObject({
      state: 'error',
      retryable: true,
      endedAt: 20,
      violations: [],
      partial: false,
    });
    expect([...watched.reducer.model.runtimes.values()]).toMatchObject([{ untracked: true }]);
    watched.take({ ...of, run: '8', seq: 5, type: 'layer-start', layer: 1, kind: 'timeout', options: {}, at: 30 });
    watched.take({ ...of, run: '8', seq: 6, type: 'layer-end', layer: 1, outcome: 'fallback', at: 40 });
    expect(watched.row('8')).toMatchObject({ state: 'success', endedAt: 40 });
  });
});
