import type { Model } from '../model/model.ts';
import type { RuntimeModel, SessionModel, TaskModel } from '../model/types.ts';
import type { WireEvent, WireLedgerEvent, WireRuntimeEvent } from '../protocol.ts';
import { FORMAT, type RecordedSession, type Recording, type TaskMarks, VERSION } from './format.ts';
import { type Step, taskSteps } from './task-events.ts';
import type { RecordingAbout } from './write.ts';

export interface FromModelOptions extends RecordingAbout {
  /** Epoch ms up to which the model is told. */
  readonly until?: number | undefined;
  /** The tasks that are recorded; default all. */
  readonly tasks?: Iterable<TaskModel> | undefined;
}

/** The steps of layers are told under this name: a model does not keep which ledger told of them. */
const LEDGER = 'recording';

/**
 * A recording of what a viewer knows: not the events as they came, but those that make the same model again. The same model
 * gives the same recording, to the byte, and so does the model that is made of it.
 */
export function recordingOf(model: Model, options: FromModelOptions = {}): Recording {
  const { tool, recordedAt, until } = options;
  const tasks = new Map<string, TaskModel[]>();
  for (const row of options.tasks ?? model.tasks.values()) {
    const of = tasks.get(row.runtimeKey);
    if (of) of.push(row);
    else tasks.set(row.runtimeKey, [row]);
  }
  const sessions = [...model.sessions.values()].sort((a, b) => a.since - b.since || compare(a.session, b.session));
  const told = sessions.flatMap((session) => {
    const runtimes = [...model.runtimes.values()].filter((runtime) => runtime.session === session.session);
    const wanted = options.tasks === undefined ? runtimes : runtimes.filter((runtime) => tasks.has(runtime.key));
    return wanted.length === 0 && options.tasks !== undefined ? [] : [{ session, runtimes: wanted }];
  });
  const marks: (TaskMarks & { session: string })[] = [];
  for (const { session, runtimes } of told) {
    const marked = runtimes.flatMap((runtime) => tasks.get(runtime.key) ?? []).filter(isMarked);
    for (const row of marked.sort(byPlace)) marks.push(marksOf(session, row));
  }
  return {
    header: {
      format: FORMAT,
      version: VERSION,
      ...(tool === undefined ? {} : { tool }),
      ...(recordedAt === undefined ? {} : { recordedAt }),
    },
    sessions: told.map(({ session }) => sessionOf(session)),
    parts: told.map(({ session, runtimes }) => ({
      session: session.session,
      events: sessionEvents(runtimes.map((runtime) => ({ runtime, tasks: tasks.get(runtime.key) ?? [] }))),
    })),
    marks,
    until,
  };
}

interface Told {
  readonly runtime: RuntimeModel;
  readonly tasks: readonly TaskModel[];
}

function sessionEvents(all: readonly Told[]): WireEvent[] {
  const byAge = [...all].sort(
    (a, b) =>
      (a.runtime.createdAt ?? 0) - (b.runtime.createdAt ?? 0) ||
      compare(a.runtime.id, b.runtime.id) ||
      Number(a.runtime.untracked) - Number(b.runtime.untracked),
  );
  const runtimes = byAge.filter(({ runtime }) => !runtime.untracked);
  const head = runtimes.flatMap(({ runtime, tasks }) => opening(runtime, tasks));
  const steps = byAge.flatMap(({ runtime, tasks }) => stepsOf(runtime, tasks));
  // Stable: what has one time stays in the order of runtimes, tasks and steps.
  const events = steps.sort((a, b) => a.step.at - b.step.at);
  const numbers = new Map<string, number>();
  const body = events.map(({ runtime, row, step, free }) => {
    if (step.of === 'runtime') {
      return { ...step.event, runtimeId: runtime.id, id: row.id, seq: step.seq ?? free() } as WireRuntimeEvent;
    }
    const ledgerId = runtime.untracked ? runtime.id : LEDGER;
    const seq = (numbers.get(ledgerId) ?? 0) + 1;
    // A gap stands for many steps and has no number of its own.
    if (step.event.type !== 'attempt-gap') numbers.set(ledgerId, seq);
    const of = runtime.untracked ? { run: row.id } : { runtimeId: runtime.id, id: row.id };
    return { ...step.event, ledgerId, seq, ...of } as WireLedgerEvent;
  });
  const tail = runtimes.map(({ runtime }) => closing(runtime));
  return [...head, ...body, ...tail];
}

