import type { Task, TaskState } from 'tasklens';
import { createRuntime } from 'tasklens';
import { keepTaskLog } from '../task-log.ts';
import { SCENARIOS } from './scenarios.ts';

/** A row of the app's own list: what any app would show its user, and independent of the devtools. */
export interface Row {
  readonly id: string;
  readonly name: string;
  readonly state: TaskState;
  /** How often the body was called. */
  readonly attempts: number;
  readonly error: string;
}

/** All that the page draws. */
export interface Snapshot {
  readonly paused: boolean;
  readonly concurrency: number;
  readonly counts: Readonly<Partial<Record<TaskState, number>>>;
  /** The newest, in the order in which they were queued. */
  readonly rows: readonly Row[];
  /** Older ones that are not among the rows. */
  readonly older: number;
}

export const NOTHING: Snapshot = { paused: false, concurrency: 3, counts: {}, rows: [], older: 0 };

/** What the page asks of its queue, in this page or in a worker: plain data, so that it can be posted. */
export type Command =
  | { readonly do: 'add'; readonly scenarios: readonly string[] }
  | { readonly do: 'pause' }
  | { readonly do: 'resume' }
  | { readonly do: 'cancel'; readonly id: string }
  | { readonly do: 'cancel-all' }
  | { readonly do: 'concurrency'; readonly value: number };

export type Send = (command: Command) => void;

const SHOWN = 60;

interface Kept {
  readonly task: Task<unknown>;
  attempts: number;
  error: string;
}

/** The upload queue. `show` is told what there is to be seen, soon after it changed and not for every event. */
export function createEngine(origin: string, show: (snapshot: Snapshot) => void): Send {
  const uploads = createRuntime({ name: 'uploads', concurrency: NOTHING.concurrency });
  const kept = new Map<string, Kept>();
  let photo = 411;
  let due = false;
  keepTaskLog(uploads);

  const snapshot = (): Snapshot => {
    const counts: Partial<Record<TaskState, number>> = {};
    for (const { task } of kept.values()) counts[task.state] = (counts[task.state] ?? 0) + 1;
    const newest = [...kept.values()].slice(-SHOWN);
    return {
      paused: uploads.state === 'paused',
      concurrency: uploads.concurrency,
      counts,
      rows: newest.map(({ task: { id, name, state }, attempts, error }) => ({ id, name, state, attempts, error })),
      older: kept.size - newest.length,
    };
  };

  // A thousand tasks would else be counted a thousand times in one turn.
  const changed = (): void => {
    if (due) return;
    due = true;
    setTimeout(() => {
      due = false;
      show(snapshot());
    }, 16);
  };

  uploads.events.on('*', (event) => {
    const one = event.type === 'task:done' ? kept.get(event.id) : undefined;
    if (one && event.type === 'task:done' && event.error !== undefined) one.error = String(event.error);
    changed();
  });

  const add = (id: string): void => {
    const scenario = SCENARIOS.find((candidate) => candidate.id === id);
    if (scenario === undefined) throw new RangeError(`There is no scenario “${id}”.`);
    photo += 1;
    const task = uploads.enqueue(
      scenario.body({
        origin,
        count(taskId) {
          const one = kept.get(taskId);
          if (one) one.attempts += 1;
          changed();
        },
      }),
      { name: `${scenario.taskName} ${photo}`, meta: { scenario: scenario.id } },
    );
    kept.set(task.id, { task, attempts: 0, error: '' });
  };

  return (command) => {
    switch (command.do) {
      case 'add':
        for (const id of command.scenarios) add(id);
        break;
      case 'pause':
        uploads.pause();
        break;
      case 'resume':
        uploads.resume();
        break;
      case 'cancel':
        kept.get(command.id)?.task.cancel('the user cancelled');
        break;
      case 'cancel-all':
        for (const { task } of kept.values()) task.cancel('the user cancelled all');
        break;
      case 'concurrency':
        uploads.concurrency = command.value;
        break;
    }
    changed();
  };
}
