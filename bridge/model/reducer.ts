import type {
  Batch,
  Hello,
  StreamKind,
  WireEvent,
  WireGap,
  WireLedgerEvent,
  WireRuntimeEvent,
  WireSnapshotEnd,
} from '../protocol.ts';
import { isTerminal } from './invariants.ts';
import { ledgerStep } from './ledger.ts';
import { markLive, markSilent, type RowMarks, settleLive, taskName, withMarks } from './marks.ts';
import type { Model } from './model.ts';
import { Rows } from './rows.ts';
import { Seen } from './seen.ts';
import { MAX_SILENT, MAX_STREAMS, newSessionState, type RuntimeState, type SessionState } from './session-state.ts';
import { cancelRequested, done, injected, registered, started, unknownRow } from './task-row.ts';
import type { RuntimeModel, SessionModel, TaskKey, TaskModel } from './types.ts';
import { untrackedRow } from './untracked.ts';

export interface ReducerOptions {
  /** Tasks kept; beyond, finished ones leave first, the oldest of them first. Default 100 000. */
  readonly maxTasks?: number;
}

/**
 * Turns what a page says into the model: the one place where that is done, for the panel, a test and a recording alike.
 * It knows no clock and no port, and the same messages always make the same model. An event that comes twice changes nothing.
 */
export class Reducer {
  readonly #rows: Rows;
  readonly #runtimes = new Map<string, RuntimeModel>();
  readonly #sessions = new Map<string, SessionModel>();
  readonly #states = new Map<string, SessionState>();
  /** By runtime key: the latest task of each id, since one of a finished task may be used again. */
  readonly #latest = new Map<string, Map<string, TaskKey>>();
  /** Runtimes with events in the present batch: their counts are brought up to date once, at its end. */
  readonly #touched = new Set<RuntimeState>();
  #sessionCount = 0;
  #version = 0;
  #refused = 0;
  readonly model: Model;

  constructor(options: ReducerOptions = {}) {
    const rows = new Rows(options.maxTasks ?? 100_000, (row) => {
      const latest = this.#latest.get(row.runtimeKey);
      if (latest?.get(row.id) === row.key) latest.delete(row.id);
    });
    this.#rows = rows;
    const version = (): number => this.#version;
    const refused = (): number => this.#refused;
    this.model = {
      tasks: rows.tasks,
      runtimes: this.#runtimes,
      sessions: this.#sessions,
      get version() {
        return version();
      },
      get counts() {
        return rows.counts;
      },
      get evicted() {
        return rows.evicted;
      },
      get refused() {
        return refused();
      },
    };
  }

  /** How many tasks are kept (`ReducerOptions.maxTasks`). */
  get maxTasks(): number {
    return this.#rows.max;
  }
  set maxTasks(max: number) {
    this.#rows.max = max;
    this.#version++;
  }

