import { attemptCount } from '../model/selectors.ts';
import type { TaskModel } from '../model/types.ts';
import type { LoggedEvent, TaskLog } from './task-log.ts';

/** The states that a task goes through; `retrying`: it waits for its next attempt. */
export const STATES = ['pending', 'running', 'retrying', 'success', 'error', 'cancelled'] as const;
export type TaskStateName = (typeof STATES)[number];

/** What is known of one task at this moment. Times are epoch ms by the page's clock. */
export interface SeenTask {
  readonly id: string;
  readonly name: string;
  readonly runtime: string;
  readonly state: TaskStateName;
  readonly retryable: boolean;
  /** Attempts of its outermost retry; undefined where nothing reports them. */
  readonly attempts: number | undefined;
  readonly error: { readonly class: string; readonly message: string; readonly type?: string | undefined } | undefined;
  readonly registeredAt: number | undefined;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  /** The document it lives in. */
  readonly url: string;
  readonly session: string;
}

type Filter = (row: TaskModel) => boolean;

/** Tasks of a test, by what they are; looked up anew each time they are asked for. Every method narrows them further. */
export class TaskQuery {
  readonly #log: TaskLog;
  readonly #filters: readonly Filter[];
  /** In words, for messages. */
  readonly description: string;

  constructor(log: TaskLog, filters: readonly Filter[] = [], description = 'tasks') {
    this.#log = log;
    this.#filters = filters;
    this.description = description;
  }

  /** Those of that name, or whose name matches. */
  named(name: string | RegExp): TaskQuery {
    if (typeof name !== 'string' && !(name instanceof RegExp)) throw takes('named', 'a string or a RegExp', name);
    const is: Filter = typeof name === 'string' ? (row) => row.name === name : (row) => new RegExp(name).test(row.name);
    return this.#narrow(is, `named ${typeof name === 'string' ? JSON.stringify(name) : String(name)}`);
  }

  /** Those that ended in `error`; with `retryable`, those of which the runtime said so. */
  failed(options: { readonly retryable?: boolean | undefined } = {}): TaskQuery {
    if (typeof options !== 'object' || options === null)
      throw takes('failed', 'an object such as { retryable: true }', options);
    const { retryable } = options;
    if (retryable !== undefined && typeof retryable !== 'boolean')
      throw takes('failed', 'retryable: a boolean', retryable);
    const is: Filter = (row) => row.state === 'error' && (retryable === undefined || row.retryable === retryable);
    return this.#narrow(
      is,
      retryable === undefined ? 'that failed' : `that failed, ${retryable ? '' : 'not '}retryable`,
    );
  }

  /** All of them. */
  all(): TaskQuery {
    return this.#narrow(() => true, '');
  }

  /** Those that are in that state now. What passed through it earlier is found by `toReach`. */
  in(state: TaskStateName): TaskQuery {
    if (!STATES.includes(state)) throw takes('in', `one of ${STATES.join(', ')}`, state);
    return this.#narrow((row) => stateOf(row) === state, `in state ${state}`);
  }

  /** What is known of them now; it does not wait. */
  list(): SeenTask[] {
    return this.rows().map((row) => seenTask(this.#log, row));
  }

  /** The history of all tasks of the test, in the order in which it arrived. */
  events(): readonly LoggedEvent[] {
    return this.#log.events;
  }

  /** @internal */
  get log(): TaskLog {
    return this.#log;
  }

  /** @internal */
  rows(): TaskModel[] {
    return [...this.#log.model.tasks.values()].filter((row) => this.#filters.every((filter) => filter(row)));
  }

  #narrow(filter: Filter, says: string): TaskQuery {
    return new TaskQuery(
      this.#log,
      [...this.#filters, filter],
      says === '' ? this.description : `${this.description} ${says}`,
    );
  }
}

export function stateOf(row: TaskModel): TaskStateName {
  return row.retrying ? 'retrying' : row.state;
}

function seenTask({ model }: TaskLog, row: TaskModel): SeenTask {
  const count = attemptCount(row);
  const { error } = row;
  return {
    id: row.id,
    name: row.name,
    runtime: model.runtimes.get(row.runtimeKey)?.name ?? '',
    state: stateOf(row),
    retryable: row.retryable,
    attempts: count.kind === 'counted' ? count.attempts : count.kind === 'pending' ? 0 : undefined,
    error: error && { class: error.class, message: error.message, type: error.type },
    registeredAt: row.registeredAt,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    url: model.sessions.get(row.session)?.url ?? '',
    session: row.session,
  };
}

/** One message pattern: what takes what, and what it was given. */
export function takes(what: string, expected: string, given: unknown): TypeError {
  return new TypeError(`${what} takes ${expected}, got ${shown(given)}`);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'object' && value !== null) return `an object (${value.constructor?.name ?? 'no class'})`;
  return String(value);
}
