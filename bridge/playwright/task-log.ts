import type { Model } from '../model/model.ts';
import { Reducer } from '../model/reducer.ts';
import type { TaskModel } from '../model/types.ts';
import { PROTOCOL_VERSION, type WireEvent } from '../protocol.ts';
import { RecordingWriter } from '../recording/write.ts';
import { Redaction } from '../redact.ts';
import { readEvent } from '../schema.ts';
import { parseEvents } from '../wire-json.ts';

/** One event, with the document it comes from. */
export interface LoggedEvent {
  readonly type: string;
  /** The task's id and name, for events of a task. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** Epoch ms, by the page's clock. */
  readonly at: number | undefined;
  /** One life of a document: a reload makes another. */
  readonly session: string;
  readonly url: string;
}

/** One document as it tells of itself. `place` is the frame it stands in: another document there takes its place. */
export interface Teller {
  readonly session: string;
  readonly url: string;
  readonly since: number;
  readonly place: object;
  /** Whether its frame is still there. */
  readonly alive: () => boolean;
}

/**
 * All that the documents of one test told, from zero: its history as events, and what it amounts to as tasks. A state that has
 * passed is still there to be asked for.
 */
export class TaskLog {
  readonly #reducer: Reducer;
  readonly #events: LoggedEvent[] = [];
  readonly #lines: string[] = [];
  readonly #writer = new RecordingWriter((line) => this.#lines.push(line), { tool: 'tasklens/playwright' });
  readonly #redaction = new Redaction();
  readonly #present = new Map<object, Teller>();
  readonly #known = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  /** Over a model of its own, or over one that somebody else made (a recording). */
  constructor(reducer: Reducer = new Reducer()) {
    this.#reducer = reducer;
  }

  get model(): Model {
    return this.#reducer.model;
  }

  get events(): readonly LoggedEvent[] {
    return this.#events;
  }

  /** Some runtime has shown itself. */
  get seen(): boolean {
    return this.model.runtimes.size > 0;
  }

  /** Nothing pends or runs in any document that is still there. */
  get idle(): boolean {
    this.#settleGone();
    if (this.model.counts.pending + this.model.counts.running === 0) return true;
    for (const row of this.model.tasks.values()) if (this.isOpen(row)) return false;
    return true;
  }

  /** It has not ended, and its document is still there to end it. */
  isOpen(row: TaskModel): boolean {
    return (
      (row.state === 'pending' || row.state === 'running') && this.model.sessions.get(row.session)?.connected === true
    );
  }

  /** `json`: events as JSON texts joined by commas. */
  hear(teller: Teller, json: string): void {
    const { session, since } = teller;
    const url: unknown = JSON.parse(this.#redaction.apply(JSON.stringify(teller.url)));
    const address = typeof url === 'string' ? url : '';
    const before = this.#present.get(teller.place);
    if (before?.session !== session) {
      if (before) this.#reducer.disconnected(before.session, true);
      this.#present.set(teller.place, teller);
      const about = { type: 'hello', protocol: PROTOCOL_VERSION, session, hub: 1, url: address, since } as const;
      this.#reducer.hello({ ...about, resumed: this.#known.has(session) });
    }
    if (json !== '') this.#take(session, address, since, parseEvents(this.#redaction.apply(json)));
    for (const listener of [...this.#listeners]) listener();
  }

  /** Calls back after each change. Returns what stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** As text, up to now (docs/recording-format.md). */
  recording(): string {
    return [...this.#lines, this.#writer.endLine()].join('');
  }

  #take(session: string, url: string, since: number, items: readonly unknown[]): void {
    const events: WireEvent[] = [];
    this.#writer.session({ type: 'session', session, url, since, protocol: PROTOCOL_VERSION });
    for (const item of items) {
      const event = readEvent(item);
      if (!event) continue;
      this.#writer.event(event);
      events.push(event);
    }
    const emitted = (this.#known.get(session) ?? 0) + events.length;
    this.#known.set(session, emitted);
    const counters = { emitted, delivered: emitted, dropped: 0, pending: 0, lost: 0 };
    this.#reducer.batch({ type: 'batch', session, batch: 1, counters, events });
    this.#remember(session, url, events);
  }

  #remember(session: string, url: string, events: readonly WireEvent[]): void {
    const names = new Map<string, string>();
    for (const event of events) {
      const id = 'id' in event && 'runtimeId' in event ? event.id : undefined;
      if (event.type === 'task:registered') names.set(event.id, event.name);
      const name = id === undefined ? undefined : (names.get(id) ?? this.#nameOf(session, id));
      this.#events.push({ type: event.type, id, name, at: 'at' in event ? event.at : undefined, session, url });
    }
  }

  #nameOf(session: string, id: string): string | undefined {
    let name: string | undefined;
    for (const row of this.model.tasks.values()) if (row.session === session && row.id === id) name = row.name;
    return name;
  }

  /** Frames that were removed and pages that were closed say no word when they go. */
  #settleGone(): void {
    for (const [place, teller] of this.#present) {
      if (teller.alive()) continue;
      this.#present.delete(place);
      this.#reducer.disconnected(teller.session, true);
    }
  }
}
