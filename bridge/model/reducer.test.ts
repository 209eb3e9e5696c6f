import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireEvent } from '../protocol.ts';
import { SESSION, Watched, Wire, wireError } from '../testing/wire.ts';
import { Reducer } from './reducer.ts';

describe('tasks', () => {
  it('bridge 19: a task goes through its states as the runtime says', () => {
    const wire = new Wire();
    const watched = new Watched().take(
      wire.created({ concurrency: 2 }),
      wire.registered('1', { name: 'a.png', priority: 3 }),
    );
    expect(watched.row('1')).toMatchObject({
      state: 'pending',
      name: 'a.png',
      priority: 3,
      partial: false,
      registeredSeq: 2,
    });
    watched.take(wire.started('1', { slot: 1 }));
    expect(watched.row('1')).toMatchObject({ state: 'running', slot: 1, startedSeq: 3 });
    watched.take(wire.done('1', { state: 'error', retryable: true, error: wireError({ retryable: true }) }));
    expect(watched.row('1')).toMatchObject({ state: 'error', retryable: true, doneSeq: 4, violations: [] });
    expect(watched.reducer.model.counts).toEqual({
      all: 1,
      pending: 0,
      running: 0,
      retrying: 0,
      success: 0,
      error: 1,
      cancelled: 0,
    });
    expect([...watched.reducer.model.runtimes.values()]).toMatchObject([
      { id: 'r1', name: 'uploads', concurrency: 2, seq: 4 },
    ]);
  });

  it('bridge 19: a row is replaced, never changed, so views may compare by identity', () => {
    const wire = new Wire();
    const watched = new Watched().take(wire.registered('1'));
    const before = watched.row('1');
    const copy = structuredClone(before);
    watched.take(wire.started('1'));
    expect(watched.row('1')).not.toBe(before);
    expect(before).toEqual(copy);
  });

  it('D14: receiving every event twice changes nothing', () => {
    const wire = new Wire();
    const events: WireEvent[] = [wire.created(), wire.registered('1'), wire.started('1')];
    events.push(wire.layerStart('1', 1), wire.attemptStart('1', 1, 1), wire.retried('1', 1, 1, 100));
    events.push(wire.waitEnd('1', 1, 1, 100, 101), wire.attemptStart('1', 1, 2), wire.attemptEnd('1', 1, 2));
    events.push(wire.layerEnd('1', 1), wire.done('1'));
    const once = new Watched().take(...events);
    const twice = new Watched().take(...events.flatMap((event) => [event, event])).take(...events);
    expect(twice.rows).toEqual(once.rows);
    expect(twice.reducer.model.counts).toEqual(once.reducer.model.counts);
  });

  it('B07: an id that is used again is a new row; the old one stays what it was', () => {
    const wire = new Wire();
    const watched = new Watched().take(wire.registered('2'), wire.started('2'), wire.done('2'));
    watched.take(wire.registered('2'), wire.started('2'), wire.done('2', { state: 'error', error: wireError() }));
    expect(watched.rows.map((row) => row.state)).toEqual(['success', 'error']);
    expect(new Set(watched.rows.map((row) => row.key)).size).toBe(2);
  });

  it('B07: a reload is another session: both runs of a task are there', () => {
    const other = 'f'.repeat(32);
    const first = new Wire();
    const second = new Wire();
    const watched = new Watched().take(first.registered('1'), first.started('1'), first.done('1'));
    watched.hello(other);
    watched.hello(other);
    watched.reducer.batch(watched.batch([second.registered('1')], other));
    expect(watched.rows.map((row) => [row.session, row.state])).toEqual([
      [SESSION, 'success'],
      [other, 'pending'],
    ]);
    watched.reducer.forgetSession(SESSION);
    expect(watched.rows.map((row) => row.session)).toEqual([other]);
    expect(watched.reducer.model.counts).toMatchObject({ all: 1, success: 0, pending: 1 });
    expect([...watched.reducer.model.runtimes.values()].map((runtime) => runtime.session)).toEqual([other]);
  });

  it('D41: runtimes of one name, and of one id in two sessions, stay apart', () => {
    const other = 'e'.repeat(32);
    const [a, b, c] = [new Wire('a'), new Wire('b'), new Wire('a')];
    const watched = new Watched().take(a.created(), b.created(), a.registered('1'), b.registered('1'));
    watched.hello(other);
    watched.reducer.batch(watched.batch([c.created(), c.registered('1')], other));
    expect(watched.rows).toHaveLength(3);
    expect(new Set(watched.rows.map((row) => row.runtimeKey)).size).toBe(3);
  });

  it('D49: ids like __proto__ are rows like any other, and Object.prototype is left alone', () => {
    const wire = new Wire('__proto__');
    const ids = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'];
    const watched = new Watched().take(...ids.map((id) => wire.registered(id)));
    expect(watched.rows.map((row) => row.id)).toEqual(ids);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('nothing is taken from a session that never said hello', () => {
    const reducer = new Reducer();
    const watched = new Watched();
    expect(reducer.batch(watched.batch([new Wire().registered('1')]))).toBe(false);
    expect(reducer.model.tasks.size).toBe(0);
  });
});

describe('what was lost', () => {
  it('B06: a task whose registration was lost appears, marked partial', () => {
    const wire = new Wire();
    wire.registered('1');
    const watched = new Watched().take(wire.started('1'));
    expect(watched.row('1')).toMatchObject({ state: 'running', partial: true, name: '1' });
    watched.take(wire.done('1'));
    expect(watched.row('1')).toMatchObject({ state: 'success', partial: true, violations: [] });
  });

  it('a registration that comes late makes the row whole again', () => {
    const wire = new Wire();
    const registered = wire.registered('1', { name: 'late' });
    const watched = new Watched().take(wire.started('1'), registered);
    expect(watched.row('1')).toMatchObject({ state: 'running', name: 'late', partial: false });
  });

  it('D19: a gap is counted, and what was live then is marked until its end tells all', () => {
    const wire = new Wire();
    const watched = new Watched().take(wire.registered('1'), wire.started('1'));
    wire.seq += 4;
    watched.take({ type: 'gap', stream: 'runtime', id: wire.runtimeId, from: 3, to: 6 });
    expect(watched.row('1').partial).toBe(true);
    expect([...watched.reducer.model.runtimes.values()][0]?.missing).toBe(4);
    watched.take(wire.done('1'));
    expect(watched.row('1').partial).toBe(false);
  });

  it('bridge 12: when steps of attempts were dropped, no task claims "not reported" as if nothing had been', () => {
    const wire = new Wire();
    const watched = new Watched().take(
      wire.registered('0'),
      wire.started('0'),
      wire.layerStart('0', 1),
      wire.done('0'),
    );
    watched.take(wire.registered('1'), wire.started('1'), wire.done('1'), wire.registered('2'), wire.started('2'));
    watched.take({ type: 'gap', stream: 'ledger', id: wire.ledgerId, from: 2, to: 9 });
    wire.ledgerSeq = 9;
    watched.take(wire.layerStart('2', 1), wire.done('2'), wire.registered('3'), wire.started('3'), wire.done('3'));
    expect(watched.rows.map((row) => [row.id, row.partial, row.stepsLost])).toEqual([
      ['0', false, undefined],
      ['1', true, true],
      ['2', true, true],
      ['3', false, undefined],
    ]);
  });

  it('bridge 12: what a new snapshot does not know any more is not shown as live, but counted as dropped', () => {
    const wire = new Wire();
    const start = { type: 'snapshot:start', stream: 'runtime', id: wire.runtimeId } as const;
    const end = { ...start, type: 'snapshot:end', library: '0.1.0' } as const;
    const watched = new Watched().take(start, { ...end, seq: 0, dropped: { tasks: 2, events: 6 } });
    const second = wire.registered('2');
    watched.take(second, wire.registered('1'), wire.registered('3'), wire.started('3'), wire.done('3'));
    // 1 and three others end unseen; 2 goes on; 4 is new; the history holds one task and had dropped two before.
    wire.seq += 11;
    const fourth = wire.registered('4');
    watched.take(start, second, fourth, { ...wire.done('4'), seq: 18 });
    watched.take({ ...end, seq: 18, dropped: { tasks: 7, events: 20 } });
    expect(watched.rows.map((row) => [row.id, row.state, row.partial])).toEqual([
      ['2', 'pending', false],
      ['3', 'success', false],
      ['4', 'success', true],
    ]);
    expect([...watched.reducer.model.runtimes.values()][0]).toMatchObject({
      dropped: { tasks: 6, events: 17 },
      missing: 11,
    });
    expect(watched.reducer.model.counts).toMatchObject({ all: 3, pending: 1, success: 2 });
  });

  it('bridge 12: a new snapshot makes whole again what a gap had marked', () => {
    const wire = new Wire();
    const start = { type: 'snapshot:start', stream: 'runtime', id: wire.runtimeId } as const;
    const end = { ...start, type: 'snapshot:end', library: '0.1.0', dropped: { tasks: 0, events: 0 } } as const;
    const watched = new Watched().take(start, { ...end, seq: 0 });
    const [one, two] = [wire.registered('1'), wire.registered('2')];
    const lost = wire.started('1');
    watched.take(one, two, { type: 'gap', stream: 'runtime', id: wire.runtimeId, from: 3, to: 3 });
    expect(watched.rows.map((row) => row.partial)).toEqual([true, true]);
    watched.take(start, one, lost, two, { ...end, seq: 3 });
    expect(watched.rows.map((row) => [row.state, row.partial])).toEqual([
      ['running', false],
      ['pending', false],
    ]);
    expect([...watched.reducer.model.runtimes.values()][0]).toMatchObject({ missing: 0, dropped: { events: 0 } });
  });

  it('bridge 12: what was sent and refused on the way is lost, so that the counters add up', () => {
    const watched = new Watched();
    const batch = watched.batch([new Wire().registered('1')]);
    watched.reducer.batch({ ...batch, counters: { emitted: 9, delivered: 6, dropped: 2, pending: 1, lost: 0 } });
    const counters = watched.reducer.model.sessions.get(SESSION)?.counters;
    expect(counters).toEqual({ emitted: 9, delivered: 1, dropped: 2, pending: 1, lost: 5 });
  });

  it('B06: a snapshot tells what the history had dropped before', () => {
    const wire = new Wire();
    const dropped = { tasks: 500, events: 1_500 };
    const watched = new Watched().take(
      { type: 'snapshot:start', stream: 'runtime', id: wire.runtimeId },
      wire.created(),
      { type: 'snapshot:end', stream: 'runtime', id: wire.runtimeId, seq: 3_001, library: '9.9.9', dropped },
    );
    expect([...watched.reducer.model.runtimes.values()]).toMatchObject([
      { dropped, library: '9.9.9', missing: 0, seq: 3_001 },
    ]);
  });

  it('bridge 12: what a document had not sent when it went is lost, and the counters add up', () => {
    const watched = new Watched();
    const wire = new Wire();
    const batch = watched.batch([wire.registered('1'), wire.started('1')]);
    watched.reducer.batch({ ...batch, counters: { emitted: 7, delivered: 2, dropped: 2, pending: 3, lost: 0 } });
    watched.reducer.disconnected(SESSION, true);
    const counters = watched.reducer.model.sessions.get(SESSION)?.counters;
    expect(counters).toEqual({ emitted: 7, delivered: 2, dropped: 2, pending: 0, lost: 3 });
  });
});

describe('bounds', () => {
  it('D24: finished tasks leave first, the oldest of them first, and are counted', () => {
    const wire = new Wire();
    const watched = new Watched({ maxTasks: 3 }).take(wire.registered('1'));
    for (const id of ['2', '3', '4', '5']) watched.take(wire.registered(id), wire.started(id), wire.done(id));
    expect(watched.rows.map((row) => row.id)).toEqual(['1', '4', '5']);
    expect(watched.reducer.model.evicted).toBe(2);
    expect(watched.reducer.model.counts).toMatchObject({ all: 3, pending: 1, success: 2 });
  });

  it('panel 3: a bound that is set lower takes effect at once; set higher, more is kept from then on', () => {
    const wire = new Wire();
    const watched = new Watched({ maxTasks: 10 }).take(wire.registered('1'));
    for (const id of ['2', '3', '4', '5']) watched.take(wire.registered(id), wire.started(id), wire.done(id));
    const { version } = watched.reducer.model;
    watched.reducer.maxTasks = 2;
    expect(watched.rows.map((row) => row.id)).toEqual(['1', '5']);
    expect(watched.reducer.model.version).toBeGreaterThan(version);
    watched.reducer.maxTasks = 3;
    watched.take(wire.registered('6'), wire.registered('7'));
    expect(watched.rows.map((row) => row.id)).toEqual(['1', '6', '7']);
    expect(watched.reducer.model.evicted).toBe(4);
  });

  it('the bound holds though nothing ever ends', () => {
    const wire = new Wire();
    const watched = new Watched({ maxTasks: 10 });
    for (let n = 0; n < 50; n++) watched.take(wire.registered(String(n)));
    expect(watched.rows).toHaveLength(10);
    expect(watched.reducer.model.counts.pending).toBe(10);
  });

  it('D52: clear takes what has ended, and a snapshot told again does not bring it back', () => {
    const wire = new Wire();
    const past = [wire.registered('1'), wire.started('1'), wire.done('1'), wire.registered('2')];
    const watched = new Watched().take(...past);
    watched.reducer.clear();
    expect(watched.rows.map((row) => row.id)).toEqual(['2']);
    watched.take(...past);
    expect(watched.rows.map((row) => row.id)).toEqual(['2']);
  });
});

describe('invariants', () => {
  it('bridge 19: what must not happen is flagged on the task', () => {
    const wire = new Wire();
    const watched = new Watched().take(wire.registered('1'), wire.started('1'), wire.done('1'));
    watched.take(wire.started('1'), wire.done('1', { state: 'cancelled' }));
    expect(watched.row('1').violations.map((violation) => violation.rule)).toEqual(['after-terminal', 'second-end']);
    expect(watched.row('1').state).toBe('success');
    const { startedAt: _, ...never } = wire.done('2', { state: 'success' });
    watched.take({ ...wire.registered('2') }, { ...never, seq: wire.seq + 1 });
    expect(watched.row('2').violations.map((violation) => violation.rule)).toEqual(['unknown-transition']);
  });

  it('bridge 19: attempt numbers that jump or pass the limit are flagged', () => {
    const wire = new Wire();
    const watched = new Watched().take(wire.registered('1'), wire.started('1'), wire.layerStart('1', 1));
    watched.take(wire.attemptStart('1', 1, 1), wire.attemptStart('1', 1, 3), wire.attemptStart('1', 1, 4));
    expect(watched.row('1').violations.map((violation) => violation.rule)).toEqual(['attempt-jump', 'over-limit']);
  });

  it('counts always equal what the rows say', () => {
    const step = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      what: fc.constantFrom('r', 's', 'd', 'x', 'clear', 'retry'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const wire = new Wire();
        const watched = new Watched({ maxTasks: 4 });
        for (const { id, what } of steps) {
          if (what === 'r') watched.take(wire.registered(id));
          else if (what === 's') watched.take(wire.started(id));
          else if (what === 'd') watched.take(wire.done(id));
          else if (what === 'x') watched.take(wire.refused(id));
          else if (what === 'clear') watched.reducer.clear();
          else watched.take(wire.layerStart(id, 1), wire.attemptStart(id, 1, 1), wire.retried(id, 1, 1, 50));
        }
        const { counts } = watched.reducer.model;
        const { rows } = watched;
        expect(counts.all).toBe(rows.length);
        for (const state of ['pending', 'running', 'success', 'error', 'cancelled'] as const) {
          expect(counts[state]).toBe(rows.filter((row) => row.state === state).length);
        }
        expect(counts.retrying).toBe(rows.filter((row) => row.retrying).length);
      }),
    );
  });
});
