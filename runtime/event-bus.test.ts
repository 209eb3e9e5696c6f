import { describe, expect, test, vi } from 'vitest';
import { createRuntime, type RuntimeEvent } from './index.ts';
import { createTestClock } from './testing/index.ts';
import { listen, story } from './testing/kit.ts';

function setup(options: Parameters<typeof createRuntime>[0] = {}) {
  const clock = createTestClock();
  return { clock, runtime: createRuntime({ clock, ...options }) };
}

describe('the bus', () => {
  test('runtime 34: every event has type, runtimeId, seq and at; only "*" sees seq gapless', async () => {
    const { clock, runtime } = setup();
    const all = listen(runtime);
    const done: RuntimeEvent[] = [];
    runtime.events.on('task:done', (event) => done.push(event));
    for (let i = 0; i < 3; i++) runtime.enqueue(({ progress }) => progress(i), { meta: { n: i }, priority: 2 });
    await clock.advance(5);
    runtime.pause();
    const seqs = all.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, i) => (seqs[0] ?? 0) + i));
    for (const event of all) expect(event).toMatchObject({ runtimeId: runtime.id, at: expect.any(Number) });
    expect(all[0]).toMatchObject({ type: 'task:registered', name: 'task', priority: 2, meta: { n: 0 } });
    expect(all[0]).not.toHaveProperty('parent');
    expect(done).toHaveLength(3);
    expect(done.map(({ seq }) => seq)).not.toEqual([1, 2, 3]);
  });

  test('runtime 34: seq counts events that nobody saw', async () => {
    const { clock, runtime } = setup();
    runtime.enqueue(() => 1);
    await clock.advance(0);
    const events = listen(runtime);
    runtime.pause();
    // created, registered, started, done, idle came before.
    expect(events.map(({ seq }) => seq)).toEqual([6]);
  });

  test('runtime 34: parent is the task in whose synchronous part enqueue ran, or the one given', async () => {
    const { clock, runtime } = setup({ concurrency: 3 });
    const other = createRuntime({ clock });
    const events = [listen(runtime), listen(other)];
    const outer = runtime.enqueue(async ({ clock: own }) => {
      runtime.enqueue(() => 1, { name: 'sync' });
      other.enqueue(() => 1, { name: 'elsewhere' });
      await own?.sleep(1);
      runtime.enqueue(() => 1, { name: 'later' });
      runtime.enqueue(() => 1, { name: 'given', parent: 'mine' });
    });
    await clock.advance(10);
    const parents = Object.fromEntries(
      events.flat().flatMap((event) => (event.type === 'task:registered' ? [[event.name, event.parent]] : [])),
    );
    expect(parents).toEqual({ task: undefined, sync: outer.id, elsewhere: outer.id, later: undefined, given: 'mine' });
  });

  test('runtime 15 Q35: a listener or hook that throws changes no outcome; all others hear; the error is reported once', async () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const bug = new Error('bug');
    const fail = () => {
      throw bug;
    };
    const { clock, runtime } = setup({ onTaskError: fail });
    runtime.events.on('task:done', fail);
    runtime.events.on('task:done', async () => fail());
    const after = vi.fn();
    runtime.events.on('task:done', after);
    const tasks = [runtime.enqueue(() => 'ok'), runtime.enqueue(() => Promise.reject(new Error('x')))];
    await clock.advance(0);
    expect(tasks.map(({ state }) => state)).toEqual(['success', 'error']);
    expect(after).toHaveBeenCalledTimes(2);
    expect(reported.mock.calls).toEqual([[bug], [bug], [bug], [bug], [bug]]);
  });

  test('runtime 15: without reportError the console has it', async () => {
    vi.stubGlobal('reportError', undefined);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { clock, runtime } = setup();
    runtime.events.on('task:done', () => {
      throw 'text';
    });
    runtime.enqueue(() => 1);
    await clock.advance(0);
    expect(logged).toHaveBeenCalledWith('text');
  });

  test('runtime 34: off stops at once, also in the middle of an event; twice is harmless', async () => {
    const { clock, runtime } = setup();
    const second = vi.fn();
    const off: (() => void)[] = [];
    const first = vi.fn(() => {
      for (const one of off) one();
    });
    off.push(runtime.events.on('*', first), runtime.events.on('*', second));
    runtime.enqueue(() => 1);
    await clock.advance(0);
    off[0]?.();
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
  });

  test('runtime 34: a listener added during an event does not hear that one', async () => {
    const { runtime } = setup();
    const late = vi.fn();
    runtime.events.on('task:registered', () => {
      runtime.events.on('task:registered', late);
    });
    runtime.enqueue(() => 1);
    expect(late).not.toHaveBeenCalled();
    runtime.enqueue(() => 1);
    expect(late).toHaveBeenCalledTimes(1);
  });

  test('runtime 11 Q60: events of what a listener does come in order to everybody, before its call returns', () => {
    const { runtime } = setup({ maxPending: 1, paused: true });
    const heard: string[] = [];
    runtime.events.on('task:registered', ({ name, seq }) => {
      if (name !== 'first') return;
      heard.push(`a ${seq}`);
      runtime.enqueue(() => 1, { name: 'second' });
      runtime.enqueue(() => 1, { name: 'refused' });
      heard.push('back');
    });
    const seqs: number[] = [];
    runtime.events.on('*', (event) => {
      seqs.push(event.seq);
      heard.push(`b ${event.seq}`);
    });
    runtime.enqueue(() => 1, { name: 'first' });
    expect(seqs).toEqual([...seqs].sort((x, y) => x - y));
    expect(heard.indexOf(`b ${seqs.at(-1)}`)).toBeLessThan(heard.indexOf('back') + 4);
    expect(heard[0]).toMatch(/^a/);
    expect(heard[1]).toMatch(/^b/);
  });

  test('runtime 34: a wrong type or listener is refused', () => {
    const { runtime } = setup();
    expect(() => runtime.events.on('task:gone' as never, () => {})).toThrow(RangeError);
    expect(() => runtime.events.on('*', 1 as never)).toThrow('Expected `listener` to be a function, got `1` (number)');
  });

  test('runtime 34: changes and the story of a plain task', async () => {
    const { clock, runtime } = setup();
    const events = listen(runtime);
    runtime.enqueue(() => 1);
    await clock.advance(0);
    runtime.concurrency = 3;
    expect(story(events)).toEqual([
      'task:registered',
      'task:started',
      'task:done success',
      'runtime:idle',
      'runtime:changed',
    ]);
  });
});
