import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Reducer } from '../../bridge/model/reducer.ts';
import type { OutboxLimits } from '../../bridge/page/outbox.ts';
import { Viewer } from '../../bridge/page/viewer.ts';
import { receive } from '../../bridge/schema.ts';
import { FakeLedger, FakeRuntime, fakeHub } from '../../bridge/testing/fake-page.ts';
import { ViewerLine } from './viewer-line.ts';

const SESSION = '0'.repeat(32);
const HISTORY = 5;

/** A runtime that remembers its live tasks and the last few that ended; a viewer of it, with little room on either side. */
class Flooded {
  readonly hub = fakeHub();
  readonly runtime = new FakeRuntime('r');
  readonly ledger = new FakeLedger('l');
  readonly reducer = new Reducer();
  readonly states = new Map<string, string>();
  readonly line: ViewerLine;
  #viewer: Viewer | undefined;
  readonly #arrived: string[] = [];
  #ended: string[] = [];
  #count = 0;

  constructor(limits: OutboxLimits, room?: number) {
    this.hub.announce(this.runtime);
    this.hub.announce(this.ledger);
    this.line = new ViewerLine({
      number: 1,
      session: SESSION,
      command: () => '',
      epoch: () => 0,
      about: () => ({ hub: 1, url: 'http://app.test/', since: 1 }),
      ...(room === undefined ? {} : { room }),
      ask: (verb) => {
        if (verb === 'attach') this.#viewer = new Viewer(this.hub.watch, limits, () => this.line.waits());
        if (verb !== 'pull' || !this.#viewer) return '';
        const { outbox } = this.#viewer;
        const json = outbox.take();
        this.line.events(json, [outbox.emitted, outbox.dropped, outbox.pending, outbox.full]);
        if (this.#viewer.outbox.pending > 0) this.line.waits();
        return '';
      },
    });
    this.line.connect((text) => void this.#arrived.push(text));
    this.line.take({ type: 'attach', protocol: 1 });
    this.line.waits();
  }

  register(): void {
    const id = `t${++this.#count}`;
    this.runtime.register(id);
    this.states.set(id, 'pending');
  }

  start(n: number): void {
    const id = this.#pick('pending', n);
    if (id === undefined) return;
    this.states.set(id, 'running');
    this.runtime.start(id);
    this.ledger.tell(this.runtime.identities.get(id), {
      type: 'layer-start',
      layer: 1,
      kind: 'retry',
      options: {},
      at: 1,
    });
    this.ledger.tell(this.runtime.identities.get(id), { type: 'attempt-start', layer: 1, attempt: 1, at: 1 });
  }

  end(n: number): void {
    const id = this.#pick('running', n);
    if (id === undefined) return;
    this.states.set(id, 'success');
    this.ledger.tell(this.runtime.identities.get(id), { type: 'layer-end', layer: 1, outcome: 'succeeded', at: 2 });
    this.runtime.end(id);
    this.#ended.push(id);
    const oldest = this.#ended.length > HISTORY ? this.#ended.shift() : undefined;
    if (oldest === undefined) return;
    this.runtime.past.delete(oldest);
    const { tasks, events } = this.runtime.dropped;
    this.runtime.dropped = { tasks: tasks + 1, events: events + 3 };
  }

  /** One turn of the relay. */
  pull(): void {
    if (this.line.ready) this.line.turn();
  }

  /** The viewer takes what has arrived, and says so. */
  ack(): void {
    for (const text of this.#arrived.splice(0)) {
      const { message, refused } = receive(text);
      expect(refused).toBe(0);
      if (message?.type === 'hello') this.reducer.hello(message);
      if (message?.type !== 'batch') continue;
      this.reducer.batch(message);
      // By what has arrived, not by what the relay says of it.
      const seen = this.reducer.model.sessions.get(SESSION)?.counters;
      expect(seen).toEqual(message.counters);
      expect(message.counters.emitted).toBe(
        message.counters.delivered + message.counters.dropped + message.counters.pending,
      );
      this.line.take({ type: 'ack', batch: message.batch });
    }
  }

  drain(): void {
    this.ack();
    for (let n = 0; this.line.ready && n < 10_000; n++) {
      this.pull();
      this.ack();
    }
  }

  /** Every row is what the task is; of those that ended the ones that the viewer never heard of are counted. */
  check(): void {
    const { model } = this.reducer;
    const rows = [...model.tasks.values()];
    const kept = [...this.states].filter(([id]) => this.runtime.past.has(id));
    for (const row of rows) expect([row.id, row.state]).toEqual([row.id, this.states.get(row.id)]);
    for (const [id] of kept) expect(rows.find((row) => row.id === id)).toMatchObject({ partial: false, name: id });
    const live = kept.filter(([, state]) => state !== 'success');
    expect(rows.filter((row) => row.state !== 'success')).toHaveLength(live.length);
    const runtime = [...model.runtimes.values()][0];
    expect(rows.length + (runtime?.dropped.tasks ?? 0)).toBe(this.states.size);
  }

  #pick(state: string, n: number): string | undefined {
    const ids = [...this.states].filter(([, of]) => of === state).map(([id]) => id);
    return ids[n % ids.length];
  }
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('register' as const), n: fc.constant(0) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('start' as const), n: fc.nat(9) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('end' as const), n: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pull' as const), n: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ack' as const), n: fc.constant(0) }) },
);

it('bridge 12: after an overflow the states come right, what is missing is counted, and the counters always add up', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 50, maxLength: 300, size: 'max' }),
      fc.integer({ min: 5, max: 40 }),
      fc.constantFrom(2_000, 6_000, 1e6),
      (steps, events, room) => {
        const flooded = new Flooded({ events, text: 1e6, batch: 1_500 }, room);
        for (const { do: what, n } of steps) flooded[what](n);
        flooded.drain();
        flooded.check();
      },
    ),
    { numRuns: 200 },
  );
});

it('bridge 12: 40 000 tasks that end in the turn in which they were enqueued: no row that still waits, the rest is counted', () => {
  const flooded = new Flooded({ events: 50_000, text: 16e6, batch: 1e6 });
  flooded.drain();
  for (let n = 0; n < 40_000; n++) flooded.runtime.register(`t${n}`);
  for (let n = 0; n < 40_000; n++) {
    flooded.runtime.start(`t${n}`);
    flooded.runtime.end(`t${n}`);
    if (n < 39_000) flooded.runtime.past.delete(`t${n}`);
  }
  flooded.runtime.dropped = { tasks: 39_000, events: 117_000 };
  flooded.drain();
  const { counts, runtimes } = flooded.reducer.model;
  expect(counts).toMatchObject({ pending: 0, running: 0, all: counts.success });
  expect(counts.success).toBeGreaterThan(5_000);
  expect([...runtimes.values()][0]?.dropped.tasks).toBe(40_000 - counts.success);
});
