import { retry as cockatielRetry, ExponentialBackoff, handleAll } from 'cockatiel';
import { Effect, Schedule as EffectSchedule } from 'effect';
import pRetry from 'p-retry';
import { retry, withTimeout } from 'tasklens';
import { alternate, type Contender, ratio, type Samples } from './rounds.ts';
import type { Goal, Row, Suite } from './row.ts';

const CALLS = 2_000;
const ROUNDS = 60;

/** Calls one after the other, each counted. */
function calls(once: (body: () => number) => PromiseLike<unknown>): Contender {
  return async () => {
    let count = 0;
    const body = () => ++count;
    for (let i = 0; i < CALLS; i++) await once(body);
    if (count !== CALLS) throw new Error(`${count} of ${CALLS} calls were made`);
  };
}

/** What one would write without a library: the same number of tries, the last error thrown. */
async function handWritten<T>(fn: () => T | PromiseLike<T>, retries: number): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fn();
    } catch (error) {
      if (attempt >= retries) throw error;
    }
  }
}

/** What is around a fn that needs none of it. */
export const middlewares: Suite = {
  id: 'middlewares',
  group: 'runtime',
  async measure() {
    const { signal } = new AbortController();
    const ctx = { signal };
    const policy = cockatielRetry(handleAll, { maxAttempts: 2, backoff: new ExponentialBackoff() });
    const schedule = EffectSchedule.recurs(2);
    let body: () => number = () => 0;
    const inner = () => body();
    const plain = retry(inner);
    const told = retry(inner, { onAttempt: () => {} });
    const limited = withTimeout(inner, 5_000);
    const use = (once: () => PromiseLike<unknown>) =>
      calls((counted) => {
        body = counted;
        return once();
      });
    const of = await alternate(
      Object.entries({
        loop: use(() => handWritten(inner, 2)),
        retry: use(() => plain(ctx)),
        told: use(() => told(ctx)),
        cockatiel: use(() => policy.execute(inner)),
        pRetry: use(() => pRetry(inner, { retries: 2 })),
        effect: use(() => Effect.runPromise(Effect.retry(Effect.sync(inner), { schedule }))),
        timer: use(async () => {
          const timer = setTimeout(() => {}, 5_000);
          try {
            return await inner();
          } finally {
            clearTimeout(timer);
          }
        }),
        limited: use(() => limited(ctx)),
      }),
      ROUNDS,
    );
    const rows: Row[] = [];
    const row = (id: string, what: string, top: Samples, bottom: Samples, goal?: Goal): void => {
      rows.push({ id, what, unit: '×', plausible: [0.05, 5_000], ...(goal && { goal }), ...ratio(top, bottom) });
    };
    row('retry-loop', 'retry of a fn that succeeds ÷ hand-written loop', of('retry'), of('loop'), { atMost: 1.5 });
    row('retry-told-loop', 'the same with onAttempt ÷ hand-written loop', of('told'), of('loop'), { atMost: 2 });
    row('cockatiel-loop', 'cockatiel ÷ hand-written loop', of('cockatiel'), of('loop'));
    row('p-retry-loop', 'p-retry ÷ hand-written loop', of('pRetry'), of('loop'));
    row('effect-loop', 'effect ÷ hand-written loop', of('effect'), of('loop'));
    row('timeout-timer', 'withTimeout, signal never read ÷ setTimeout + clearTimeout', of('limited'), of('timer'), {
      atMost: 2.5,
    });
    return rows;
  },
};
