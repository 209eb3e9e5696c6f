import { record } from 'tasklens/bridge';
import { createTestClock } from 'tasklens/testing';
import { flakyApp, OUTAGE_EVERY, QUEUES, type Queue, SWEEP } from './app.ts';
import type { LogEntry } from './log.ts';
import { randomFrom } from './random.ts';
import { seeded } from './seeded.ts';

export interface Workload {
  /** As `record` writes it. */
  readonly recording: string;
  readonly log: readonly LogEntry[];
  /** Epoch ms at which it stops, in the middle of things. */
  readonly until: number;
}

/** Tue, 1 Dec 2026 09:00:00 GMT */
const START = Date.UTC(2026, 11, 1, 9);
const SEED = 20_261_201;
/** Tasks a second, all queues together. */
const RATE = 17;
/** Of so many tasks the last arrive at once: there is something left to do when it stops. */
const RUSH = 0.015;

/** `tasks` tasks through the real runtime and real accounting on a clock of its own; the same seed gives the same events. */
export function flakyWorkload(tasks: number, seed: number = SEED): Promise<Workload> {
  const random = randomFrom(seed);
  // Identities have a source of their own: how many are drawn does not change what happens.
  return seeded(randomFrom(seed + 1), async () => {
    const clock = createTestClock(START);
    const app = flakyApp(clock, random);
    const lines: string[] = [];
    const recording = record(app.runtimes, { write: (line) => lines.push(line) });
    const rush = Math.ceil(tasks * RUSH);
    let swept = 0;
    for (let arrived = 0; arrived < tasks; ) {
      const outage = Math.floor((clock.now() - START) / OUTAGE_EVERY);
      if (outage > swept && arrived + SWEEP <= tasks) {
        swept = outage;
        app.sweep();
        arrived += SWEEP;
      }
      // In bunches, as clicks come: a queue that is never full has nothing to tell.
      const bunch = Math.min(tasks - arrived, arrived >= tasks - rush ? rush : random.whole(1, 12));
      for (let i = 0; i < bunch; i++) app.arrive(queueFor(random()));
      arrived += bunch;
      if (arrived < tasks) await clock.advance(Math.round((bunch * 1000) / RATE) + random.whole(0, 40));
    }
    await clock.advance(420);
    recording.stop();
    const log = [...app.log.entries];
    for (const runtime of app.runtimes) runtime.stop({ cancelRunning: true });
    await clock.advance(10_000);
    return { recording: inTheApp(lines).join(''), log, until: START + (clock.now() - START) - 10_000 };
  });
}

/** By the queues' shares. */
function queueFor(drawn: number): Queue {
  let rest = drawn;
  for (const queue of Object.keys(QUEUES) as Queue[]) {
    rest -= QUEUES[queue].share;
    if (rest < 0) return queue;
  }
  return 'search';
}

/** It plays in a page, not in the process that made it. */
function inTheApp([header = '', session = '', ...events]: readonly string[]): string[] {
  const named = { ...JSON.parse(session), url: 'https://shop.example/', since: START };
  return [header, `${JSON.stringify(named)}\n`, ...events];
}
