import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Reducer } from '../model/reducer.ts';
import { receive } from '../schema.ts';
import { FakeLedger, FakeRuntime, fakeHub } from '../testing/fake-page.ts';
import type { OutboxLimits } from './outbox.ts';
import { Viewer } from './viewer.ts';

const SESSION = '0'.repeat(32);
const HISTORY = 5;

/** A runtime that remembers its live tasks and the last few that ended, and one viewer of it with little room. */
class Flooded {
  readonly hub = fakeHub();
  readonly runtime = new FakeRuntime('r');
  readonly ledger = new FakeLedger('l');
  readonly reducer = new Reducer();
  readonly states = new Map<string, string>();
  readonly viewer: Viewer;
  #ended: string[] = [];
  #count = 0;
  #batch = 0;

  constructor(limits: OutboxLimits) {
    this.hub.announce(this.runtime);
    this.hub.announce(this.ledger);
    const hello = { type: 'hello', protocol: 1, hub: 1, url: 'http://app.test/', since: 1, resumed: false } as const;
    this.reducer.hello({ ...hello, session: SESSION });
    this.viewer = new Viewer(this.hub.watch, limits, () => {});
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

  pull(): void {
    const { outbox } = this.viewer;
    const json = outbox.take();
    this.viewer.repair();
    const { emitted, dropped, pending } = outbox;
    const counters = { emitted, delivered: emitted - dropped - pending, dropped, pending, lost: 0 };
    const head = JSON.stringify({ type: 'batch', session: SESSION, batch: ++this.#batch, counters });
    const { message, refused } = receive(`${head.slice(0, -1)},"events":[${json}]}`);
    expect(refused).toBe(0);
    if (message?.type === 'batch') this.reducer.batch(message);
    // By what has arrived, not by what the page says of it.
    const seen = this.reducer.model.sessions.get(SESSION)?.counters;
    expect(seen).toEqual(counters);
  }

  drain(): void {
    for (let n = 0; this.viewer.outbox.pending > 0 && n < 10_000; n++) this.pull();
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
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pull' as const), n: fc.constant(0) }) },
);

it('bridge 12: after an overflow the states come right, what is missing is counted, and the counters always add up', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 50, maxLength: 300, size: 'max' }),
      fc.integer({ min: 5, max: 40 }),
      (steps, events) => {
        const flooded = new Flooded({ events, text: 1e6, batch: 1_500 });
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