  /** A document (again) says who it is. */
  hello(hello: Hello): void {
    const known = this.#sessions.get(hello.session);
    if (!known) {
      this.#states.set(hello.session, newSessionState(String(++this.#sessionCount)));
    }
    // Whoever attaches anew is counted anew.
    const state = this.#states.get(hello.session);
    if (state && !hello.resumed) {
      state.delivered = 0;
      state.gone = state.held;
    }
    this.#sessions.set(hello.session, {
      session: hello.session,
      url: hello.url,
      protocol: hello.protocol,
      since: hello.since,
      counters: known?.counters ?? { emitted: 0, delivered: 0, dropped: 0, pending: 0, lost: 0 },
      connected: true,
      held: state?.held ?? 0,
      gone: state?.gone ?? 0,
    });
    this.#version++;
  }

  /** False if its session has never said hello: nothing is taken from it. */
  batch(batch: Batch): boolean {
    const session = this.#sessions.get(batch.session);
    const state = this.#states.get(batch.session);
    if (!session || !state) return false;
    for (const event of batch.events) this.#event(batch.session, state, event);
    for (const runtime of this.#touched) this.#settleBatch(runtime);
    this.#touched.clear();
    const { emitted, dropped, pending } = batch.counters;
    const { delivered } = state;
    // What was sent and refused on the way is lost, whoever refused it.
    const lost = Math.max(batch.counters.lost, emitted - dropped - pending - delivered);
    const { held, gone } = state;
    this.#sessions.set(batch.session, {
      ...session,
      held,
      gone,
      counters: { emitted, delivered, dropped, pending, lost },
    });
    this.#version++;
    return true;
  }

  /** Its port is gone. `unloaded`: the document too, with what it had not sent. */
  disconnected(session: string, unloaded: boolean): void {
    const known = this.#sessions.get(session);
    if (!known) return;
    const { counters } = known;
    const settled = unloaded ? { ...counters, pending: 0, lost: counters.lost + counters.pending } : counters;
    this.#sessions.set(session, { ...known, connected: false, counters: settled });
    this.#version++;
  }

  /** What somebody else's model knew of tasks and their events alone do not say: a recording has it. */
  mark(session: string, marked: readonly RowMarks[]): void {
    const byTask = new Map(marked.map((marks) => [taskName(marks.runtimeId, marks.id, marks.registeredSeq), marks]));
    for (const row of marked.length > 0 ? this.#rows.tasks.values() : []) {
      if (row.session !== session) continue;
      const marks = byTask.get(taskName(row.runtimeId, row.id, row.registeredSeq));
      if (marks) this.#rows.put(withMarks(row, marks));
    }
    this.#version++;
  }

  /** Something was refused because its form was wrong. */
  refuse(count: number): void {
    this.#refused += count;
    this.#version++;
  }

  /** Finished tasks go; live ones stay. */
  clear(): void {
    for (const row of this.#rows.tasks.values()) if (isTerminal(row.state)) this.#rows.remove(row);
    for (const [session, model] of this.#sessions) if (!model.connected) this.#dropIfEmpty(session);
    this.#version++;
  }

  /** A page that was left goes with all that is known of it. */
  forgetSession(session: string): void {
    const state = this.#states.get(session);
    if (!state) return;
    for (const row of this.#rows.tasks.values()) if (row.session === session) this.#rows.remove(row);
    for (const runtime of state.runtimes.values()) {
      this.#runtimes.delete(runtime.key);
      this.#latest.delete(runtime.key);
    }
    this.#states.delete(session);
    this.#sessions.delete(session);
    this.#version++;
  }

  /** A shared worker is told of by one page at a time: what another page of this model had told of it, this one tells again. */
  #moved(session: string, id: string): void {
    const name = `runtime ${id}`;
    for (const [other, state] of this.#states) {
      const runtime = other === session ? undefined : state.runtimes.get(name);
      if (!runtime || this.#runtimes.get(runtime.key)?.worker === undefined) continue;
      for (const row of this.#rows.tasks.values()) if (row.runtimeKey === runtime.key) this.#rows.remove(row);
      this.#runtimes.delete(runtime.key);
      this.#latest.delete(runtime.key);
      // Kept in the count, by which keys are made.
      state.runtimes.delete(name);
      state.runtimes.set(`moved ${runtime.key}`, runtime);
    }
  }

  #dropIfEmpty(session: string): void {
    for (const row of this.#rows.tasks.values()) if (row.session === session) return;
    this.forgetSession(session);
  }

  #event(session: string, state: SessionState, event: WireEvent): void {
    if (event.type === 'gap') {
      this.#gap(session, state, event);
      return;
    }
    state.delivered++;
    if (event.type === 'snapshot:start') {
      if (event.stream === 'runtime') {
        const runtime = this.#runtime(session, state, event.id);
        runtime.told = new Set();
        runtime.toldEnds = 0;
      }
    } else if (event.type === 'snapshot:end') this.#snapshotEnd(session, state, event);
    else if ('ledgerId' in event) this.#ledger(session, state, event);
    else this.#runtimeEvent(session, state, event);
  }

  #seen(session: string, state: SessionState, stream: StreamKind, id: string): Seen {
    if (stream === 'runtime') return this.#runtime(session, state, id).seen;
    const known = state.ledgers.get(id);
    if (known) return known;
    const seen = new Seen();
    if (state.ledgers.size < MAX_STREAMS) state.ledgers.set(id, seen);
    return seen;
  }

  #runtime(session: string, state: SessionState, id: string, untracked = false): RuntimeState {
    const name = untracked ? `untracked ${id}` : `runtime ${id}`;
    const known = state.runtimes.get(name);
    if (known) return known;
    const runtime: RuntimeState = {
      key: `${state.prefix}.${state.runtimes.size + 1}`,
      seen: new Seen(),
      latest: new Map(),
      told: undefined,
      toldEnds: 0,
      ends: 0,
      droppedBefore: undefined,
      gapTo: 0,
    };
    if (state.runtimes.size >= MAX_STREAMS) return runtime;
    state.runtimes.set(name, runtime);
    this.#latest.set(runtime.key, runtime.latest);
    this.#runtimes.set(runtime.key, {
      key: runtime.key,
      session,
      id,
      name: id,
      concurrency: 1,
      onError: 'continue',
      maxPending: Number.POSITIVE_INFINITY,
      state: 'running',
      library: undefined,
      untracked,
      dropped: { tasks: 0, events: 0 },
      seq: 0,
      missing: 0,
    });
    return runtime;
  }

  #changeRuntime(runtime: RuntimeState, change: Partial<RuntimeModel>): void {
    const model = this.#runtimes.get(runtime.key);
    if (!model) return;
    const { highest, missing } = runtime.seen;
    this.#runtimes.set(runtime.key, { ...model, ...change, seq: highest, missing });
  }

  #runtimeEvent(session: string, state: SessionState, event: WireRuntimeEvent): void {
    const runtime = this.#runtime(session, state, event.runtimeId);
    if (event.type === 'task:registered') runtime.told?.add(event.id);
    else if (event.type === 'task:done') runtime.toldEnds++;
    if (!runtime.seen.take(event.seq)) {
      // A start that a later snapshot tells again may name a fault that was not heard of when it acted.
      if (event.type === 'task:started' && event.injected !== undefined) {
        const { injected } = event;
        this.#rows.put({ ...this.#row(session, runtime, event.runtimeId, event.id), injected });
      }
      return;
    }
    this.#touched.add(runtime);
    switch (event.type) {
      case 'runtime:created': {
        const { name, concurrency, onError, maxPending, worker, at } = event;
        if (worker !== undefined) this.#moved(session, event.runtimeId);
        const place = worker === undefined ? {} : { worker };
        this.#changeRuntime(runtime, { name, concurrency, onError, maxPending, createdAt: at, ...place });
        return;
      }
      case 'runtime:changed':
        this.#changeRuntime(runtime, {
          changedAt: event.at,
          ...(event.state === undefined ? {} : { state: event.state }),
          ...(event.concurrency === undefined ? {} : { concurrency: event.concurrency }),
        });
        return;
      case 'runtime:idle':
      case 'task:progress':
        return;
      case 'task:registered':
        this.#rows.put(registered(this.#rowToRegister(session, runtime, event), event));
        return;
      case 'task:started': {
        const row = started(this.#row(session, runtime, event.runtimeId, event.id), event);
        this.#rows.put(row);
        if (row.state === 'running' && state.running.size < MAX_SILENT) state.running.add(row.key);
        return;
      }
      case 'task:injected':
        this.#rows.put(injected(this.#row(session, runtime, event.runtimeId, event.id), event));
        return;
      case 'task:cancel-requested':
        this.#rows.put(cancelRequested(this.#row(session, runtime, event.runtimeId, event.id), event));
        return;
      case 'task:done': {
        runtime.ends++;
        state.held = Math.max(state.held, event.rerun ?? 0);
        const row = done(this.#row(session, runtime, event.runtimeId, event.id), event);
        this.#rows.put(row);
        state.running.delete(row.key);
        if (row.reported === 'none' && state.ledgers.size > 0 && state.silent.size < MAX_SILENT)
          state.silent.add(row.key);
        return;
      }
    }
  }

  /** The row of that id: the latest task that had it, or one made up because its registration is missing. */
  #row(session: string, runtime: RuntimeState, runtimeId: string, id: string): TaskModel {
    const key = runtime.latest.get(id);
    const row = key === undefined ? undefined : this.#rows.tasks.get(key);
    return row ?? this.#newRow(session, runtime, runtimeId, id, `?${runtime.latest.size}`);
  }

  #rowToRegister(
    session: string,
    runtime: RuntimeState,
    event: Extract<WireRuntimeEvent, { type: 'task:registered' }>,
  ): TaskModel {
    const key = runtime.latest.get(event.id);
    const row = key === undefined ? undefined : this.#rows.tasks.get(key);
    // Its registration comes late: the row that stands in for it is the one.
    if (row && row.registeredSeq === undefined && event.seq < (row.startedSeq ?? row.doneSeq ?? 0)) return row;
    // The runtime gives an id again only when the task that had it has ended: that end was lost.
    if (row && !isTerminal(row.state)) this.#rows.put({ ...row, partial: true });
    return this.#newRow(session, runtime, event.runtimeId, event.id, String(event.seq));
  }

  #newRow(session: string, runtime: RuntimeState, runtimeId: string, id: string, suffix: string): TaskModel {
    const row = unknownRow(`${runtime.key}.${suffix}`, runtime.key, session, runtimeId, id);
    runtime.latest.set(id, row.key);
    return row;
  }

  #ledger(session: string, state: SessionState, event: WireLedgerEvent): void {
    const seen = this.#seen(session, state, 'ledger', event.ledgerId);
    // A gap stands for many events and tells up to where: it needs no count of its own.
    if (event.type !== 'attempt-gap' && !seen.take(event.seq)) return;
    state.silent.clear();
    if (event.runtimeId !== undefined && event.id !== undefined) {
      const runtime = this.#runtime(session, state, event.runtimeId);
      this.#rows.put(ledgerStep(this.#row(session, runtime, event.runtimeId, event.id), event));
    } else if (event.run !== undefined) {
      const runtime = this.#runtime(session, state, event.ledgerId, true);
      const row = this.#row(session, runtime, event.ledgerId, event.run);
      const next = untrackedRow(row, ledgerStep(row, event), event);
      this.#rows.put(next);
      if (next.state === 'running' && state.running.size < MAX_SILENT) state.running.add(next.key);
      else state.running.delete(next.key);
    }
  }

  #gap(session: string, state: SessionState, gap: WireGap): void {
    this.#seen(session, state, gap.stream, gap.id).skip(gap.from, gap.to);
    if (gap.stream !== 'runtime') {
      markSilent(this.#rows, state);
      return;
    }
    const runtime = this.#runtime(session, state, gap.id);
    this.#touched.add(runtime);
    runtime.gapTo = gap.to;
  }

  /** Once a batch, however many gaps it tells. What has ended since needs no mark: its end tells all. */
  #settleBatch(runtime: RuntimeState): void {
    if (runtime.gapTo > 0) markLive(this.#rows, runtime, runtime.gapTo);
    runtime.gapTo = 0;
    this.#changeRuntime(runtime, {});
  }

  #snapshotEnd(session: string, state: SessionState, end: WireSnapshotEnd): void {
    this.#seen(session, state, end.stream, end.id).settle(end.seq);
    if (end.stream !== 'runtime') return;
    const runtime = this.#runtime(session, state, end.id);
    // What the snapshot tells is no longer in doubt.
    runtime.gapTo = 0;
    const { told, toldEnds, ends, seen } = runtime;
    runtime.told = undefined;
    const again = runtime.droppedBefore !== undefined;
    runtime.droppedBefore ??= end.dropped.events;
    // All that have ended are told or dropped by the runtime: what this model has not heard of among them.
    const tasks = Math.max(0, end.dropped.tasks + toldEnds - ends);
    this.#changeRuntime(runtime, {
      library: end.library,
      ...(end.commands === undefined ? {} : { commands: end.commands }),
      dropped: { tasks, events: runtime.droppedBefore + seen.missing },
    });
    if (again && told) settleLive(this.#rows, state, runtime, told, end.seq);
  }
}
