import { performance } from 'node:perf_hooks';
import { createRuntime } from 'tasklens';
import { middle } from './rounds.ts';
import type { Row, Suite } from './row.ts';

const TASKS = 100_000;
const CANCELS = 1_000;
const ROUNDS = 7;

/** Many tasks that one signal of the caller can cancel, and one of them cancelled by itself. */
export const sharedSignal: Suite = {
  id: 'shared-signal',
  group: 'runtime',
  async measure() {
    const enqueued: number[] = [];
    const cancelled: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const runtime = createRuntime({ name: 'bench', paused: true });
      const controller = new AbortController();
      const options = { signal: controller.signal };
      const body = () => 1;
      const start = performance.now();
      const tasks = Array.from({ length: TASKS }, () => runtime.enqueue(body, options));
      enqueued.push(performance.now() - start);
      // From all over the queue: it must not matter where one stands.
      const chosen = tasks.filter((_, i) => i % (TASKS / CANCELS) === 50);
      const cancel = performance.now();
      for (const task of chosen) task.cancel();
      cancelled.push(((performance.now() - cancel) * 1000) / chosen.length);
      if (runtime.pendingCount !== TASKS - chosen.length) throw new Error(`${runtime.pendingCount} tasks pend`);
      controller.abort();
      if (runtime.pendingCount !== 0 || !tasks.every(({ state }) => state === 'cancelled'))
        throw new Error('not all cancelled');
    }
    const rows: Row[] = [
      {
        id: 'shared-signal-enqueue',
        what: 'enqueue 100 000 tasks on one shared signal',
        unit: 'ms',
        goal: { atMost: 300 },
        plausible: [1, 60_000],
        ...middle(enqueued.slice(1)),
      },
      {
        id: 'shared-signal-cancel',
        what: 'cancel one of them',
        unit: 'µs',
        goal: { atMost: 10 },
        plausible: [0.05, 100_000],
        ...middle(cancelled.slice(1)),
      },
    ];
    return rows;
  },
};
