import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeLedger, FakeRuntime } from '../testing/fake-page.ts';
import { start, turns } from '../testing/relay-end.ts';

// On a busy machine the budget of time would cut what a test looks at: there the clock stands.
const clock = vi.hoisted(() => ({ stands: false }));
vi.mock('./primordials.ts', async (original) => ({
  ...(await original<object>()),
  now: () => (clock.stands ? 0 : performance.now()),
}));
afterEach(() => {
  clock.stands = false;
});

describe('the values that a viewer gets', () => {
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
