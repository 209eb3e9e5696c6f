import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { hub } from './hub.ts';
import { createRuntime, retry, withTimeout } from './index.ts';
import { createTestClock } from './testing/index.ts';
import { countListeners, turn } from './testing/kit.ts';

// `npm test` runs a hundredth of the soak; SOAK=100 is the whole of it.
const SOAK = Number(process.env.SOAK ?? 1);

/** Runs a script in a process of its own, where the collector can be called. */
function inProcess(script: string): string {
  const entry = JSON.stringify(new URL('./index.ts', import.meta.url).href);
  const hubEntry = JSON.stringify(new URL('./hub.ts', import.meta.url).href);
  const head = `import * as tasklens from ${entry}; import { hub } from ${hubEntry};
    const turn = () => new Promise((resolve) => setTimeout(resolve, 1));
    const collect = async () => { for (let i = 0; i < 5; i++) { await turn(); globalThis.gc(); } };`;
  const args = ['--expose-gc', '--import', 'tsx', '--input-type=module', '-e', head + script];
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim();
}

describe('nothing leaks', () => {
  test('Q1 Q3 Q33 runtime 21: thousands of tasks under one signal leave no listener, no timer and nothing pending', async () => {
    const clock = createTestClock();
    const runtime = createRuntime({ clock, concurrency: 100 });
    const { signal } = new AbortController();
    const listeners = countListeners(signal);
    let n = 0;
    const bodies = [
      retry(
        async ({ signal: own }) => {
          own.throwIfAborted();
          if (n++ % 3) throw new Error('x');
          return 'ok';
        },
        { retries: 2, delay: 1 },
      ),
      withTimeout(({ signal: own }) => clock.sleep(10, own).then(() => 'late'), 5),
      withTimeout(() => 'at once', 1000),
    ];
    for (let round = 0; round < 10 * SOAK; round++) {
      const tasks = Array.from({ length: 100 }, (_, i) => runtime.enqueue(bodies[i % 3] ?? (() => ''), { signal }));
      tasks[50]?.cancel();
      await clock.advance(100);
    }
    await runtime.onIdle();
    expect([listeners.live, clock.timers, runtime.pendingCount, runtime.runningCount]).toEqual([0, 0, 0, 0]);
  });

  test('Q44 runtime 35: bodies, results and inputs of finished tasks are collected, devtools on', () => {
    const out = inProcess(`
      const runtime = tasklens.createRuntime();
      const refs = [];
      const enqueue = (i) => {
        const input = { big: new Array(1000).fill(i) };
        const result = { input };
        refs.push(new WeakRef(input), new WeakRef(result));
        runtime.enqueue(() => result);
      };
      for (let i = 0; i < 200; i++) enqueue(i);
      await runtime.onIdle();
      await collect();
      console.log(refs.filter((ref) => ref.deref()).length, runtime.state);
    `);
    expect(out).toBe('0 running');
  });

  test('Q3 Q34 runtime 21: the heap stays flat over tasks under one long-lived signal', () => {
    const out = inProcess(`
      const runtime = tasklens.createRuntime({ concurrency: 10 });
      const { signal } = new AbortController();
      const body = tasklens.withTimeout(({ signal }) => signal.aborted, 1000);
      const round = async () => { for (let i = 0; i < 2000 * ${SOAK}; i++) runtime.enqueue(body, { signal }); await runtime.onIdle(); };
      await round(); await collect();
      const before = process.memoryUsage().heapUsed;
      await round(); await round(); await collect();
      console.log(process.memoryUsage().heapUsed - before < 1_000_000);
    `);
    expect(out).toBe('true');
  });

  test('runtime 35: runtimes made and dropped do not pile up; their records stay, within one bound, what fell out is counted', () => {
    const out = inProcess(`
      const { createRuntime } = tasklens;
      let sources = 0; let refs = [];
      const here = new Set();
      hub().watch((source) => here.add(source), (source) => here.delete(source));
      const use = async (i) => {
        const runtime = createRuntime({ name: 'r' + i });
        refs.push(new WeakRef(runtime));
        for (let n = 0; n < 30; n++) runtime.enqueue(() => 1);
        await runtime.onIdle();
      };
      for (let i = 0; i < 100; i++) await use(i);
      await collect(); await collect();
      let tasks = 0, dropped = 0;
      for (const source of here) {
        const attachment = source.attach(() => {});
        tasks += [...attachment.tasks].length;
        dropped += attachment.dropped.tasks;
        attachment.detach();
      }
      const alive = refs.filter((ref) => ref.deref()).length;
      console.log(JSON.stringify({ alive: alive <= 1, tasks: tasks >= 1000 && tasks <= 1030, sum: tasks + dropped, sources: here.size < 40 }));
    `);
    expect(JSON.parse(out)).toEqual({ alive: true, tasks: true, sum: 3000, sources: true });
  });

  test('runtime 35: a runtime with live tasks is held, and so is what it does', () => {
    const out = inProcess(`
      let release; let done = 0;
      (() => {
        const runtime = tasklens.createRuntime({ name: 'busy' });
        runtime.enqueue(() => new Promise((resolve) => { release = resolve; })).promise.then(() => done++);
      })();
      let source; hub().watch((one) => { source = one; });
      await collect();
      const events = [];
      const { tasks } = source.attach((event) => events.push(event.type));
      const before = [...tasks].length;
      release(); await turn();
      console.log(before, done, events.join());
    `);
    expect(out).toBe('1 1 task:done,runtime:idle');
  });

  test('runtime 35: an attached viewer does not keep a runtime, detaching twice is harmless', async () => {
    const runtime = createRuntime();
    let detach: (() => void) | undefined;
    hub().watch((source) => {
      if (source.kind === 'runtime' && source.id === runtime.id) detach = source.attach(() => {}).detach;
    })();
    detach?.();
    detach?.();
    await turn();
    expect(runtime.state).toBe('running');
  });
});
