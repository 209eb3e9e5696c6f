import { plural } from '../draw/units.ts';
import type { Run, Stage } from '../trace/stage.ts';
import { runAtOnce } from '../trace/stage.ts';
import type { TaskTrace } from '../trace/trace.ts';
import type { FailureName } from './failures.ts';
import { fail } from './failures.ts';

export interface StopSettings {
  readonly policy: 'continue' | 'stop';
  readonly error: FailureName;
  /** A fifth task, enqueued when the others have ended. */
  readonly late: boolean;
}

const WORK = 40;

/** Four tasks through a queue of concurrency 1, of which the second fails. */
export const stopRun =
  ({ policy, error, late }: StopSettings): Run =>
  async (stage: Stage) => {
    const runtime = stage.runtime({ name: `onError ${policy}`, concurrency: 1, onError: policy });
    const add = (number: number): void => {
      const body = stage.body(async (ctx) => {
        await stage.clock.sleep(WORK, ctx.signal);
        if (number === 2) await fail(error, ctx);
        return number;
      });
      runtime.enqueue(body, { name: `task ${number}` });
    };
    for (const number of [1, 2, 3, 4]) add(number);
    await runtime.onIdle();
    if (!late) return;
    await stage.clock.sleep(WORK, stage.ended);
    add(5);
    await runtime.onIdle();
  };

/** `1 success, 3 error`. */
export function tally(tasks: readonly TaskTrace[]): string {
  const counts = new Map<string, number>();
  for (const { state } of tasks) counts.set(state, (counts.get(state) ?? 0) + 1);
  const order = ['success', 'error', 'cancelled', 'running', 'pending'];
  return order.flatMap((state) => (counts.has(state) ? `${counts.get(state)} ${state}` : [])).join(', ');
}

export const outcomeOf = async (settings: StopSettings): Promise<readonly TaskTrace[]> =>
  (await runAtOnce(stopRun(settings))).tasks;

/** The fate of one task in a line. */
export function fateOf(task: TaskTrace | undefined): string {
  if (task === undefined) return 'there is no such task';
  const error = task.error instanceof Error ? ` ${task.error.name}` : '';
  return `${task.state}${error}, retryable ${task.retryable}, called ${plural(task.calls.length, 'time')}`;
}
