import { type ReadonlySignal, signal } from '@preact/signals';
import { canRerun } from '../../../bridge/model/selectors.ts';
import type { RuntimeModel, TaskModel } from '../../../bridge/model/types.ts';
import type { PageCommand, RuntimeCommand } from '../../../bridge/protocol.ts';
import type { CommandOutcome, PanelSource } from '../source.ts';

export type Reason = Extract<CommandOutcome, { readonly ok: false }>['reason'];
export type Done = 'rerun' | Exclude<RuntimeCommand['type'], 'hits'>;

/** How the last thing that was done went. */
export interface Said {
  readonly what: Done;
  /** Tasks, or times. */
  readonly done: number;
  /** By reason: for how many it was not done. */
  readonly refused: ReadonlyMap<Reason, number>;
}

/** What can be done to tasks and runtimes. Absent in the store where the source is read-only. */
export interface CommandStore {
  readonly said: ReadonlySignal<Said | undefined>;
  readonly dismiss: () => void;
  /** Those of them that can be cancelled: live ones, whose registration is known, in a page that takes commands. */
  readonly cancellable: (tasks: readonly TaskModel[]) => readonly TaskModel[];
  readonly rerunnable: (tasks: readonly TaskModel[]) => readonly TaskModel[];
  /** Whether its page takes commands, as far as is known. */
  readonly allowed: (task: TaskModel) => boolean;
  readonly cancel: (tasks: readonly TaskModel[]) => Promise<void>;
  readonly rerun: (tasks: readonly TaskModel[]) => Promise<void>;
  readonly act: (runtime: RuntimeModel, command: RuntimeCommand) => Promise<CommandOutcome>;
  /** The same without saying how it went. */
  readonly quietly: CommandStore['act'];
}

/** The `cause` of the CancelledError of what is cancelled here. */
const REASON = 'DevTools';

interface Group {
  readonly session: string;
  readonly command: PageCommand;
  readonly size: number;
}

export function createCommands(source: PanelSource): CommandStore | undefined {
  const send = source.command;
  if (send === undefined) return undefined;
  const { model } = source;
  const said = signal<Said | undefined>(undefined);

  const connected = (session: string): boolean => model.sessions.get(session)?.connected === true;
  const allowed = (task: TaskModel): boolean => model.runtimes.get(task.runtimeKey)?.commands !== false;

  const quietly: CommandStore['act'] = ({ session, id }, command) => send(session, { ...command, runtimeId: id });

  const sendAll = async (what: Done, groups: readonly Group[]): Promise<void> => {
    const refused = new Map<Reason, number>();
    let done = 0;
    const note = (reason: Reason, count: number): void => {
      if (count > 0) refused.set(reason, (refused.get(reason) ?? 0) + count);
    };
    await Promise.all(
      groups.map(async ({ session, command, size }) => {
        const outcome = await send(session, command);
        if (!outcome.ok) return note(outcome.reason, size);
        done += outcome.count;
        // Of several, some had ended or gone by the time that it came.
        return note(what === 'rerun' ? 'not-held' : 'ended', size - outcome.count);
      }),
    );
    said.value = { what, done, refused };
  };

  /** One message a document or runtime, however many tasks are chosen. */
  const grouped = (
    tasks: readonly TaskModel[],
    keyOf: (task: TaskModel) => string,
    commandOf: (of: readonly TaskModel[], first: TaskModel) => PageCommand,
  ): Group[] => {
    const groups = new Map<string, TaskModel[]>();
    for (const task of tasks) {
      const key = keyOf(task);
      const group = groups.get(key);
      if (group) group.push(task);
      else groups.set(key, [task]);
    }
    return [...groups.values()].flatMap((of) => {
      const [first] = of;
      return first === undefined ? [] : [{ session: first.session, command: commandOf(of, first), size: of.length }];
    });
  };

  return {
    said,
    dismiss: () => {
      said.value = undefined;
    },
    cancellable: (tasks) =>
      tasks.filter(
        (task) =>
          (task.state === 'pending' || task.state === 'running') &&
          task.registeredSeq !== undefined &&
          connected(task.session) &&
          allowed(task),
      ),
    rerunnable: (tasks) => tasks.filter((task) => canRerun(task, model.sessions.get(task.session))),
    allowed,
    cancel: (tasks) =>
      sendAll(
        'cancel',
        grouped(
          tasks,
          (task) => task.runtimeKey,
          (of, { runtimeId }) => ({
            type: 'cancel',
            runtimeId,
            tasks: of.flatMap(({ registeredSeq }) => registeredSeq ?? []),
            reason: REASON,
          }),
        ),
      ),
    rerun: (tasks) =>
      sendAll(
        'rerun',
        grouped(
          tasks,
          (task) => task.session,
          (of) => ({ type: 'rerun', refs: of.flatMap(({ rerun }) => rerun ?? []) }),
        ),
      ),
    quietly,
    async act(runtime, command) {
      const outcome = await quietly(runtime, command);
      if (command.type === 'hits') return outcome;
      const refused = new Map<Reason, number>(outcome.ok ? [] : [[outcome.reason, 1]]);
      said.value = { what: command.type, done: outcome.ok ? outcome.count : 0, refused };
      return outcome;
    },
  };
}
