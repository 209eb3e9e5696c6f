import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Hub } from '../../runtime/hub.ts';
import { ANSWER, ARGUMENT, ASK, OFFER, type PageSays, type Pulled, type Verb } from '../handover.ts';
import { FakeLedger, FakeRuntime, fakeHub } from '../testing/fake-page.ts';
import { CancelableMessageEvent } from '../testing/message-event.ts';
import type { OutboxLimits } from './outbox.ts';
import { startPageBridge } from './page-bridge.ts';

// On a busy machine the budget of time would cut what a test looks at: there the clock stands.
const clock = vi.hoisted(() => ({ stands: false }));
vi.mock('./primordials.ts', async (original) => ({
  ...(await original<object>()),
  now: () => (clock.stands ? 0 : performance.now()),
}));

const stops: (() => void)[] = [];
afterEach(() => {
  clock.stands = false;
  for (const stop of stops.splice(0)) stop();
});

/** Messages of a MessageChannel come in turns of the event loop, not after a time. */
const turns = async (): Promise<void> => {
  for (let n = 0; n < 4; n++) await new Promise((resolve) => setImmediate(resolve));
};

interface Told {
  readonly type: string;
  readonly seq?: number;
  readonly [key: string]: unknown;
}

/** The relay's end, by hand. */
class End {
  readonly window = new EventTarget();
  readonly said: PageSays[] = [];
  readonly pulled: Pulled[] = [];
  picture = '';
  readonly #channel = new MessageChannel();
  accepted = false;

