import PQueue from 'p-queue';
import { createRuntime } from 'tasklens';
import { bareLimiter } from './bare-limiter.ts';
import { alternate, type Contender, ratio } from './rounds.ts';
import type { Goal, Row, Suite } from './row.ts';

const CONCURRENCY = 10;

type Add = (fn: () => undefined) => PromiseLike<unknown>;

/** A burst through one queue that is reused: every task is awaited, and every body's call counted. */
function burst(add: Add, size: number): Contender {
  return async () => {
    let calls = 0;
    const body = (): undefined => {
      calls++;
    };
    const tasks: PromiseLike<unknown>[] = [];
    for (let i = 0; i < size; i++) tasks.push(add(body));
    await Promise.all(tasks);
    if (calls !== size) throw new Error(`${calls} of ${size} bodies were called`);
  };
}

function addTo(devtools: boolean): Add {
  const runtime = createRuntime({ name: 'bench', concurrency: CONCURRENCY, devtools });
  return (fn) => runtime.enqueue(fn).promise;
}

/** What a no-op task costs, and what being visible to a viewer that is not there adds to it. */
export const noOpTask: Suite = {
  id: 'no-op-task',
  group: 'runtime',
  async measure() {
    const rows: Row[] = [];
    const bare = bareLimiter<unknown>(CONCURRENCY);
    const queue = new PQueue({ concurrency: CONCURRENCY });
    const on = addTo(true);
    const off = addTo(false);
    for (const [size, rounds] of [
      [1_000, 300],
      [20_000, 30],
    ] as const) {
      const samples = await alternate(
        [
          ['on', burst(on, size)],
          ['off', burst(off, size)],
          ['bare', burst((fn) => bare(fn), size)],
          ['p-queue', burst((fn) => queue.add(fn), size)],
        ],
        rounds,
      );
      const at = `burst of ${size}`;
      const first = size === 1_000;
      const row = (id: string, what: string, measured: ReturnType<typeof ratio>, goal?: Goal): void => {
        rows.push({
          id: `${id}-${size}`,
          what: `no-op task, ${what}, ${at}`,
          unit: '×',
          plausible: [0.01, 100],
          ...(goal && { goal }),
          ...measured,
        });
      };
      row('hub-on-off', 'hub on ÷ off, no panel', ratio(samples('on'), samples('off')), { atMost: 1.15 });
      row('no-op-bare', 'hub on ÷ bare limiter', ratio(samples('on'), samples('bare')), { atMost: first ? 2.5 : 1.5 });
      row('no-op-p-queue', 'hub on ÷ p-queue', ratio(samples('on'), samples('p-queue')), {
        atMost: first ? 0.35 : 0.15,
      });
      row('p-queue-bare', 'p-queue ÷ bare limiter', ratio(samples('p-queue'), samples('bare')));
    }
    return rows;
  },
};
