import type { LedgerEvent, RuntimeEvent } from '../../runtime/hub.ts';
import { BATCH_LENGTH, type StreamKind } from '../protocol.ts';
import { eventJson, fieldsJson } from './encode.ts';
import { guarded } from './guarded.ts';
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

interface Entry {
  readonly stream: Stream;
  readonly seq: number;
  readonly event: Waiting;
}

/** The next event of a snapshot as JSON, '' for none; undefined when there is no more. */
export type Draw = () => string | undefined;

export interface OutboxLimits {
  /** Events that may wait, and UTF-16 units of those that are written; what comes then is dropped. A snapshot does not count. */
  readonly events: number;
  readonly text: number;
  /** UTF-16 units that are taken at a time; one event may be longer. */
  readonly batch: number;
}

/** ms that one taking may last: it is a task of the page. */
const TIME = 10;

/** No event of the largest values comes near; what is longer is not let out. */
const LONGEST = 2 * BATCH_LENGTH;

/**
 * What waits for one viewer until the relay comes for it: in order, counted, bounded for the case that a page emits without end
 * in one turn. It holds no timer. A push costs the same however much waits. Lists are used by index only: their methods
 * are the page's to change.
 */
export class Outbox {
  readonly #limits: OutboxLimits;
  /** What is live, from `#head` to `#tail`. */
  readonly #live: (Entry | undefined)[] = [];
  #head = 0;
  #tail = 0;
  /** UTF-16 units of what is live and written. */
  #text = 0;
  /** Parts of snapshots, taken before what is live, from `#drawn` to `#toDraw`. */
  readonly #draws: (Draw | undefined)[] = [];
  #drawn = 0;
  #toDraw = 0;
  #taken = 0;
  dropped = 0;
  /** Something came for which there was no room: all that comes is dropped, until a new snapshot. */
  full = false;

  constructor(limits: OutboxLimits) {
    this.#limits = limits;
  }

  /** A part of a snapshot counts as one event until it is drawn. */
  get pending(): number {
    return this.#tail - this.#head + this.#toDraw - this.#drawn;
  }

  get emitted(): number {
    return this.#taken + this.dropped + this.pending;
  }

  /** What waits is whole as far as it goes: after the first that finds no room none is let in. */
  push(stream: Stream, seq: number, event: Waiting): void {
    const { events, text } = this.#limits;
    this.full ||= this.#tail - this.#head >= events || this.#text >= text;
    if (this.full) this.dropped++;
    else {
      this.#live[this.#tail++] = { stream, seq, event };
      this.#count(event, 1);
    }
  }

  /** A part of the past that is drawn while it is taken: as much of it as there is time for. */
  later(draw: Draw): void {
    this.#draws[this.#toDraw++] = draw;
  }

  /** The next events as JSON texts joined by commas; what is missing before one is told as a gap. */
  take(): string {
    const until = now() + TIME;
    const { batch } = this.#limits;
    let json = '';
    while (!json || (now() < until && json.length < batch)) {
      const draw = this.#draws[this.#drawn];
      const entry = draw ? undefined : this.#live[this.#head];
      if (!draw && !entry) break;
      const written = guarded(draw ?? (() => entry && this.#write(entry)));
      if (entry) {
        if (json && written && json.length + written.length > batch) break;
        this.#live[this.#head++] = undefined;
        this.#count(entry.event, -1);
      } else if (written === undefined) this.#draws[this.#drawn++] = undefined;
      if (written && written.length < LONGEST) {
        json += (json && ',') + written;
        if (entry) entry.stream.sent = entry.seq;
        this.#taken++;
      } else if (entry || written) this.dropped++;
    }
    if (this.#head === this.#tail) this.#head = this.#tail = 0;
    return json;
  }

  /** With the gap before it. An event of a foreign source may have fields that cannot be read. */
  #write({ stream, seq, event }: Entry): string {
    const written = typeof event === 'string' ? event : eventJson(event);
    const { kind, id, sent } = stream;
    const gap = { type: 'gap', stream: kind, id, from: sent + 1, to: seq - 1 };
    return seq > sent + 1 ? `{${fieldsJson(gap)}},${written}` : written;
  }

  #count(event: Waiting, by: 1 | -1): void {
    if (typeof event === 'string') this.#text += by * event.length;
  }
}
