import type { RetryOptions, TaskFn } from 'tasklens';
import { exponentialBackoff } from 'tasklens';
import { traced } from 'tasklens/bridge';
import { seeded } from '../trace/random.ts';
import type { Run, Stage } from '../trace/stage.ts';
import { runAtOnce } from '../trace/stage.ts';
import type { AttemptTrace, TaskTrace } from '../trace/trace.ts';
import type { FailureName } from './failures.ts';
import { FAILURES, fail } from './failures.ts';

export type Jitter = 'none' | 'full' | 'equal' | 'decorrelated';

export interface RetrySettings {
  readonly retries: number;
  /** How many calls fail before one succeeds. */
  readonly failures: number;
  readonly error: FailureName;
  readonly backoff: 'exponential' | 'fixed' | 'none';
  /** ms */
  readonly base: number;
  readonly jitter: Jitter;
  readonly predicate: 'none' | 'veto' | 'allow';
  /** ms that a call takes. */
  readonly took: number;
  readonly seed: number;
}

export const RETRY_DEFAULTS: RetrySettings = {
  retries: 3,
  failures: 2,
  error: 'error',
  backoff: 'exponential',
  base: 100,
  jitter: 'none',
  predicate: 'none',
  took: 80,
  seed: 1,
};

type Policy = Pick<RetrySettings, 'retries' | 'backoff' | 'base' | 'jitter' | 'predicate'>;

/** The options of `retry` that the settings stand for; the runtime refuses by itself what it does not take. */
export function retryOptions(
  { retries, backoff, base, jitter, predicate }: Policy,
  random: () => number,
): RetryOptions {
  const options: { -readonly [K in keyof RetryOptions]: RetryOptions[K] } = { retries };
  if (backoff === 'exponential') options.delay = exponentialBackoff({ base, jitter, random });
  if (backoff === 'fixed') {
    options.delay = base;
    // What is not stateless is refused there, which is a thing to be seen.
    Object.assign(options, { jitter, random });
  }
  if (predicate !== 'none') options.retryable = () => predicate === 'allow';
  return options;
}

/** The same as code. */
export function retryCode({ retries, backoff, base, jitter, predicate }: Policy): string {
  const options = [`retries: ${retries}`];
  if (backoff === 'exponential') {
    options.push(`delay: exponentialBackoff({ base: ${base}, jitter: '${jitter}' })`);
  } else if (backoff === 'fixed') {
    options.push(`delay: ${base}`);
    if (jitter !== 'none') options.push(`jitter: '${jitter}'`);
  }
  if (predicate !== 'none') options.push(`retryable: () => ${predicate === 'allow'}`);
  const names = backoff === 'exponential' ? 'exponentialBackoff, retry' : 'retry';
  return `import { ${names} } from 'tasklens';\n\nconst robust = retry(upload, { ${options.join(', ')} });\n`;
}

/** What the calls do: so many fail, the next succeeds. */
export function failingBody(
  settings: Pick<RetrySettings, 'failures' | 'error' | 'took'>,
  stage: Stage,
): TaskFn<string> {
  let calls = 0;
  return stage.body(async (ctx) => {
    calls += 1;
    await stage.clock.sleep(settings.took, ctx.signal);
    if (calls <= settings.failures) return fail(settings.error, ctx);
    return `ok at call ${calls}`;
  });
}

export interface Told {
  /** How often `onAttempt` was called. */
  onAttempt: number;
  /** The events of the bus, counted by type. */
  readonly bus: Map<string, number>;
}

export const retryRun =
  (settings: RetrySettings, told: Told = { onAttempt: 0, bus: new Map() }): Run =>
  async (stage) => {
    const runtime = stage.runtime({ name: 'retry', concurrency: 1 });
    runtime.events.on('*', ({ type }) => told.bus.set(type, (told.bus.get(type) ?? 0) + 1));
    const body = traced.retry(failingBody(settings, stage), {
      ...retryOptions(settings, seeded(settings.seed)),
      label: 'upload',
      observe: stage.observe,
      onAttempt: () => {
        told.onAttempt += 1;
      },
    });
    runtime.enqueue(body, { name: 'upload', meta: { throws: FAILURES[settings.error] } });
    await runtime.onIdle();
  };

export const attemptsOf = (task: TaskTrace | undefined): readonly AttemptTrace[] =>
  task?.layers.find(({ kind }) => kind === 'retry')?.attempts ?? [];

/** The waits as planned, `100, 200, 400 ms`. */
export function waitsOf(attempts: readonly AttemptTrace[]): string {
  const waits = attempts.flatMap(({ planned }) => (planned === undefined ? [] : Math.round(planned)));
  return waits.length === 0 ? 'none' : `${waits.join(', ')} ms`;
}

export interface RetryOutcome extends Told {
  readonly task: TaskTrace;
  readonly attempts: readonly AttemptTrace[];
}

export async function retryOutcome(settings: Partial<RetrySettings>): Promise<RetryOutcome> {
  const told: Told = { onAttempt: 0, bus: new Map() };
  const [task] = (await runAtOnce(retryRun({ ...RETRY_DEFAULTS, ...settings }, told))).tasks;
  if (task === undefined) throw new Error('the run made no task');
  return { ...told, task, attempts: attemptsOf(task) };
}
