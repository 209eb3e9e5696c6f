import { describe, expect, test, vi } from 'vitest';
import { type Hub, type HubSource, hub, type RuntimeSource } from './hub.ts';
import { createRuntime, type RuntimeEvent, TaskError } from './index.ts';
import { createTestClock } from './testing/index.ts';
import { listen, stubborn } from './testing/kit.ts';

/** The source that a runtime announced. */
function sourceOf(id: string): RuntimeSource {
  let found: RuntimeSource | undefined;
  hub().watch((source) => {
    if (source.kind === 'runtime' && source.id === id) found = source;
  })();
  if (found === undefined) throw new Error('not announced');
  return found;
}

function setup(options: Parameters<typeof createRuntime>[0] = {}) {
  const clock = createTestClock(1000);
  const runtime = createRuntime({ clock, ...options });
  return { clock, runtime, source: sourceOf(runtime.id) };
}

describe('late attach', () => {
  test('bridge 3: the past is told in the order of registration, whatever has ended, runs, or waits with another priority', async () => {
    const { clock, runtime, source } = setup({ concurrency: 2 });
    runtime.enqueue(stubborn(50, ''), { name: '1 ended second' });
    runtime.enqueue(stubborn(10, ''), { name: '2 ended first' });
    runtime.enqueue(stubborn(500, ''), { name: '3 runs', priority: 1 });
    runtime.enqueue(() => 1, { name: '4 waits' });
    runtime.enqueue(() => 1, { name: '5 goes first', priority: 9 });
    runtime.enqueue(() => 1, { name: '6 waits' });
    runtime.enqueue(stubborn(500, ''), { name: '7 runs', priority: 5 });
    runtime.enqueue(() => 1, { name: '8 waits', priority: 5 });
    await clock.advance(60);
    runtime.pause();
    const names = [...source.attach(() => {}).tasks].map(
      ({ events: [first] }) => first && 'name' in first && first.name,
    );
    expect(names).toEqual([...names].sort());
    expect(names).toHaveLength(8);
  });

  test('runtime 35: events are made again with their seq and original times', async () => {
    const { clock, runtime, source } = setup({ concurrency: 2, name: 'uploads' });
    const heard: RuntimeEvent[] = listen(runtime);
    runtime.enqueue(stubborn(10, ''), { name: 'a', meta: { size: 1 }, priority: 3 });
    const failing = runtime.enqueue(
      async ({ clock: own }) => {
        await own?.sleep(20);
        throw new TaskError('x', { retryable: true });
      },
      { name: 'b', parent: 'p' },
    );
    runtime.enqueue(stubborn(100, ''), { name: 'runs', id: 'own' });
    runtime.enqueue(() => 1, { name: 'pends' });
    runtime.enqueue(() => 1, { name: 'skipped' }).cancel('why');
    await clock.advance(15);
    await clock.advance(6);
    runtime.enqueue(stubborn(500, ''), { name: 'runs too' });
    runtime.enqueue(() => 1, { name: 'pends too' });
    await clock.advance(1000 - 978);
    expect(failing.state).toBe('error');

    const attachment = source.attach(() => {});
    const again = [...attachment.tasks].flatMap(({ events }) => events);
    const original = heard.filter(({ type }) => type.startsWith('task:') && type !== 'task:cancel-requested');
    expect(again.sort((x, y) => x.seq - y.seq)).toEqual(original);
    expect(attachment.seq).toBe(heard.at(-1)?.seq);
    expect(attachment.dropped).toEqual({ tasks: 0, events: 0 });
    expect(attachment.runtime).toEqual([
      {
        type: 'runtime:created',
        runtimeId: runtime.id,
        seq: 1,
        at: 1000,
        name: 'uploads',
        concurrency: 2,
        onError: 'continue',
        maxPending: Infinity,
      },
    ]);
    attachment.detach();
  });

  test('runtime 35: tasks come oldest first by registration', async () => {
    const { clock, runtime, source } = setup({ concurrency: 2 });
    for (const ms of [30, 5, 5, 5]) runtime.enqueue(stubborn(ms, ''));
    await clock.advance(12);
    const seqs = [...source.attach(() => {}).tasks].map(({ events }) => events[0]?.seq);
    expect(seqs).toEqual([2, 3, 4, 5]);
  });

  test('runtime 35: the listener hears seq + 1 next, every event, and nothing after detach', async () => {
    const { clock, runtime, source } = setup();
    runtime.enqueue(() => 1);
    await clock.advance(0);
    const heard: number[] = [];
    const { seq, detach } = source.attach((event) => heard.push(event.seq));
    runtime.enqueue(() => 1);
    await clock.advance(0);
    expect(heard).toEqual([seq + 1, seq + 2, seq + 3, seq + 4]);
    detach();
    detach();
    runtime.enqueue(() => 1);
    await clock.advance(0);
    expect(heard).toHaveLength(4);
  });

  test('runtime 35: attached from a listener, in the middle of an event: no event twice, none missing', async () => {
    const { clock, runtime, source } = setup();
    const seen = new Set<number>();
    const twice: number[] = [];
    const note = (seq: number) => (seen.has(seq) ? twice.push(seq) : seen.add(seq));
    let attached = false;
    runtime.events.on('task:started', () => {
      if (attached) return;
      attached = true;
      const { runtime: own, tasks } = source.attach(({ seq }) => note(seq));
      for (const { seq } of own) note(seq);
      for (const { events } of tasks) for (const { seq } of events) note(seq);
    });
    for (let i = 0; i < 3; i++) runtime.enqueue(() => 1);
    await clock.advance(0);
    expect(twice).toEqual([]);
    expect([...seen].sort((x, y) => x - y)).toEqual(Array.from({ length: 11 }, (_, i) => i + 1));
  });

  test('runtime 35: state and concurrency changed since: one runtime:changed with the present values', () => {
    const { runtime, source } = setup({ paused: true });
    expect(source.attach(() => {}).runtime[1]).toMatchObject({ type: 'runtime:changed', state: 'paused', seq: 2 });
    runtime.concurrency = 5;
    runtime.resume();
    expect(source.attach(() => {}).runtime.slice(1)).toMatchObject([
      { type: 'runtime:changed', state: 'running', concurrency: 5, seq: 4 },
    ]);
  });

  test('runtime 35: 1 500 tasks with a history of 1 000: what fell out is counted in tasks and events', async () => {
    const { clock, runtime, source } = setup();
    for (let i = 0; i < 1500; i++) runtime.enqueue(() => 1);
    await clock.advance(0);
    const attachment = source.attach(() => {});
    const tasks = [...attachment.tasks];
    expect(tasks).toHaveLength(1000);
    expect(tasks[0]?.events[0]?.seq).toBe(1 + 500 + 1);
    expect(attachment.dropped).toEqual({ tasks: 500, events: 1500 });
  });

  test('runtime 35: history is settable, down to none; a task that never started counts two events', async () => {
    const few = setup({ devtools: { history: 3 } });
    for (let i = 0; i < 40; i++) few.runtime.enqueue(() => 1, { name: `t${i}` });
    few.runtime.clear();
    const attachment = few.source.attach(() => {});
    expect(
      [...attachment.tasks]
        .map(({ events }) => events[0])
        .map((event) => event?.type === 'task:registered' && event.name),
    ).toEqual(['t37', 't38', 't39']);
    expect(attachment.dropped).toEqual({ tasks: 37, events: 74 });
    const none = setup({ devtools: { history: 0 } });
    none.runtime.enqueue(() => 1);
    await none.clock.advance(0);
    const empty = none.source.attach(() => {});
    expect([[...empty.tasks].length, empty.dropped]).toEqual([0, { tasks: 1, events: 3 }]);
  });

  test('runtime 35: the last 50 error objects are held, of older ones a digest', async () => {
    const { clock, runtime, source } = setup();
    const errors = Array.from(
      { length: 60 },
      (_, i) => new TaskError('m'.repeat(3000), { type: 'net', retryable: true, retryAfter: i }),
    );
    for (const error of errors) runtime.enqueue(() => Promise.reject(error));
    await clock.advance(0);
    const tasks = [...source.attach(() => {}).tasks];
    const done = tasks.map(({ events }) => events.at(-1));
    expect(tasks[9]?.digest).toEqual({
      name: 'TaskError',
      message: 'm'.repeat(1024),
      class: 'TaskError',
      type: 'net',
      retryable: true,
      retryAfter: 9,
    });
    expect(done[9]).not.toHaveProperty('error');
    expect(done[9]).toMatchObject({ type: 'task:done', state: 'error', retryable: true });
    expect(tasks[10]?.digest).toBeUndefined();
    expect(done[10]).toHaveProperty('error', errors[10]);
    const none = setup({ devtools: { capture: 'none' } });
    none.runtime.enqueue(() => Promise.reject(new RangeError('x')));
    await none.clock.advance(0);
    const [task] = [...none.source.attach(() => {}).tasks];
    expect(task?.events.at(-1)).not.toHaveProperty('error');
    expect(task?.digest).toMatchObject({ name: 'RangeError', message: 'x', class: 'RangeError' });
  });

  test('runtime 35: a digest of anything thrown, and never a throw', async () => {
    const { clock, runtime, source } = setup({ devtools: { capture: 'none' } });
    class HttpError extends Error {}
    const hostile = new Proxy(
      {},
      {
        get() {
          throw new Error('no');
        },
      },
    );
    const values: unknown[] = [
      'text',
      undefined,
      null,
      42,
      10n,
      hostile,
      new HttpError('404'),
      { message: 'like', name: 'Like' },
      `${'y'.repeat(1023)}\u{1F600}`,
    ];
    for (const value of values) runtime.enqueue(() => Promise.reject(value));
    await clock.advance(0);
    const digests = [...source.attach(() => {}).tasks].map(
      ({ digest }) => digest && [digest.name, digest.class, digest.message],
    );
    expect(digests).toEqual([
      ['string', 'string', 'text'],
      ['undefined', 'undefined', 'undefined'],
      ['null', 'null', 'null'],
      ['number', 'number', '42'],
      ['bigint', 'bigint', '10'],
      ['object', 'object', ''],
      ['Error', 'HttpError', '404'],
      ['Like', 'Object', 'like'],
      ['string', 'string', 'y'.repeat(1023)],
    ]);
  });

  test('runtime 35: the identity that a body asked for is kept with the record, one nobody asked for is not made', async () => {
    const { clock, runtime, source } = setup();
    let asked: unknown;
    runtime.enqueue(({ task }) => {
      asked = task;
    });
    runtime.enqueue(() => 1);
    await clock.advance(0);
    const tasks = [...source.attach(() => {}).tasks];
    expect(tasks[0]?.identity).toBe(asked);
    expect(tasks[1]?.identity).toBeUndefined();
  });

  test('runtime 35: devtools: false leaves no trace; wrong settings are refused', () => {
    const sources: HubSource[] = [];
    const stop = hub().watch((source) => sources.push(source));
    const runtime = createRuntime({ devtools: false });
    expect(sources.some((source) => source.kind === 'runtime' && source.id === runtime.id)).toBe(false);
    stop();
    expect(() => createRuntime({ devtools: 'yes' as never })).toThrow(
      'Expected `devtools` to be a boolean or an object, got `yes` (string)',
    );
    expect(() => createRuntime({ devtools: { history: -1 } })).toThrow('`devtools.history`');
    expect(() => createRuntime({ devtools: { history: 1.5 } })).toThrow(RangeError);
    expect(() => createRuntime({ devtools: { capture: 'some' as never } })).toThrow('`devtools.capture`');
  });
});

