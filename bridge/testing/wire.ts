import { Reducer, type ReducerOptions } from '../model/reducer.ts';
import type { TaskModel } from '../model/types.ts';
import type { Batch, WireError, WireEvent, WireLedgerEvent, WireRuntimeEvent } from '../protocol.ts';

type Of<T extends WireEvent['type']> = Extract<WireRuntimeEvent, { type: T }>;
type Step<T extends WireLedgerEvent['type']> = Extract<WireLedgerEvent, { type: T }>;

export const SESSION = '0'.repeat(31).concat('1');
export const RUNTIME = 'r1';

/** Events as they come over the wire; what a test does not care about has a default. `seq` counts on by itself. */
export class Wire {
  seq = 0;
  ledgerSeq = 0;
  readonly runtimeId: string;
  readonly ledgerId: string;

  constructor(runtimeId: string = RUNTIME, ledgerId = 'l1') {
    this.runtimeId = runtimeId;
    this.ledgerId = ledgerId;
  }

  created(fields: Partial<Of<'runtime:created'>> = {}): Of<'runtime:created'> {
    const name = 'uploads';
    const base = { concurrency: 1, onError: 'continue', maxPending: Number.POSITIVE_INFINITY } as const;
    return { type: 'runtime:created', name, ...base, ...this.#next(), ...fields };
  }

  changed(fields: Partial<Of<'runtime:changed'>>): Of<'runtime:changed'> {
    return { type: 'runtime:changed', ...this.#next(), ...fields };
  }

  registered(id: string, fields: Partial<Of<'task:registered'>> = {}): Of<'task:registered'> {
    return { type: 'task:registered', id, name: `task ${id}`, priority: 0, ...this.#next(), ...fields };
  }

  started(id: string, fields: Partial<Of<'task:started'>> = {}): Of<'task:started'> {
    return { type: 'task:started', id, slot: 0, ...this.#next(), ...fields };
  }

  done(id: string, fields: Partial<Of<'task:done'>> = {}): Of<'task:done'> {
    const next = this.#next();
    const times = { registeredAt: next.at - 2, startedAt: next.at - 1, endedAt: next.at };
    return { type: 'task:done', id, state: 'success', retryable: false, ...times, ...next, ...fields };
  }

  refused(id: string, fields: Partial<Of<'task:done'>> = {}): Of<'task:done'> {
    const { startedAt: _, ...rest } = this.done(id, { state: 'error', error: wireError(), ...fields });
    return rest;
  }

  layerStart(id: string, layer: number, fields: Partial<Step<'layer-start'>> = {}): Step<'layer-start'> {
    const { at, ...step } = this.#step(id);
    return { type: 'layer-start', layer, kind: 'retry', options: { retries: 2 }, at, ...step, ...fields };
  }

  attemptStart(id: string, layer: number, attempt: number, at?: number): Step<'attempt-start'> {
    const step = this.#step(id);
    return { type: 'attempt-start', layer, attempt, ...step, at: at ?? step.at };
  }

  attemptEnd(
    id: string,
    layer: number,
    attempt: number,
    fields: Partial<Step<'attempt-end'>> = {},
  ): Step<'attempt-end'> {
    return { type: 'attempt-end', layer, attempt, decision: 'succeeded', ...this.#step(id), ...fields };
  }

  retried(id: string, layer: number, attempt: number, planned: number, at?: number): Step<'attempt-end'> {
    const error = wireError({ retryable: true });
    return this.attemptEnd(id, layer, attempt, { decision: 'retried', planned, error, ...(at ? { at } : {}) });
  }

  waitEnd(id: string, layer: number, attempt: number, planned: number, real: number): Step<'wait-end'> {
    return { type: 'wait-end', layer, attempt, planned, real, ...this.#step(id) };
  }

  layerEnd(id: string, layer: number, fields: Partial<Step<'layer-end'>> = {}): Step<'layer-end'> {
    return { type: 'layer-end', layer, outcome: 'succeeded', ...this.#step(id), ...fields };
  }

  #next(): { runtimeId: string; seq: number; at: number } {
    const seq = ++this.seq;
    return { runtimeId: this.runtimeId, seq, at: 1_000 + seq * 10 };
  }

  #step(id: string): { ledgerId: string; seq: number; runtimeId: string; id: string; at: number } {
    const seq = ++this.ledgerSeq;
    return { ledgerId: this.ledgerId, seq, runtimeId: this.runtimeId, id, at: 5_000 + seq * 10 };
  }
}

export function wireError(fields: Partial<WireError> = {}): WireError {
  return { name: 'TaskError', message: 'busy', class: 'TaskError', retryable: false, ...fields };
}

/** A reducer that knows one session, and what a test asks of it. */
export class Watched {
  readonly reducer: Reducer;
  #batch = 0;

  constructor(options?: ReducerOptions) {
    this.reducer = new Reducer(options);
    this.hello();
  }

  hello(session: string = SESSION): void {
    this.reducer.hello({
      type: 'hello',
      protocol: 1,
      session,
      hub: 1,
      url: 'http://app.test/',
      since: 1_000,
      resumed: false,
    });
  }

  take(...events: WireEvent[]): this {
    this.reducer.batch(this.batch(events));
    return this;
  }

  batch(events: readonly WireEvent[], session: string = SESSION): Batch {
    const counters = { emitted: 0, delivered: 0, dropped: 0, pending: 0, lost: 0 };
    return { type: 'batch', session, batch: ++this.#batch, counters, events };
  }

  get rows(): TaskModel[] {
    return [...this.reducer.model.tasks.values()];
  }

  /** The row of that id; fails the test where there is none, or more than one. */
  row(id: string): TaskModel {
    const [row, ...others] = this.rows.filter((one) => one.id === id);
    if (!row || others.length > 0)
      throw new Error(`expected one row with id ${id}, got ${others.length + (row ? 1 : 0)}`);
    return row;
  }
}