  constructor() {
    this.#channel.port1.onmessage = ({ data }: MessageEvent<PageSays>) => void this.said.push(data);
    this.#channel.port2.addEventListener(ANSWER, (event) => {
      if (!(event instanceof MessageEvent)) return;
      if (typeof event.data === 'string') this.picture = event.data;
      else this.pulled.push(event.data);
    });
    stops.push(() => this.#channel.port1.close());
  }

  offer(): boolean {
    const event = new CancelableMessageEvent(OFFER, { ports: [this.#channel.port2], cancelable: true });
    this.window.dispatchEvent(event);
    this.accepted = event.defaultPrevented;
    return this.accepted;
  }

  ask(verb: Verb, viewer: number, argument = 0): void {
    this.#channel.port2.dispatchEvent(new MessageEvent(verb, { data: viewer + argument * ARGUMENT }));
  }

  /** What a viewer has got so far, after pulling until nothing is ready. */
  async pull(viewer: number): Promise<Told[]> {
    for (let n = 0; n < 50; n++) {
      await turns();
      const ready = this.said.filter(([verb, of]) => verb === 'ready' && of === viewer).length;
      if (ready <= this.pulled.filter(([of]) => of === viewer).length) break;
      this.ask('pull', viewer);
    }
    return this.events(viewer);
  }

  events(viewer: number): Told[] {
    return this.pulled.flatMap(([of, json]) => {
      const events: Told[] = of === viewer ? JSON.parse(`[${json}]`) : [];
      return events;
    });
  }

  tally(viewer: number): readonly number[] {
    return (
      this.pulled
        .findLast(([of]) => of === viewer)
        ?.slice(2, 5)
        .map(Number) ?? []
    );
  }
}

function start(meeting: Hub = fakeHub(), limits?: OutboxLimits): { end: End; meeting: Hub } {
  const end = new End();
  startPageBridge(end.window, limits, meeting);
  return { end, meeting };
}

describe('the handover', () => {
  it('bridge 8: the port is taken once, whichever of the two scripts starts first', () => {
    const late = new End();
    let asked = 0;
    late.window.addEventListener(ASK, () => {
      asked++;
      late.offer();
    });
    startPageBridge(late.window, undefined, fakeHub());
    expect([asked, late.accepted]).toEqual([1, true]);
    const { end } = start();
    expect(end.offer()).toBe(true);
    expect(end.offer()).toBe(false);
  });

  it('D13: of two scripts in one page each takes one port, and hears what its own relay asks', async () => {
    const meeting = fakeHub();
    const [one, other] = [new End(), new End()];
    Object.defineProperty(other, 'window', { value: one.window });
    for (let n = 0; n < 2; n++) startPageBridge(one.window, undefined, meeting);
    expect([one.offer(), other.offer()]).toEqual([true, true]);
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    one.ask('attach', 1);
    expect(runtime.listeners.size).toBe(1);
    other.ask('attach', 1);
    expect(runtime.listeners.size).toBe(2);
    runtime.run('1');
    expect(await one.pull(1)).toEqual(await other.pull(1));
    expect((await one.pull(1)).filter((event) => event.type === 'task:done')).toHaveLength(1);
  });

  it('B10: forged events of that name, null and other things do nothing', async () => {
    const { end } = start();
    end.window.dispatchEvent(new Event(OFFER));
    end.window.dispatchEvent(new CustomEvent(OFFER, { detail: { ports: [1] } }));
    end.window.dispatchEvent(new MessageEvent(OFFER, { data: 'x' }));
    end.window.dispatchEvent(new MessageEvent('message', { data: { type: 'batch' } }));
    expect(end.offer()).toBe(true);
    await turns();
    expect(end.said).toEqual([]);
  });

  it('bridge 9: says once that something has announced itself, before or after the port is there', async () => {
    const meeting = fakeHub();
    meeting.announce(new FakeRuntime('a'));
    const { end } = start(meeting);
    end.offer();
    meeting.announce(new FakeRuntime('b'));
    await turns();
    expect(end.said).toEqual([['source', 1]]);
  });

  it('D20: without a viewer nothing is attached, nothing serialised, nothing posted', async () => {
    const meeting = fakeHub();
    const { end } = start(meeting);
    end.offer();
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    let looked = 0;
    const meta = new Proxy(
      {},
      {
        ownKeys(target) {
          looked++;
          return Reflect.ownKeys(target);
        },
      },
    );
    for (let n = 0; n < 100; n++) runtime.register(`t${n}`, { meta });
    await turns();
    expect(runtime.listeners.size).toBe(0);
    expect(looked).toBe(0);
    expect(end.said).toHaveLength(1);
  });

  it('a page that breaks the hub breaks nothing else', () => {
    const broken = {
      version: 1,
      announce: () => () => {},
      watch: () => {
        throw new Error('page');
      },
    };
    const { end } = start(broken);
    expect(end.offer()).toBe(true);
  });
});

describe('a viewer', () => {
  it('bridge 3: gets a snapshot, then what happens, with seq and original times', async () => {
    const { end, meeting } = start();
    end.offer();
    const runtime = new FakeRuntime('a', 'uploads');
    meeting.announce(runtime);
    runtime.dropped = { tasks: 2, events: 6 };
    runtime.run('1');
    runtime.register('2', { meta: { file: 'a.png' } });
    end.ask('attach', 1);
    const past = await end.pull(1);
    expect(past.map((event) => [event.type, event.seq])).toEqual([
      ['snapshot:start', undefined],
      ['runtime:created', 1],
      ['task:registered', 2],
      ['task:started', 3],
      ['task:done', 4],
      ['task:registered', 5],
      ['snapshot:end', 5],
    ]);
    expect(past[1]).toMatchObject({ name: 'uploads', maxPending: Number.POSITIVE_INFINITY, at: 1_001 });
    expect(past[5]).toMatchObject({ meta: { kind: 'object', entries: [['file', 'a.png']] } });
    expect(past[6]).toMatchObject({
      stream: 'runtime',
      id: 'a',
      library: '0.0.0-fake',
      dropped: { tasks: 2, events: 6 },
    });
    runtime.start('2');
    runtime.end('2', { error: new TypeError('no network') });
    const live = (await end.pull(1)).slice(past.length);
    expect(live.map((event) => [event.type, event.seq])).toEqual([
      ['task:started', 6],
      ['task:done', 7],
    ]);
    expect(live[1]).toMatchObject({
      state: 'error',
      error: {
        name: 'TypeError',
        message: 'no network',
        class: 'TypeError',
        retryable: true,
        preview: { kind: 'error' },
      },
    });
    expect(end.tally(1)).toEqual([9, 0, 0]);
  });

  it('bridge 5: tasks are told with what the ledgers hold of them, whoever came first', async () => {
    const { end, meeting } = start();
    end.offer();
    const ledger = new FakeLedger('l');
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    meeting.announce(ledger);
    const task = runtime.register('1');
    ledger.tell(task, {
      type: 'layer-start',
      layer: 1,
      kind: 'retry',
      options: { retries: 2, unbounded: false },
      at: 5,
    });
    ledger.tell(undefined, { type: 'layer-start', layer: 1, kind: 'retry', options: {}, at: 6 }, { run: '9' });
    end.ask('attach', 1);
    const past = await end.pull(1);
    expect(past.map((event) => `${event.type} ${event.seq ?? ''}`)).toEqual([
      'snapshot:start ',
      'layer-start 2',
      'snapshot:start ',
      'runtime:created 1',
      'task:registered 2',
      'layer-start 1',
      'snapshot:end 2',
      'snapshot:end 2',
    ]);
    expect(past[5]).toMatchObject({
      runtimeId: 'a',
      id: '1',
      ledgerId: 'l',
      options: { retries: 2, unbounded: false },
    });
    const digest = { name: 'E', message: 'm', class: 'E', retryable: true };
    ledger.tell(
      task,
      { type: 'attempt-end', layer: 1, attempt: 1, at: 9, decision: 'retried', error: new Error('m'), planned: 5 },
      { digest },
    );
    const [live] = (await end.pull(1)).slice(past.length);
    expect(live).toMatchObject({
      type: 'attempt-end',
      seq: 3,
      id: '1',
      planned: 5,
      error: { ...digest, preview: { kind: 'error' } },
    });
  });

  it('D13: two viewers hear each event once, and one may leave', async () => {
    const { end, meeting } = start();
    end.offer();
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    end.ask('attach', 1);
    end.ask('attach', 2);
    await turns();
    runtime.run('1');
    const [first, second] = [await end.pull(1), await end.pull(2)];
    expect(first).toEqual(second);
    end.ask('detach', 1);
    await turns();
    expect(runtime.listeners.size).toBe(1);
    runtime.run('2');
    expect((await end.pull(2)).length).toBe(second.length + 3);
    expect(await end.pull(1)).toEqual(first);
    end.ask('detach', 2);
    await turns();
    expect(runtime.listeners.size).toBe(0);
  });

  it('D7: runtimes that come later are told from their beginning; one taken back is let go', async () => {
    const { end, meeting } = start();
    end.offer();
    end.ask('attach', 1);
    await turns();
    const runtime = new FakeRuntime('late');
    const withdraw = meeting.announce(runtime);
    runtime.run('1');
    expect((await end.pull(1)).map((event) => event.seq)).toEqual([undefined, 1, 1, 2, 3, 4]);
    withdraw();
    expect(runtime.listeners.size).toBe(0);
  });

  it('D27: where there is no more room what comes is dropped and counted; told anew, all that is known is there', async () => {
    const { end, meeting } = start(fakeHub(), { events: 10, text: 1e6, batch: 1e6 });
    end.offer();
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    end.ask('attach', 1);
    const past = await end.pull(1);
    for (let n = 0; n < 100; n++) runtime.register(`t${n}`);
    const live = (await end.pull(1)).slice(past.length);
    expect(live.map((event) => event.seq)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(end.pulled.at(-1)).toEqual([1, expect.anything(), past.length + 100, 90, 0, true]);
    // There is room again, but what came between is missing: nothing is let in until all is told anew.
    runtime.register('later');
    end.ask('pull', 1);
    expect(end.pulled.at(-1)?.slice(1)).toEqual(['', past.length + 101, 91, 0, true]);
    end.ask('attach', 1);
    runtime.start('t0');
    while (end.tally(1)[2] !== 0 || end.events(1).at(-1)?.type !== 'task:started') end.ask('pull', 1);
    const again = end.events(1).slice(past.length + live.length);
    expect(again.filter((event) => event.type === 'task:registered')).toHaveLength(101);
    expect(again.at(-2)).toMatchObject({ type: 'snapshot:end', seq: 102 });
    expect(again.at(-1)).toMatchObject({ type: 'task:started', seq: 103 });
  });

  it('bridge 12: a snapshot is never dropped, and takes no room of what is live', async () => {
    const { end, meeting } = start(fakeHub(), { events: 10, text: 1e6, batch: 1e6 });
    end.offer();
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    for (let n = 0; n < 50; n++) runtime.run(`t${n}`);
    end.ask('attach', 1);
    runtime.run('live');
    const events = await end.pull(1);
    expect(events.filter((event) => event.type === 'task:registered')).toHaveLength(51);
    expect(end.tally(1)).toEqual([153 + 3, 0, 0]);
  });

  it('bridge 3: what falls out of the history while it is told is counted, and told once', async () => {
    const { end, meeting } = start();
    end.offer();
    const runtime = new FakeRuntime('a');
    runtime.run('old');
    runtime.register('live');
    const { attach } = runtime;
    const late = Object.assign(new FakeRuntime('b'), {
      attach: (listener: Parameters<typeof attach>[0]) => {
        const attachment = attach(listener);
        // A record that is written over before its turn.
        const newer = () => [...attach(() => {}).tasks].at(-1);
        const tasks = (function* () {
          yield* attachment.tasks;
          const last = newer();
          if (last) yield last;
        })();
        return { ...attachment, tasks, dropped: { tasks: 4, events: 12 } };
      },
    });
    meeting.announce(late);
    end.ask('attach', 1);
    runtime.run('new');
    const events = await end.pull(1);
    expect(events.filter((event) => event.type === 'task:done').map((event) => event.id)).toEqual(['old', 'new']);
    expect(events.find((event) => event.type === 'snapshot:end')).toMatchObject({ dropped: { tasks: 5, events: 15 } });
  });

  it('bridge 12: 100 000 pending tasks are told in pieces, each task of the page no longer than what it takes', async () => {
    const { end, meeting } = start();
    end.offer();
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    for (let n = 0; n < 100_000; n++) runtime.register(`t${n}`);
    end.ask('attach', 1);
    runtime.run('live');
    let told = 0;
    for (let n = 0; n < 10_000; n++) {
      end.ask('pull', 1);
      const [, json = '', , , pending] = end.pulled.at(-1) ?? [];
      told += JSON.parse(`[${json}]`).length;
      if (!pending) break;
    }
    expect(end.pulled.length).toBeGreaterThan(10);
    expect(end.tally(1)).toEqual([told, 0, 0]);
    expect(told).toBe(100_000 + 3 + 3);
  });

  it('bridge 11: what is taken at a time is cut at about the size of a batch', async () => {
    const { end, meeting } = start(fakeHub(), { events: 1e6, text: 1e9, batch: 10_000 });
    end.offer();
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    end.ask('attach', 1);
    await end.pull(1);
    for (let n = 0; n < 200; n++) runtime.register(`t${n}`, { meta: 'x'.repeat(500) });
    await end.pull(1);
    const sizes = end.pulled.map(([, json]) => json.length);
    expect(sizes.length).toBeGreaterThan(10);
    expect(Math.max(...sizes)).toBeLessThan(11_000);
  });

  it('an event that nobody can read is dropped and counted; the app hears nothing', async () => {
    const { end, meeting } = start();
    end.offer();
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    end.ask('attach', 1);
    const past = await end.pull(1);
    const hostile = {
      type: 'runtime:idle',
      runtimeId: 'a',
      seq: 2,
      at: 1,
      get bad() {
        throw new Error('page');
      },
    } as const;
    for (const listener of runtime.listeners) listener(hostile);
    runtime.seq++;
    runtime.run('1');
    const live = (await end.pull(1)).slice(past.length);
    expect(live.map((event) => event.type)).toEqual(['gap', 'task:registered', 'task:started', 'task:done']);
    expect(end.tally(1)).toEqual([past.length + 4, 1, 0]);
  });

  it('bridge 12: texts are cut, ids stay apart, and no batch or event is longer than a relay takes', async () => {
    const { end, meeting } = start();
    end.offer();
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    end.ask('attach', 1);
    const past = await end.pull(1);
    const huge = 'x'.repeat(5_000_000);
    runtime.register(`${huge}1`, { name: huge });
    runtime.register(`${huge}2`);
    runtime.start(`${huge}2`);
    runtime.register('short');
    const odd = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, 'y'.repeat(9_999)]));
    for (const listener of runtime.listeners)
      listener({ type: 'runtime:idle', runtimeId: 'a', seq: ++runtime.seq, at: 1, ...odd });
    runtime.register('last');
    const [first, second, started, short, gap, last] = (await end.pull(1)).slice(past.length);
    expect(`${first?.name}`).toMatch(/^x{10000}… \(5000000 #-?\d+\)$/);
    expect(`${first?.id}`).toMatch(/^x{10000}… \(5000001 #-?\d+\)$/);
    expect(second?.id).not.toBe(first?.id);
    expect(started?.id).toBe(second?.id);
    expect([short?.id, gap?.type, last?.id]).toEqual(['short', 'gap', 'last']);
    expect(end.tally(1).slice(1)).toEqual([1, 0]);
    for (const [, json] of end.pulled) expect(json.length).toBeLessThan(1_100_000);
  });

  it('bridge 6: an infinite priority, up or down, is told as it is', async () => {
    const { end, meeting } = start();
    end.offer();
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    end.ask('attach', 1);
    await end.pull(1);
    runtime.say({ type: 'task:registered', id: '1', name: '1', priority: -Infinity, meta: undefined });
    expect((await end.pull(1)).at(-1)).toMatchObject({ priority: -Infinity });
  });

  it('bridge 6: sources that are none, or that throw when they are looked at, are left out alone', async () => {
    const { end, meeting } = start();
    end.offer();
    const announce = (source: unknown): unknown => Reflect.apply(meeting.announce, undefined, [source]);
    const throws = {
      get: () => {
        throw new Error('page');
      },
    };
    announce(null);
    announce(Object.defineProperty({}, 'kind', throws));
    announce(Object.defineProperty(new FakeRuntime('odd'), 'redact', throws));
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    runtime.run('1');
    end.ask('attach', 1);
    expect((await end.pull(1)).filter((event) => event.type === 'task:done')).toHaveLength(1);
    announce(undefined);
    runtime.run('2');
    expect((await end.pull(1)).filter((event) => event.type === 'task:done')).toHaveLength(2);
  });

  it('bridge 6: what the page put on prototypes is neither run nor sent', async () => {
    const { end, meeting } = start();
    end.offer();
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    end.ask('attach', 1);
    await end.pull(1);
    let called = 0;
    const define = (target: object, key: string): void => {
      Object.defineProperty(target, key, { configurable: true, enumerable: true, get: () => called++ });
    };
    define(Object.prototype, 'injected');
    for (const key of ['error', 'ledgerId', 'untracked', 'past']) define(Object.prototype, key);
    define(Array.prototype, 'toJSON');
    try {
      runtime.run('1', { error: { odd: [1] } });
      await turns();
    } finally {
      for (const key of ['injected', 'error', 'ledgerId', 'untracked', 'past'])
        Reflect.deleteProperty(Object.prototype, key);
      Reflect.deleteProperty(Array.prototype, 'toJSON');
    }
    expect(JSON.stringify(await end.pull(1))).not.toContain('injected":');
    expect(called).toBe(0);
  });

  it('bridge 6: expanding asks for more while the value is held, and tells when it is not', async () => {
    clock.stands = true;
    const { end, meeting } = start();
    end.offer();
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    end.ask('attach', 1);
    await end.pull(1);
    const list = Array.from({ length: 250 }, (_, n) => ({ n }));
    runtime.register('1', { meta: { list } });
    const told = (await end.pull(1)).at(-1);
    const json = JSON.stringify(told?.meta);
    const ref = Number(/"more":150,"ref":(\d+)/.exec(json)?.[1]);
    end.ask('expand', 1, ref);
    expect(JSON.parse(end.picture)).toMatchObject({ kind: 'array', size: 250 });
    expect(JSON.parse(end.picture).entries).toHaveLength(250);
    expect(end.picture).not.toContain('"more"');
    for (let n = 0; n < 201; n++) runtime.register(`n${n}`, { meta: 'x'.repeat(20_000) });
    end.ask('expand', 1, ref);
    expect(end.picture).toBe('');
    end.ask('expand', 1, 999_999);
    expect(end.picture).toBe('');
    end.ask('expand', 9, 1);
    expect(end.picture).toBe('');
  });

  it('bridge 7: the app’s own redact stands before all that leaves the page', async () => {
    const { end, meeting } = start();
    end.offer();
    const asked: string[] = [];
    const runtime = Object.assign(new FakeRuntime('a'), {
      redact: (path: string, value: unknown) => {
        asked.push(path);
        if (path === 'meta.throws') throw new Error('redactor');
        if (path === 'error.status' || path === 'meta.card') return '***';
        return typeof value === 'string' ? value.replaceAll('alice', 'user') : value;
      },
    });
    const ledger = new FakeLedger('l');
    meeting.announce(runtime);
    meeting.announce(ledger);
    end.ask('attach', 1);
    const past = await end.pull(1);
    const meta = { card: { number: 4 }, throws: 1, list: ['alice'] };
    const task = runtime.register('alice-1', { name: 'hello alice', meta });
    const error = Object.assign(new Error('alice failed'), { status: 503 });
    const digest = { name: 'Error', message: 'alice failed', class: 'Error', retryable: true };
    const step = { type: 'attempt-end', layer: 1, attempt: 1, at: 1, decision: 'exhausted', error } as const;
    ledger.tell(task, step, { digest });
    runtime.end('alice-1', { error });
    const live = (await end.pull(1)).slice(past.length);
    expect(JSON.stringify(live)).not.toContain('alice');
    expect(live[0]).toMatchObject({
      id: 'user-1',
      name: 'hello user',
      meta: {
        entries: [
          ['card', '***'],
          ['throws', '[redaction failed]'],
          ['list', { entries: [[0, 'user']] }],
        ],
      },
    });
    expect(live[1]).toMatchObject({ id: 'user-1', error: { message: 'user failed' } });
    expect(JSON.stringify(live[1])).toContain('["status","***"]');
    expect(live[2]).toMatchObject({ type: 'task:done', error: { message: 'user failed' } });
    expect(asked).toEqual(
      expect.arrayContaining(['name', 'id', 'meta', 'meta.list.0', 'error.message', 'error.stack']),
    );
  });

  it('bridge 7: results are told where the app asked for all to be captured', async () => {
    const { end, meeting } = start();
    end.offer();
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    end.ask('attach', 1);
    await end.pull(1);
    const times = { registeredAt: 1, startedAt: 1, endedAt: 2 };
    const result = new Map([['a', 1]]);
    runtime.say({ type: 'task:done', id: '1', state: 'success', retryable: false, result, ...times });
    expect((await end.pull(1)).at(-1)).toMatchObject({ result: { kind: 'map', size: 1 } });
  });
});