describe('the hub', () => {
  test('runtime 35: frozen, not enumerable, made once; watchers hear of those present and those to come, and of those that go', () => {
    const key = Symbol.for('tasklens.hub');
    const own: Hub = hub();
    expect(hub()).toBe(own);
    expect(Object.isFrozen(own)).toBe(true);
    expect(Object.getOwnPropertyDescriptor(globalThis, key)).toMatchObject({ enumerable: false, writable: false });
    const source: RuntimeSource = { kind: 'runtime', id: 'made-up', library: '0', attach: vi.fn() };
    const [came, gone] = [vi.fn(), vi.fn()];
    const withdraw = own.announce(source);
    const stop = own.watch(came, gone);
    expect(came).toHaveBeenCalledWith(source);
    withdraw();
    withdraw();
    expect(gone.mock.calls).toEqual([[source]]);
    stop();
    own.announce(source)();
    expect(gone).toHaveBeenCalledTimes(1);
  });

  test('runtime 35: a watcher that throws does not keep the next from hearing', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const stopBad = hub().watch(() => {
      throw new Error('bug');
    });
    const good = vi.fn();
    const stop = hub().watch(good);
    const calls = good.mock.calls.length;
    const runtime = createRuntime();
    expect(good.mock.calls.length).toBe(calls + 1);
    expect(runtime.state).toBe('running');
    stop();
    stopBad();
  });

  test('runtime 35: what a page put in its place is replaced, or left alone where it cannot be', () => {
    const key = Symbol.for('tasklens.hub');
    const own = Object.getOwnPropertyDescriptor(globalThis, key);
    Object.defineProperty(globalThis, key, { value: 'garbage', configurable: true });
    const made = hub();
    expect(made.version).toBe(1);
    expect(hub()).toBe(made);
    Object.defineProperty(globalThis, key, {
      configurable: true,
      get() {
        throw new Error('no');
      },
    });
    expect(hub().version).toBe(1);
    if (own) Object.defineProperty(globalThis, key, own);
    expect(hub()).toBe(own?.value);
  });
});
