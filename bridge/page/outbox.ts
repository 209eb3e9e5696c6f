import type { LedgerEvent, RuntimeEvent } from '../../runtime/hub.ts';
import type { StreamKind } from '../protocol.ts';
import { eventJson, fieldsJson } from './encode.ts';

/** One source's events to one viewer. */
export interface Stream {
  readonly kind: StreamKind;
  readonly id: string;
  /** The seq of the last event that was taken, or that the snapshot has told. */
  sent: number;
}

/** What waits is written when it is taken; what carries a value of the app was written when it came. */
export type Waiting = string | RuntimeEvent | LedgerEvent;

export const ROW = 0;
export const END = 1;
export const DETAIL = 2;
export type Weight = typeof ROW | typeof END | typeof DETAIL;

interface Entry {
  readonly stream: Stream;
  /** 0: part of a snapshot, which is not told in the order of seq and is never dropped. */
  readonly seq: number;
  /** The task that it is about; '' for none. */
  readonly id: string;
  /** What it tells of the task: that it is there (or anything else), its end, or a detail in between. */
  readonly weight: Weight;
  readonly event: Waiting;
  next: Entry | undefined;
}

export interface OutboxLimits {
  /** Events that may wait; beyond, the oldest are dropped and counted. */
  readonly events: number;
  /** UTF-16 units of what waits written. */
  readonly text: number;
  /** UTF-16 units that are taken at a time, about. */
  readonly batch: number;
}

/**
 * What waits for one viewer: bounded, in order, counted. It holds no timer; somebody takes when it is time. A linked list
 * instead of an array, whose methods are the page's to change.
 */
export class Outbox {
  readonly #limits: OutboxLimits;
  #first: Entry | undefined;
  #last: Entry | undefined;
  #text = 0;
  emitted = 0;
  dropped = 0;
  pending = 0;

  constructor(limits: OutboxLimits) {
    this.#limits = limits;
  }

  /** `seq` 0: a part of a snapshot. */
  push(stream: Stream, seq: number, event: Waiting, id = '', weight: Weight = ROW): void {
    const entry: Entry = { stream, seq, id, weight, event, next: undefined };
    if (this.#last) this.#last.next = entry;
    else this.#first = entry;
    this.#last = entry;
    this.emitted++;
    this.#count(entry, 1);
    if (this.#over(1)) this.#makeRoom();
  }

  /** The next events as JSON texts joined by commas; what was dropped before one is told as a gap. */
  take(): string {
    let json = '';
    for (let entry = this.#first; entry && json.length < this.#limits.batch; entry = entry.next) {
      this.#unlink(undefined, entry);
      const { stream, seq, event } = entry;
      const { kind, id, sent } = stream;
      try {
        const written = typeof event === 'string' ? event : eventJson(event);
        if (seq > sent + 1) {
          json += `${json && ','}{${fieldsJson({ type: 'gap', stream: kind, id, from: sent + 1, to: seq - 1 })}}`;
        }
        if (seq) stream.sent = seq;
        json += `${json && ','}${written}`;
      } catch {
        // An event of a foreign source whose fields cannot be read.
        this.dropped++;
      }
    }
    return json;
  }

  #count(entry: Entry, by: 1 | -1): void {
    this.pending += by;
    if (typeof entry.event === 'string') this.#text += by * entry.event.length;
  }

  #unlink(before: Entry | undefined, entry: Entry): void {
    if (before) before.next = entry.next;
    else this.#first = entry.next;
    if (!entry.next) this.#last = before;
    this.#count(entry, -1);
  }

  #over(share: number): boolean {
    return this.pending > this.#limits.events * share || this.#text > this.#limits.text * share;
  }

  /**
   * First the details of tasks that have ended meanwhile, whose row and end say most; then all of such tasks; then whatever is
   * oldest. Down to three quarters, so that it is not done again at once.
   */
  #makeRoom(): void {
    const ended: Record<string, true> = Object.create(null);
    for (let entry = this.#first; entry; entry = entry.next) if (entry.weight === END) ended[entry.id] = true;
    this.#drop(({ id, weight }) => weight === DETAIL && ended[id] === true);
    if (this.#over(1)) this.#drop(({ id }) => ended[id] === true);
    if (this.#over(1)) this.#drop(() => true);
  }

  /** Drops the oldest of these, never a part of a snapshot, until there is room. */
  #drop(which: (entry: Entry) => boolean): void {
    let before: Entry | undefined;
    for (let entry = this.#first; entry && this.#over(0.75); entry = entry.next) {
      if (entry.seq && which(entry)) {
        this.#unlink(before, entry);
        this.dropped++;
      } else before = entry;
    }
  }
}
