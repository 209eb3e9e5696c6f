import type { BrowserContext } from '@playwright/test';
import type { FaultRule } from '../../runtime/hub.ts';
import type { PageCommand } from './page-hand.ts';
import type { TaskLog } from './task-log.ts';
import { TaskQuery, takes } from './task-query.ts';
import { actIn, actInComing, watchContext } from './watch-context.ts';

/** What is thrown in the place of a task's work. */
export interface InjectedError {
  /** Default `'TaskError'`. */
  readonly kind?: 'TaskError' | 'Error' | 'QueueFullError' | undefined;
  readonly message?: string | undefined;
  /** Of a TaskError. */
  readonly type?: string | undefined;
  readonly retryable?: boolean | undefined;
  /** ms */
  readonly retryAfter?: number | undefined;
}

/** A fault for tasks of that name. */
export interface Injection {
  /** All of a task's name. Default: every task. */
  readonly name?: string | undefined;
  /** How often it acts, in each runtime. Default: until the page is left. */
  readonly times?: number | undefined;
  readonly error?: InjectedError | undefined;
  /** ms that are waited first, by the runtime's clock. */
  readonly delay?: number | undefined;
  /** Waits until the task is aborted. */
  readonly hang?: boolean | undefined;
}

/** All tasks of the test so far, in every page, popup and frame of its context; from zero at each test and each retry of one. */
export class Tasks extends TaskQuery {
  readonly #contexts: BrowserContext[] = [];
  readonly #coming: PageCommand[] = [];
  #injected = 0;

  constructor(log: TaskLog) {
    super(log);
  }

  /** Hears a context besides the test's own: one that the test made itself. Call it before its pages load. */
  async watch(context: BrowserContext): Promise<void> {
    this.#contexts.push(context);
    await watchContext(context, this.log);
    for (const command of this.#coming) await actInComing(context, command);
  }

  /**
   * Puts a fault before the work of tasks, inside of all their middlewares: in documents that are there and in those that come.
   *
   * @example
   * ```ts
   * await tasks.inject({ name: 'upload', times: 2, error: { retryable: true } });
   * ```
   */
  async inject(injection: Injection): Promise<void> {
    const command: PageCommand = { type: 'inject', rule: ruleOf(injection, ++this.#injected) };
    this.#coming.push(command);
    for (const context of this.#contexts) {
      await actInComing(context, command);
      await actIn(context, command);
    }
  }

  /** Pauses every runtime that is there: nothing more starts. Returns how many. */
  pause(): Promise<number> {
    return this.#act('pause');
  }

  /** Returns how many runtimes go on. */
  resume(): Promise<number> {
    return this.#act('resume');
  }

  /** What happened so far, as a recording (docs/recording-format.md). */
  recording(): string {
    return this.log.recording();
  }

  async #act(type: 'pause' | 'resume'): Promise<number> {
    let count = 0;
    for (const context of this.#contexts) count += await actIn(context, { type });
    return count;
  }
}

function ruleOf(injection: Injection, number: number): FaultRule {
  if (typeof injection !== 'object' || injection === null) {
    throw takes('inject', '{ name, times, error, delay, hang }', injection);
  }
  const { name = '', times, error, delay, hang } = injection;
  if (typeof name !== 'string') throw takes('inject', 'name: a string', name);
  if (times !== undefined && !(Number.isInteger(times) && times > 0)) {
    throw takes('inject', 'times: a whole number, 1 or more', times);
  }
  if (error === undefined && delay === undefined && hang !== true) {
    throw takes('inject', 'at least one of error, delay and hang', injection);
  }
  const { kind = 'TaskError', message, type, retryable, retryAfter } = error ?? {};
  const fault = [error && kind, delay === undefined ? undefined : `${delay} ms`, hang && 'hang']
    .filter(Boolean)
    .join(', ');
  return {
    id: `playwright ${number}`,
    name,
    exact: name !== '',
    fault,
    ...(error === undefined ? {} : { error: kind }),
    ...given({ times, delay, hang, message, type, retryable, retryAfter }),
  };
}

/** The fields that have a value. */
function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
