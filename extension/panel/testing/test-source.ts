import type { Model, StateCounts } from '../../../bridge/model/model.ts';
import type { RuntimeModel, SessionModel, TaskModel } from '../../../bridge/model/types.ts';
import type { PageCommand } from '../../../bridge/protocol.ts';
import type { CommandOutcome, PanelSource, SourceStatus } from '../source.ts';
import { makeRuntime, makeSession } from './tasks.ts';

/** A source that a test fills by hand. */
export interface TestSource extends PanelSource {
  /** Adds tasks, or replaces those of the same key, and tells the panel. */
  readonly put: (...tasks: readonly TaskModel[]) => void;
  /** Takes the oldest `count` tasks out, as the viewer's bound does. */
  readonly evict: (count: number) => void;
  readonly setStatus: (status: SourceStatus) => void;
  readonly setRuntime: (runtime: RuntimeModel) => void;
  readonly setSession: (session: SessionModel) => void;
  readonly calls: string[];
  /** What was asked of the page, where commands are allowed. */
  readonly asked: (PageCommand & { readonly session: string })[];
  /** How a command goes; default: all of it is done. */
  answer: (command: PageCommand) => CommandOutcome;
}

export function createTestSource(
  initial: readonly TaskModel[] = [],
  status: SourceStatus = { state: 'live' },
  options: { readonly commands?: boolean } = {},
): TestSource {
  const tasks = new Map(initial.map((task) => [task.key, task]));
  const runtime = makeRuntime();
  const session = makeSession();
  const runtimes = new Map<string, RuntimeModel>([[runtime.key, runtime]]);
  const sessions = new Map<string, SessionModel>([[session.session, session]]);
  const listeners = new Set<() => void>();
  const calls: string[] = [];
  const asked: TestSource['asked'] = [];
  let answer: TestSource['answer'] = (command) => ({ ok: true, count: sizeOf(command) });
  let version = 0;
  let evicted = 0;
  let current = status;

  const counts = (): StateCounts => {
    const all = { all: tasks.size, pending: 0, running: 0, retrying: 0, success: 0, error: 0, cancelled: 0 };
    for (const task of tasks.values()) {
      all[task.state] += 1;
      if (task.retrying) all.retrying += 1;
    }
    return all;
  };
  let known = counts();
  const tell = (): void => {
    version += 1;
    known = counts();
    for (const listener of listeners) listener();
  };
  const model: Model = {
    get version() {
      return version;
    },
    tasks,
    runtimes,
    sessions,
    get counts() {
      return known;
    },
    get evicted() {
      return evicted;
    },
    refused: 0,
  };
  return {
    model,
    get status() {
      return current;
    },
    preserveLog: false,
    recording: true,
    historyLimit: 100_000,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear() {
      calls.push('clear');
      for (const task of tasks.values())
        if (task.state !== 'pending' && task.state !== 'running') tasks.delete(task.key);
      tell();
    },
    reloadPage() {
      calls.push('reload');
    },
    calls,
    asked,
    get answer() {
      return answer;
    },
    set answer(next) {
      answer = next;
    },
    ...(options.commands
      ? {
          async command(session: string, command: PageCommand): Promise<CommandOutcome> {
            asked.push({ ...command, session });
            return answer(command);
          },
        }
      : {}),
    put(...changed) {
      for (const task of changed) tasks.set(task.key, task);
      tell();
    },
    evict(count) {
      for (const key of [...tasks.keys()].slice(0, count)) tasks.delete(key);
      evicted += count;
      tell();
    },
    setStatus(next) {
      current = next;
      tell();
    },
    setRuntime(next) {
      runtimes.set(next.key, next);
      tell();
    },
    setSession(next) {
      sessions.set(next.session, next);
      tell();
    },
  };
}

const sizeOf = (command: PageCommand): number =>
  command.type === 'cancel' ? command.tasks.length : command.type === 'rerun' ? command.refs.length : 1;
