import type { StreamKind } from '../protocol.ts';
import { quote } from './primordials.ts';

/** One source's events to one viewer. */
export interface Stream {
  readonly kind: StreamKind;
  readonly id: string;
  /** The seq of the last event that was sent; 0 until the snapshot has told where the stream begins. */
  sent: number;
}

/** An event that waits. A value of the app is drawn at once; the rest is written when it is sent. */
interface Entry {
  readonly stream: Stream;
  /** 0: part of a snapshot, which is not told in the order of seq and is never dropped. */
  readonly seq: number;
  readonly json: string | (() => string);
  next: Entry | undefined;
}

export interface OutboxLimits {
  /** Events that may wait; beyond, the oldest are dropped and counted. */
  readonly events: number;
  /** UTF-16 units of the pictures that may wait. */
  readonly text: number;
  /** UTF-16 units of one batch, about. */
  readonly batch: number;
  /** Batches that may be on the way without an acknowledgement. */
  readonly window: number;
}

/**
 * What waits for one viewer: bounded, in order, counted. It holds no timer; somebody takes a batch when it is time. A linked list
 * instead of an array, since an array's methods are the page's to change.
 */
export class Outbox {
  readonly #session: string;
  readonly #limits: OutboxLimits;
  #first: Entry | undefined;
  #last: Entry | undefined;
  #waiting = 0;
  #waitingText = 0;
  #emitted = 0;
  #delivered = 0;
  #dropped = 0;
  #batch = 0;
  #acknowledged = 0;

  constructor(session: string, limits: OutboxLimits) {
    this.#session = session;
    this.#limits = limits;
  }

  /** Something waits and may go. */
  get ready(): boolean {
    return this.#first !== undefined && this.#batch - this.#acknowledged < this.#limits.window;
  }

  /** A live event. */
  push(stream: Stream, seq: number, json: string | (() => string)): void {
    this.#append({ stream, seq, json, next: undefined });
    while (this.#waiting > this.#limits.events || this.#waitingText > this.#limits.text) {
      if (!this.#dropOldest()) return;
    }
  }

  /** A part of a snapshot. */
  pushPast(stream: Stream, json: string | (() => string)): void {
    this.#append({ stream, seq: 0, json, next: undefined });
  }

  /** The next batch as one JSON text; undefined while nothing may go. */
  take(): string | undefined {
    if (!this.ready) return undefined;
    let events = '';
    for (let entry = this.#first; entry && events.length < this.#limits.batch; entry = this.#first) {
      this.#shift(entry);
      const { stream, seq } = entry;
      const json = written(entry);
      if (json === undefined) {
        this.#dropped++;
        continue;
      }
      this.#delivered++;
      if (seq > stream.sent + 1) events += `${events && ','}${gapJson(stream, seq - 1)}`;
      if (seq > stream.sent) stream.sent = seq;
      events += `${events && ','}${json}`;
    }
    this.#batch++;
    return (
      `{"type":"batch","session":"${this.#session}","batch":${this.#batch},"counters":{"emitted":${this.#emitted},` +
      `"delivered":${this.#delivered},"dropped":${this.#dropped},"pending":${this.#waiting},"lost":0},"events":[${events}]}`
    );
  }

  /** The viewer has everything up to that batch. */
  acknowledge(batch: number): void {
    if (batch > this.#acknowledged && batch <= this.#batch) this.#acknowledged = batch;
  }

  #append(entry: Entry): void {
    if (this.#last) this.#last.next = entry;
    else this.#first = entry;
    this.#last = entry;
    this.#emitted++;
    this.#waiting++;
    if (typeof entry.json === 'string') this.#waitingText += entry.json.length;
  }

  #shift(entry: Entry): void {
    this.#first = entry.next;
    if (!entry.next) this.#last = undefined;
    this.#forget(entry);
  }

  #forget(entry: Entry): void {
    this.#waiting--;
    if (typeof entry.json === 'string') this.#waitingText -= entry.json.length;
  }

  /** False if only a snapshot waits. */
  #dropOldest(): boolean {
    let before: Entry | undefined;
    for (let entry = this.#first; entry; before = entry, entry = entry.next) {
      if (entry.seq === 0) continue;
      if (before) {
        before.next = entry.next;
        if (!entry.next) this.#last = before;
        this.#forget(entry);
      } else this.#shift(entry);
      this.#dropped++;
      return true;
    }
    return false;
  }
}

/** Undefined for an event of a foreign source whose fields cannot be read. */
function written({ json }: Entry): string | undefined {
  try {
    return typeof json === 'string' ? json : json();
  } catch {
    return undefined;
  }
}

/** What was dropped since the last event that was sent. */
function gapJson(stream: Stream, to: number): string {
  return `{"type":"gap","stream":"${stream.kind}","id":${quote(stream.id)},"from":${stream.sent + 1},"to":${to}}`;
}
