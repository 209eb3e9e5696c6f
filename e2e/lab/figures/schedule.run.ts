import { Schedule } from 'tasklens';
import { traced } from 'tasklens/bridge';
import { createTestClock } from 'tasklens/testing';
import type { Bound } from '../composer/code.ts';
import { LIMIT, toSchedule } from '../composer/code.ts';
import type { PolicyNode } from '../composer/node.ts';
import { seeded } from '../trace/random.ts';
import type { Run } from '../trace/stage.ts';

export interface ScheduleSettings {
  readonly policy: PolicyNode;
  readonly bound: Bound;
  /** ms that a call takes. */
  readonly took: number;
  readonly seed: number;
}

/** What a policy answers, step by step. */
export interface Steps {
  /** ms */
  readonly delays: readonly number[];
  /** It stopped; else it was asked no further. */
  readonly ended: boolean;
  readonly bounded: boolean;
}

/** Asks the policy at most so many times, on a clock that goes on by each wait and by the work. */
export async function stepsOf(policy: PolicyNode, took: number, seed: number, most: number): Promise<Steps> {
  const clock = createTestClock();
  const schedule = toSchedule(policy);
  const step = Schedule.toStep(schedule, { clock, random: seeded(seed) });
  const delays: number[] = [];
  while (delays.length < most) {
    const { continue: more, delay } = step();
    if (!more) return { delays, ended: true, bounded: schedule.bounded };
    delays.push(delay);
    await clock.advance(Math.min(delay, Number.MAX_SAFE_INTEGER) + took);
  }
  return { delays, ended: false, bounded: schedule.bounded };
}

/** A run that nothing ends is cancelled after so many calls: enough was seen. */
export const MOST_CALLS = 13;

/** What was refused when it was built, by the consumer that refused it. */
export type Refusals = Map<'retry' | 'repeat', string>;

/** The same policy feeds a retry whose every call fails and a repeat whose every call succeeds. */
export const scheduleRun =
  ({ policy, bound, took, seed }: ScheduleSettings, refusals: Refusals = new Map()): Run =>
  async (stage) => {
    const runtime = stage.runtime({ name: 'schedule', concurrency: 2 });
    const { observe } = stage;
    const schedule = toSchedule(policy);
    const common = { schedule, observe, ...(bound === 'unbounded' ? { unbounded: true } : {}) };

    const enqueue = (name: 'retry' | 'repeat'): void => {
      let calls = 0;
      const body = stage.body(async ({ signal }) => {
        calls += 1;
        if (calls >= MOST_CALLS) task?.cancel('enough was seen');
        await stage.clock.sleep(took, signal);
        if (name === 'retry') throw new Error(`http 503, call ${calls}`);
        return calls;
      });
      const build = () => {
        const random = seeded(seed);
        if (name === 'retry') {
          return traced.retry(body, { ...common, random, ...(bound === 'limit' ? { retries: LIMIT } : {}) });
        }
        const until = (call: number): boolean => call > LIMIT;
        return traced.repeat(body, { ...common, random, ...(bound === 'limit' ? { until } : {}) });
      };
      let task: ReturnType<typeof runtime.enqueue> | undefined;
      try {
        task = runtime.enqueue(build(), { name });
      } catch (error) {
        refusals.set(name, String(error));
      }
    };
    enqueue('retry');
    enqueue('repeat');
    await runtime.onIdle();
  };
