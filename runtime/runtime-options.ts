import { BOOLEAN, CLOCK, COUNT, FUNCTION, oneOf, type Rule, type Rules, SIGNAL, STRING, wrong } from './check.ts';
import type { Clock } from './clock.ts';
import type { DevtoolsOptions } from './devtools.ts';
import type { SchedulerOptions } from './scheduler.ts';
import type { Task } from './task.ts';

export interface RuntimeOptions extends SchedulerOptions {
  /** Shown in DevTools; default `'runtime'`. */
  readonly name?: string | undefined;
  /** Default `systemClock`. */
  readonly clock?: Clock | undefined;
  /** Called for each task that ends in `error`, after its `task:done`. What it throws goes to `reportError`. */
  readonly onTaskError?: ((error: unknown, task: Task<unknown>) => void) | undefined;
  /** `true` (default): a DevTools panel sees this runtime, tasks that have already ended included. `false`: no trace. */
  readonly devtools?: boolean | DevtoolsOptions | undefined;
}

export interface EnqueueOptions {
  /** Default: the name of the fn, else `'task'`. */
  readonly name?: string | undefined;
  /** Default: made of the runtime's random id. Refused while a live task of the runtime has it. */
  readonly id?: string | undefined;
  /** Higher starts first; default 0. A steady flow of higher ones starves lower ones. */
  readonly priority?: number | undefined;
  /** Its abort cancels the task, pending or running. */
  readonly signal?: AbortSignal | undefined;
  /** Anything; kept with the task's record and shown in DevTools. */
  readonly meta?: unknown;
  /** The id of the task that this one belongs to; default: the one in whose synchronous part `enqueue` is called. */
  readonly parent?: string | undefined;
}

export interface StopOptions {
  /** Aborts what runs as well; default `false`. */
  readonly cancelRunning?: boolean | undefined;
  /** The `cause` of the errors with which tasks end. */
  readonly reason?: unknown;
}

export const CONCURRENCY: Rule = [
  'number',
  'a positive integer',
  (value: number) => value === Infinity || (value >= 1 && Number.isInteger(value)),
];

export const RUNTIME_RULES: Rules<Exclude<keyof RuntimeOptions, 'devtools'>> = {
  name: STRING,
  concurrency: CONCURRENCY,
  maxPending: COUNT,
  overflow: /* @__PURE__ */ oneOf('reject-new', 'drop-oldest'),
  onError: /* @__PURE__ */ oneOf('continue', 'stop'),
  paused: BOOLEAN,
  onTaskError: FUNCTION,
  clock: CLOCK,
};

export const ENQUEUE_RULES: Rules<Exclude<keyof EnqueueOptions, 'meta'>> = {
  name: STRING,
  id: STRING,
  parent: STRING,
  priority: ['number', 'a number', (value: number) => !Number.isNaN(value)],
  signal: SIGNAL,
};

export const STOP_RULES: Rules<'cancelRunning'> = { cancelRunning: BOOLEAN };

/** The refusal of an id that a live task has. */
export function takenId(id: string): Error {
  return wrong('id', 'one that no live task of this runtime has', id, RangeError);
}
