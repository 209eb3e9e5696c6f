import {
  checkBoolean,
  checkClock,
  checkNumber,
  checkOneOf,
  checkOptionalFunction,
  checkOptions,
  checkSignal,
  checkString,
  wrong,
} from './check.ts';
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

export function checkRuntimeOptions(options: RuntimeOptions): void {
  checkOptions(options);
  const { concurrency, maxPending, overflow, onError, paused } = options;
  checkString('name', options.name);
  if (concurrency !== undefined) checkConcurrency(concurrency);
  if (maxPending !== undefined) checkNumber('maxPending', maxPending, 0, 'a whole number, 0 or more', true);
  if (overflow !== undefined) checkOneOf('overflow', overflow, ['reject-new', 'drop-oldest']);
  if (onError !== undefined) checkOneOf('onError', onError, ['continue', 'stop']);
  if (paused !== undefined) checkBoolean('paused', paused);
  checkOptionalFunction('onTaskError', options.onTaskError);
  checkClock(options.clock);
}

export function checkConcurrency(value: number): void {
  checkNumber('concurrency', value, 1, 'a positive integer', true);
}

export function checkEnqueueOptions(options: EnqueueOptions): void {
  checkOptions(options);
  const { priority, signal } = options;
  checkString('name', options.name);
  checkString('id', options.id);
  checkString('parent', options.parent);
  if (priority !== undefined) checkNumber('priority', priority, Number.NEGATIVE_INFINITY, 'a number');
  if (signal !== undefined) checkSignal('signal', signal);
}

export function checkStopOptions(options: StopOptions): void {
  checkOptions(options);
  if (options.cancelRunning !== undefined) checkBoolean('cancelRunning', options.cancelRunning);
}

/** The refusal of an id that a live task has. */
export function takenId(id: string): Error {
  return wrong('id', 'one that no live task of this runtime has', id, RangeError);
}
