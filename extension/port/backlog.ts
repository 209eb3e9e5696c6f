import { BATCH_LENGTH } from '../../bridge/protocol.ts';
import { parseEvents, writeEvents } from '../../bridge/wire-json.ts';

/** UTF-16 units that may wait for a viewer that gives no credit. */
const ROOM = 32 * BATCH_LENGTH;

/** What one pull brought. */
interface Item {
  /** Events as JSON texts joined by commas. */
  readonly text: string;
  readonly events: number;
  /** How many ends were known when it was last thinned out: there may be more to drop now. Never of what holds a snapshot. */
  readonly ends: number;
}

/** What of an event is needed to decide whether it stays. */
interface Known {
  readonly type?: unknown;
  readonly runtimeId?: unknown;
  readonly ledgerId?: unknown;
  readonly id?: unknown;
  readonly seq?: unknown;
}

const DETAILS: ReadonlySet<unknown> = new Set(['task:started', 'task:progress', 'task:cancel-requested']);
const START = '"type":"snapshot:start"';
const END = '"type":"snapshot:end"';

/**
 * What waits at the relay for a viewer that does not keep up. Bounded: where room runs out, the details go of tasks that have ended
 * meanwhile, whose row and end say most, the oldest first, each told as a gap. Only then is it full.
 */
export class Backlog {
  readonly #room: number;
  #items: Item[] = [];
  #length = 0;
  #events = 0;
  /** Snapshots that have begun and not ended. */
  #open = 0;
  /** Tasks whose end waits here. */
  readonly #ended = new Set<string>();
  /** Events that were dropped so far. */
  dropped = 0;

  constructor(room: number = ROOM) {
    this.#room = room;
  }

  /** Events that wait. */
  get events(): number {
    return this.#events;
  }

  get empty(): boolean {
    return this.#items.length === 0;
  }

  get full(): boolean {
    return this.#length > this.#room;
  }

  /** Looks into what it is given only when there is a backlog: a viewer that keeps up costs nothing. */
  add(text: string, events: number): void {
    const past = this.#open > 0 || text.includes(START);
    this.#open += count(text, START) - count(text, END);
    if (!this.empty) this.#noteEnds(parse(text));
    this.#put({ text, events, ends: past ? Number.POSITIVE_INFINITY : -1 });
    if (this.full) this.#thinOut();
  }

  /** What goes next: as much as makes a batch. */
  shift(): { readonly text: string; readonly events: number } | undefined {
    let text = '';
    let events = 0;
    for (let item = this.#items[0]; item && text.length < BATCH_LENGTH; item = this.#items[0]) {
      this.#items.shift();
      this.#length -= item.text.length;
      this.#events -= item.events;
      if (item.text !== '') text += (text && ',') + item.text;
      events += item.events;
    }
    if (this.empty) this.#ended.clear();
    return text === '' ? undefined : { text, events };
  }

  clear(): void {
    this.#items = [];
    this.#length = this.#events = this.#open = 0;
    this.#ended.clear();
  }

  #put(item: Item): void {
    this.#items.push(item);
    this.#length += item.text.length;
    this.#events += item.events;
  }

  #noteEnds(events: readonly Known[]): void {
    for (const event of events) if (event.type === 'task:done') this.#ended.add(taskOf(event));
  }

  /** One item at a time: it is done in a task of the page. */
  #thinOut(): void {
    const at = this.#items.findIndex((item) => item.ends < this.#ended.size || item.ends < 0);
    const item = this.#items[at];
    if (!item) return;
    const events = parse(item.text);
    this.#noteEnds(events);
    const kept = withGaps(events, (event) => isDetail(event) && this.#ended.has(taskOf(event)));
    const text = writeEvents(kept.events);
    this.#items[at] = { text, events: item.events - kept.dropped, ends: this.#ended.size };
    this.#length += text.length - item.text.length;
    this.#events -= kept.dropped;
    this.dropped += kept.dropped;
  }
}

function parse(text: string): readonly Known[] {
  return parseEvents(text).filter((event) => typeof event === 'object' && event !== null);
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

function isDetail({ type, ledgerId }: Known): boolean {
  return ledgerId !== undefined || DETAILS.has(type);
}

function taskOf({ runtimeId, id }: Known): string {
  return JSON.stringify([runtimeId, id]);
}

/** The events without those, with a gap in place of each run of a stream's events that went. */
function withGaps(events: readonly Known[], goes: (event: Known) => boolean): { events: object[]; dropped: number } {
  const kept: object[] = [];
  const open = new Map<string, { from: number; to: number; stream: string; id: unknown }>();
  let dropped = 0;
  for (const event of events) {
    const { ledgerId, runtimeId, seq } = event;
    const stream = ledgerId === undefined ? 'runtime' : 'ledger';
    const id = ledgerId ?? runtimeId;
    const key = `${stream} ${String(id)}`;
    const gap = open.get(key);
    if (goes(event) && typeof seq === 'number') {
      dropped++;
      open.set(key, { from: gap?.from ?? seq, to: seq, stream, id });
      continue;
    }
    if (gap) kept.push({ type: 'gap', ...gap });
    open.delete(key);
    kept.push(event);
  }
  for (const gap of open.values()) kept.push({ type: 'gap', ...gap });
  return { events: kept, dropped };
}