interface Placed {
  readonly runtime: RuntimeModel;
  readonly row: TaskModel;
  readonly step: Step;
  /** A number of the runtime's that no event of it has here: the model does not keep that of every event. */
  readonly free: () => number;
}

function stepsOf(runtime: RuntimeModel, tasks: readonly TaskModel[]): Placed[] {
  const free = freeNumbers(tasks);
  // Taken by `opening`.
  if (hasChanged(runtime)) free();
  return [...tasks]
    .sort(byPlace)
    .flatMap((row) => taskSteps(row, runtime.untracked).map((step) => ({ runtime, row, step, free })));
}

function opening(runtime: RuntimeModel, tasks: readonly TaskModel[]): WireEvent[] {
  const { id, name, concurrency, onError, maxPending, createdAt, changedAt, state } = runtime;
  const events: WireEvent[] = [{ type: 'snapshot:start', stream: 'runtime', id }];
  const of = { runtimeId: id };
  if (createdAt !== undefined) {
    events.push({ type: 'runtime:created', name, concurrency, onError, maxPending, ...of, seq: 1, at: createdAt });
  }
  if (hasChanged(runtime)) {
    const at = changedAt ?? createdAt ?? 0;
    events.push({ type: 'runtime:changed', state, concurrency, ...of, seq: freeNumbers(tasks)(), at });
  }
  return events;
}

function closing({ id, seq, library = '', dropped }: RuntimeModel): WireEvent {
  return { type: 'snapshot:end', stream: 'runtime', id, seq, library, dropped };
}

function hasChanged({ changedAt, state }: RuntimeModel): boolean {
  return changedAt !== undefined || state !== 'running';
}

/** 1 is that of `runtime:created`. */
function freeNumbers(tasks: readonly TaskModel[]): () => number {
  const used = new Set(tasks.flatMap((row) => [row.registeredSeq, row.startedSeq, row.doneSeq]));
  let last = 1;
  return () => {
    do last++;
    while (used.has(last));
    return last;
  };
}

/** In the order of registration; what was never seen registered, by what is known of it. */
function byPlace(a: TaskModel, b: TaskModel): number {
  return place(a) - place(b) || compare(a.id, b.id);
}

function place({ registeredSeq, startedSeq, doneSeq }: TaskModel): number {
  return registeredSeq ?? startedSeq ?? doneSeq ?? 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sessionOf({ session, url, since, protocol, counters }: SessionModel): RecordedSession {
  const { dropped, lost } = counters;
  const missed = { ...(dropped > 0 ? { dropped } : {}), ...(lost > 0 ? { lost } : {}) };
  return { type: 'session', session, url, since, protocol, ...missed };
}

function isMarked(row: TaskModel): boolean {
  return row.partial || row.stepsLost === true || row.violations.length > 0;
}

function marksOf(session: SessionModel, row: TaskModel): TaskMarks & { session: string } {
  const { runtimeId, id, registeredSeq, partial, stepsLost, violations } = row;
  return {
    type: 'task:marks',
    runtimeId,
    id,
    ...(registeredSeq === undefined ? {} : { registered: registeredSeq }),
    ...(partial ? { partial } : {}),
    ...(stepsLost ? { stepsLost } : {}),
    ...(violations.length === 0 ? {} : { violations }),
    session: session.session,
  };
}
