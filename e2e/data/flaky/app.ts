import { createRuntime, exponentialBackoff, type Runtime, retryBudget, type TaskContext, type TaskFn } from 'tasklens';
import { traced } from 'tasklens/bridge';
import type { TestClock } from 'tasklens/testing';
import { type Failure, failure } from './failures.ts';
import { Log } from './log.ts';
import type { Random } from './random.ts';

/** A made-up shop: five queues with the habits, good and bad, of real ones. */
export interface FlakyApp {
  readonly runtimes: readonly Runtime[];
  readonly log: Log;
  /** One more task arrives at that queue. */
  readonly arrive: (queue: Queue) => void;
  /** All address books at once, as a job that runs by the clock does it. */
  readonly sweep: () => void;
}

export type Queue = 'uploads' | 'sync' | 'search' | 'reports' | 'payments';

/** Slots of each queue, and its share of all tasks. */
export const QUEUES: Readonly<Record<Queue, { readonly concurrency: number; readonly share: number }>> = {
  uploads: { concurrency: 4, share: 0.22 },
  sync: { concurrency: 10, share: 0.2 },
  search: { concurrency: 6, share: 0.42 },
  reports: { concurrency: 2, share: 0.08 },
  payments: { concurrency: 2, share: 0.08 },
};

/** ms between two outages of the sync server, and how long each lasts: whoever calls then fails together. */
export const OUTAGE_EVERY = 60_000;
const OUTAGE = 1_500;
/** Tasks of one sweep. */
export const SWEEP = 8;

export function flakyApp(clock: TestClock, random: Random): FlakyApp {
  const log = new Log();
  const { observe } = log;
  const made = (name: Queue): Runtime => {
    const runtime = createRuntime({ name, clock, concurrency: QUEUES[name].concurrency });
    log.listen(runtime);
    return runtime;
  };
  const queues: Readonly<Record<Queue, Runtime>> = {
    uploads: made('uploads'),
    sync: made('sync'),
    search: made('search'),
    reports: made('reports'),
    payments: made('payments'),
  };
  const budget = retryBudget({ ratio: 0.1, burst: 5 });
  const backoff = exponentialBackoff({ base: 100, cap: 2_000, random });

  /** Takes so long, fails so often in that way, then succeeds. */
  const work = (takes: number, fails: number, how: Failure): TaskFn<void> => {
    let failures = 0;
    return async ({ signal }) => {
      await clock.sleep(takes, signal);
      if (failures++ < fails) throw failure(how, random);
    };
  };
  /** How often a flaky call fails before it succeeds: mostly never. */
  const failures = (): number => (random.chance(0.72) ? 0 : random.whole(1, 5));
  const weather = (): Failure => random.pick(['unavailable', 'unavailable', 'unreachable', 'rate-limit']);

  const photo = (): TaskFn<void> => {
    const how = random.chance(0.04) ? random.pick(['invalid', 'refused'] as const) : weather();
    return traced.retry(work(random.whole(80, 400), failures(), how), {
      retries: 3,
      delay: backoff,
      respectRetryAfter: true,
      label: 'upload',
      observe,
    });
  };
  const video = (): TaskFn<void> => {
    const takes = random.whole(400, 2_600);
    // A decoder that does not listen holds its slot until it is done.
    const deaf = random.chance(0.4);
    const body: TaskFn<void> = deaf ? () => clock.sleep(takes) : ({ signal }) => clock.sleep(takes, signal);
    return traced.withTimeout(traced.retry(body, { retries: 2, delay: 300, observe }), 2_000, {
      label: 'two seconds',
      observe,
    });
  };
  const contacts = (): TaskFn<void> => {
    const takes = random.whole(40, 70);
    const down = async ({ signal }: TaskContext): Promise<void> => {
      await clock.sleep(takes, signal);
      if (clock.now() % OUTAGE_EVERY < OUTAGE) throw failure('unavailable', random);
    };
    // The same wait for everybody: who failed together comes back together.
    return traced.retry(down, { retries: 4, delay: 500, label: 'sync', observe });
  };
  const calendar = (): TaskFn<void> => {
    const inner = traced.retry(work(random.whole(60, 200), failures(), 'unavailable'), {
      retries: 2,
      delay: 100,
      label: 'request',
      observe,
    });
    return traced.retry(inner, { retries: 2, delay: 400, label: 'sync', observe });
  };
  const suggest = (): TaskFn<void> => {
    const ask = traced.retry(work(random.whole(20, 180), random.chance(0.06) ? 3 : 0, 'unreachable'), {
      retries: 1,
      delay: 50,
      jitter: 'full',
      random,
      observe,
    });
    return traced.withFallback(ask, () => {}, undefined, { label: 'cached', observe });
  };
  const report = (): TaskFn<void> => {
    const limited = random.chance(0.2);
    const how = limited ? 'rate-limit' : random.pick(['missing', 'bug', 'unavailable'] as const);
    // `delay` is set, so what the server asked for is not heard.
    return traced.retry(work(random.whole(300, 900), random.chance(0.35) ? random.whole(1, 4) : 0, how), {
      retries: 3,
      delay: 250,
      label: 'report',
      observe,
    });
  };
  const charge = (): TaskFn<void> => {
    const how = random.pick(['unavailable', 'refused', 'forbidden', 'unreachable'] as const);
    return traced.retry(work(random.whole(150, 500), random.chance(0.3) ? random.whole(1, 4) : 0, how), {
      retries: 3,
      delay: backoff,
      budget,
      retryable: (error) => !(error instanceof TypeError),
      label: 'charge',
      observe,
    });
  };

  const enqueue = (queue: Queue, name: string, fn: TaskFn<void>, priority = 0, meta?: unknown): void => {
    const task = queues[queue].enqueue(fn, { name, priority, meta });
    task.promise.catch(() => {});
    // Somebody closes the dialog.
    if (random.chance(0.01)) clock.setTimer(() => task.cancel('closed'), random.whole(50, 3_000));
  };
  return {
    runtimes: Object.values(queues),
    log,
    sweep() {
      for (let i = 0; i < SWEEP; i++) enqueue('sync', 'sync contacts', contacts());
    },
    arrive(queue) {
      switch (queue) {
        case 'uploads':
          if (random.chance(0.15)) enqueue(queue, 'upload video', video());
          else enqueue(queue, 'upload photo', photo(), 0, { bytes: random.whole(20_000, 4_000_000) });
          return;
        case 'sync':
          if (random.chance(0.75)) enqueue(queue, 'sync contacts', contacts());
          else enqueue(queue, 'sync calendar', calendar());
          return;
        case 'search':
          enqueue(queue, 'suggest', suggest(), random.chance(0.1) ? 1 : 0);
          return;
        case 'reports':
          enqueue(queue, 'report', report());
          return;
        case 'payments':
          enqueue(queue, 'charge', charge());
      }
    },
  };
}
