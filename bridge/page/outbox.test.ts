import { describe, expect, it } from 'vitest';
import { FakeRuntime, fakeHub } from '../testing/fake-page.ts';
import { start } from '../testing/relay-end.ts';

describe('what waits for a viewer', () => {
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
});
