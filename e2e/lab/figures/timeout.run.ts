import { traced } from 'tasklens/bridge';
import type { Run, Stage } from '../trace/stage.ts';
import { runAtOnce } from '../trace/stage.ts';
import type { TaskTrace } from '../trace/trace.ts';

export interface TimeoutSettings {
  /** ms that the body takes when nobody stops it. */
  readonly took: number;
  /** ms */
  readonly budget: number;
}

export const TIMEOUT_DEFAULTS: TimeoutSettings = { took: 80, budget: 20 };
export const KINDS = ['cooperative', 'uncooperative'] as const;
export type Kind = (typeof KINDS)[number];

const FOLLOWER = 15;

async function oneQueue(kind: Kind, { took, budget }: TimeoutSettings, stage: Stage): Promise<void> {
  const runtime = stage.runtime({ name: kind, concurrency: 1 });
  // All the difference: whether the body hands the signal on.
  const body = stage.body(({ signal }) => stage.clock.sleep(took, kind === 'cooperative' ? signal : undefined));
  runtime.enqueue(traced.withTimeout(body, budget, { label: 'budget', observe: stage.observe }), { name: kind });
  runtime.enqueue(
    stage.body(({ signal }) => stage.clock.sleep(FOLLOWER, signal)),
    { name: 'its follower' },
  );
  await runtime.onIdle();
}

/** The same budget on two bodies, each in a queue of its own of concurrency 1, with a task behind it. */
export const timeoutRun =
  (settings: TimeoutSettings): Run =>
  async (stage) => {
    await Promise.all(KINDS.map((kind) => oneQueue(kind, settings, stage)));
  };

/** What one queue tells; ms from the start. */
export interface Moments {
  readonly kind: Kind;
  readonly task: TaskTrace;
  readonly follower: TaskTrace | undefined;
  readonly firedAt: number | undefined;
  readonly exitedAt: number | undefined;
  /** How long after the budget ran out the follower began. */
  readonly delay: number | undefined;
}

export function momentsOf(kind: Kind, tasks: readonly TaskTrace[]): Moments | undefined {
  const [task, follower] = tasks.filter(({ runtime }) => runtime === kind);
  if (task === undefined) return undefined;
  const [firedAt] = task.layers.flatMap(({ timeouts }) => timeouts);
  const started = follower?.startedAt;
  return {
    kind,
    task,
    follower,
    firedAt,
    exitedAt: task.calls[0]?.to,
    delay: firedAt === undefined || started === undefined ? undefined : started - firedAt,
  };
}

export async function momentsAtOnce(kind: Kind, settings: TimeoutSettings): Promise<Moments> {
  const moments = momentsOf(kind, (await runAtOnce(timeoutRun(settings))).tasks);
  if (moments === undefined) throw new Error(`the run made no task that is ${kind}`);
  return moments;
}

export interface StreamSettings {
  /** ms between two chunks. */
  readonly gap: number;
  readonly chunks: number;
  /** ms from the last chunk to the end of the stream. */
  readonly tail: number;
  /** ms of silence that are too many, and for the other task ms in all. */
  readonly silence: number;
}

export const STREAM_DEFAULTS: StreamSettings = { gap: 50, chunks: 3, tail: 40, silence: 60 };

/** One stream under two budgets of the same ms: since the last chunk, and in all. */
export const streamRun =
  ({ gap, chunks, tail, silence }: StreamSettings): Run =>
  async (stage) => {
    const runtime = stage.runtime({ name: 'streams', concurrency: 2 });
    const stream = stage.body(async (ctx) => {
      for (let chunk = 0; chunk < chunks; chunk += 1) {
        await stage.clock.sleep(gap, ctx.signal);
        stage.reset(ctx);
      }
      await stage.clock.sleep(tail, ctx.signal);
      return `${chunks} chunks`;
    });
    const { observe } = stage;
    runtime.enqueue(traced.withActivityTimeout(stream, silence, { observe }), { name: 'withActivityTimeout' });
    runtime.enqueue(traced.withTimeout(stream, silence, { observe }), { name: 'withTimeout' });
    await runtime.onIdle();
  };

export async function streamAtOnce(name: string, settings: Partial<StreamSettings>): Promise<TaskTrace> {
  const { tasks } = await runAtOnce(streamRun({ ...STREAM_DEFAULTS, ...settings }));
  const task = tasks.find((one) => one.name === name);
  if (task === undefined) throw new Error(`the run made no task ${name}`);
  return task;
}
