import type { LedgerEvent, RuntimeEvent } from '../../runtime/hub.ts';
import { BATCH_LENGTH, type StreamKind } from '../protocol.ts';
import { eventJson, fieldsJson } from './encode.ts';
import { now } from './primordials.ts';

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
  readonly event: Waiting;
  /** The task that it is about; '' for none. */
  readonly id: string;
  /** What it tells of the task: that it is there (or anything else), its end, or a detail in between. */
  readonly weight: Weight;
  next: Entry | undefined;
}

/** Draws the next part of a snapshot, by pushing; whether there is more. */
type Draw = () => boolean | undefined;

interface Drawing {
  readonly draw: Draw;
  next: Drawing | undefined;
}

/** A linked list instead of an array, whose methods are the page's to change. */
class Queue<T extends { next: T | undefined }> {
  first: T | undefined;
  last: T | undefined;

  add(item: T): void {
    if (this.last) this.last.next = item;
    else this.first = item;
    this.last = item;
  }

  /** `item` is the one after `before`, or the first. */
  remove(item: T, before?: T): void {
    if (before) before.next = item.next;
    else this.first = item.next;
    if (!item.next) this.last = before;
  }
}

export interface OutboxLimits {
  /** Events that may wait; beyond, details are dropped, and then whatever comes. A snapshot does not count. */
  readonly events: number;
  /** UTF-16 units of what waits written. */
  readonly text: number;
  /** UTF-16 units that are taken at a time; one event may be longer. */
  readonly batch: number;
}

/** ms that one taking may last: it is a task of the page. */
const TIME = 10;

/** No event of the largest values comes near; what is longer is not let out. */
const LONGEST = 2 * BATCH_LENGTH;

/**
 * What waits for one viewer: bounded, in order, counted. It holds no timer; somebody takes when it is time. A push costs the
 * same however much waits.
 */
export class Outbox {
  readonly #limits: OutboxLimits;
  readonly #past = new Queue<Entry>();
  readonly #live = new Queue<Entry>();
  readonly #drawings = new Queue<Drawing>();
  /** What is live, in events and in UTF-16 units of those that are written. */
  #waiting = 0;
  #text = 0;
  #taken = 0;
  /** Nothing more is let in until all has been taken and a snapshot tells what was missed. */
  #full = false;
  /** Something was dropped that a snapshot may still tell. */
  #torn = false;
  dropped = 0;
  pending = 0;

  constructor(limits: OutboxLimits) {
    this.#limits = limits;
  }

  get emitted(): number {
    return this.#taken + this.dropped + this.pending;
  }

  /** `seq` 0: a part of a snapshot, which is taken before what is live. */
  push(stream: Stream, seq: number, event: Waiting, id = '', weight: Weight = ROW): void {
    const entry: Entry = { stream, seq, event, id, weight, next: undefined };
    if (seq && this.#full) this.dropped++;
    else {
      (seq ? this.#live : this.#past).add(entry);
      this.#count(entry, 1);
      if (seq && this.#over(1)) this.#makeRoom();
    }
  }

  /** A part of the past that is drawn while it is taken: as much of it as there is time for. It counts as one until then. */
  later(draw: Draw): void {
    this.#drawings.add({ draw, next: undefined });
    this.pending++;
  }

  /** The next events as JSON texts joined by commas; what was dropped before one is told as a gap. */
  take(): string {
    const until = now() + TIME;
    let json = '';
    while (!json || now() < until) {
      const drawing = this.#drawings.first;
      const queue = this.#past.first || drawing ? this.#past : this.#live;
      const entry = queue.first;
      if (entry) {
        const written = this.#write(entry);
        if (json && json.length + written.length > this.#limits.batch) break;
        queue.remove(entry);
        this.#count(entry, -1);
        if (written && written.length < LONGEST) {
          json += (json && ',') + written;
          if (entry.seq) entry.stream.sent = entry.seq;
          this.#taken++;
        } else this.dropped++;
      } else if (drawing) {
        if (!drawing.draw()) {
          this.#drawings.remove(drawing);
          this.pending--;
        }
      } else break;
    }
    return json;
  }

  /** All has been taken, and something was dropped: a new snapshot is due, for which the outbox is open again. */
  repair(): boolean {
    if (!this.#torn || this.pending) return false;
    this.#torn = this.#full = false;
    return true;
  }

  /** With the gap before it. '' for an event of a foreign source whose fields cannot be read. */
  #write({ stream, seq, event }: Entry): string {
    try {
      const written = typeof event === 'string' ? event : eventJson(event);
      const { kind, id, sent } = stream;
      const gap = { type: 'gap', stream: kind, id, from: sent + 1, to: seq - 1 };
      return seq > sent + 1 ? `{${fieldsJson(gap)}},${written}` : written;
    } catch {
      return '';
    }
  }

  #count({ seq, event }: Entry, by: 1 | -1): void {
    this.pending += by;
    if (!seq) return;
    this.#waiting += by;
    if (typeof event === 'string') this.#text += by * event.length;
  }

  #over(share: number): boolean {
    return this.#waiting > this.#limits.events * share || this.#text > this.#limits.text * share;
  }

  /**
   * First the details go of tasks that have ended meanwhile, whose row and end say most. Where that does not make much
   * room, which a walk along the list must be worth, nothing more is let in: what waits is whole as far as it goes.
   */
  #makeRoom(): void {
    this.#torn = true;
    const ended: Record<string, true> = Object.create(null);
    for (let entry = this.#live.first; entry; entry = entry.next) if (entry.weight === END) ended[entry.id] = true;
    let before: Entry | undefined;
    for (let entry = this.#live.first; entry && this.#over(0.75); entry = entry.next) {
      if (entry.weight === DETAIL && ended[entry.id]) {
        this.#live.remove(entry, before);
        this.#count(entry, -1);
        this.dropped++;
      } else before = entry;
    }
    this.#full = this.#over(0.75);
  }
}
