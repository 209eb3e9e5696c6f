import fastq from 'fastq';
import pLimit from 'p-limit';
import PQueue from 'p-queue';
import { createRuntime } from 'tasklens';
import { bareLimiter } from './bare-limiter.ts';
import { alternate, type Contender, ratio, type Samples } from './rounds.ts';
import type { Goal, Row, Suite } from './row.ts';

type Body = () => undefined;
type Add = (fn: Body) => PromiseLike<unknown>;

/** `size` no-op bodies, each call counted; `drive` enqueues them and waits until all are done. */
function burst(size: number, drive: (body: Body) => PromiseLike<unknown>): Contender {
  return async () => {
    let calls = 0;
    await drive(() => {
      calls++;
    });
    if (calls !== size) throw new Error(`${calls} of ${size} bodies were called`);
  };
}

/** For a limiter that makes a promise for each task whether it is wanted or not: all are awaited. */
function awaited(size: number, add: Add): Contender {
  return burst(size, (body) => {
    const tasks: PromiseLike<unknown>[] = [];
    for (let i = 0; i < size; i++) tasks.push(add(body));
    return Promise.all(tasks);
  });
}

/** Ours says when it is idle, and makes a promise only for a task that is asked for it: a row of its own reads each. */
function ours(size: number, concurrency: number, devtools: boolean): Contender {
  const runtime = createRuntime({ name: 'bench', concurrency, devtools });
  return burst(size, (body) => {
    for (let i = 0; i < size; i++) runtime.enqueue(body);
    return runtime.onIdle();
  });
}

function ourPromises(size: number, concurrency: number): Contender {
  const runtime = createRuntime({ name: 'bench', concurrency });
  return awaited(size, (fn) => runtime.enqueue(fn).promise);
}

/** A runtime of its own for each burst. */
function fresh(size: number, concurrency: number): Contender {
  return () => ours(size, concurrency, true)();
}

/** What a no-op task costs, and what being visible to a viewer that is not there adds to it. */
export const noOpTask: Suite = {
  id: 'no-op-task',
  group: 'runtime',
  async measure() {
    const rows: Row[] = [];
    for (const [size, rounds] of [
      [1_000, 150],
      [20_000, 15],
    ] as const) {
      for (const concurrency of [1, 10, 100]) {
        const bare = bareLimiter<unknown>(concurrency);
        const limit = pLimit(concurrency);
        const fast = fastq.promise(async (fn: Body) => fn(), concurrency);
        const queue = new PQueue({ concurrency });
        const of = await alternate(
          Object.entries({
            on: ours(size, concurrency, true),
            off: ours(size, concurrency, false),
            fresh: fresh(size, concurrency),
            read: ourPromises(size, concurrency),
            bare: awaited(size, (fn) => bare(fn)),
            fastq: awaited(size, (fn) => fast.push(fn)),
            pLimit: awaited(size, (fn) => limit(fn)),
            pQueue: awaited(size, (fn) => queue.add(fn)),
          }),
          rounds,
        );
        const small = size === 1_000;
        const at = `burst ${size}, concurrency ${concurrency}`;
        const row = (id: string, what: string, top: Samples, bottom: Samples, goal?: Goal): void => {
          const plausible = [0.01, 100] as const;
          const named = { id: `${id}-${size}-${concurrency}`, what: `${what}, ${at}`, unit: '×' };
          rows.push({ ...named, plausible, ...(goal && { goal }), ...ratio(top, bottom) });
        };
        row('no-op-bare', 'no-op task, hub on ÷ bare', of('on'), of('bare'), { atMost: small ? 2.5 : 1.5 });
        row('no-op-p-queue', 'no-op task, hub on ÷ p-queue', of('on'), of('pQueue'), {
          atMost: small ? 0.35 : 0.15,
        });
        if (small) {
          const pair = await alternate(
            [
              ['on', ours(size, concurrency, true)],
              ['off', ours(size, concurrency, false)],
            ],
            2 * rounds,
          );
          row('hub-on-off', 'no-op task, hub on ÷ off, the two alone', pair('on'), pair('off'), { atMost: 1.15 });
          row('hub-on-off-among', 'no-op task, hub on ÷ off, among the eight', of('on'), of('off'));
          row('no-op-fresh', 'no-op task, fresh runtime ÷ bare', of('fresh'), of('bare'), { atMost: 3.5 });
        }
        row('no-op-promise', 'no-op task, each promise read ÷ bare', of('read'), of('bare'));
        row('fastq-bare', 'fastq ÷ bare', of('fastq'), of('bare'));
        row('p-limit-bare', 'p-limit ÷ bare', of('pLimit'), of('bare'));
        row('p-queue-bare', 'p-queue ÷ bare', of('pQueue'), of('bare'));
      }
    }
    return rows;
  },
};
