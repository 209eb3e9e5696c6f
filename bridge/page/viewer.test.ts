import { describe, expect, it } from 'vitest';
import { FakeLedger, FakeRuntime } from '../testing/fake-page.ts';
import { start, turns } from '../testing/relay-end.ts';

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
});
