import type { Tally, Verb } from '../../bridge/handover.ts';
import {
  BATCH_LENGTH,
  type Batch,
  type Downstream,
  type Hello,
  PROTOCOL_VERSION,
  type Upstream,
} from '../../bridge/protocol.ts';
import { Redaction } from '../../bridge/redact.ts';
import { Backlog } from './backlog.ts';
import { CommandLine } from './command-line.ts';

/** Batches that may be on the way to a viewer without an acknowledgement. */
const WINDOW = 8;

/** UTF-16 units that may be kept for a viewer that does not acknowledge; only a page that goes comes near. */
const MAX_KEPT = 32 * BATCH_LENGTH;

const NOTHING: Tally = [0, 0, 0, false];

export interface ViewerLineOptions {
  readonly number: number;
  readonly session: string;
  /** Asks the page's script; what a `pull` brings has come in when it returns. The answer to an `expand`, as JSON. */
  readonly ask: (verb: Verb, viewer: number, argument?: number) => string;
  /** Has the page's script do something: a count or a word, as JSON. */
  readonly command: (json: string) => string;
  /** Epoch ms by a clock that no page can fake. */
  readonly epoch: () => number;
  /** What the hello says of the document. */
  readonly about: () => Pick<Hello, 'hub' | 'url' | 'since'>;
  /** UTF-16 units that may wait for want of credit. */
  readonly room?: number;
}

/**
 * The relay's end of the line to one viewer: takes what the page's script has, frames it as batches, gives credit, and keeps
 * what is not acknowledged, to send it again. It outlives the port for a while, so a viewer whose port was cut goes on
 * where it was.
 */
export class ViewerLine {
  readonly #options: ViewerLineOptions;
  readonly #redaction = new Redaction();
  readonly #commands: CommandLine;
  readonly #backlog: Backlog;
  #post: ((message: string) => void) | undefined;
  #attached = false;
  /** The viewer has heard how its batches are counted now: it has acknowledged since. */
  #agreed = false;
  #batch = 0;
  #acknowledged = 0;
  readonly #kept = new Map<number, string>();
  #keptLength = 0;
  /** The page's script has something. */
  #waiting = false;
  #tally: Tally = NOTHING;
  /** Of earlier attachments of the page's script, which begins to count anew with each. */
  #emittedBefore = 0;
  #droppedBefore = 0;
  #delivered = 0;
  /** What the backlog had dropped when everything was told last. */
  #droppedTold = 0;

  constructor(options: ViewerLineOptions) {
    this.#options = options;
    const { number: viewer, command, epoch } = options;
    this.#commands = new CommandLine(epoch, (asked) => command(JSON.stringify({ ...asked, viewer })));
    this.#backlog = new Backlog(options.room);
  }

  /** There is something to do in the next turn. */
  get ready(): boolean {
    return (this.#waiting && !this.#backlog.full) || (this.#credit && (!this.#backlog.empty || this.#torn));
  }

  /** A port to the viewer; undefined while there is none. */
  connect(post: ((message: string) => void) | undefined): void {
    this.#post = post;
  }

  /** The page's script has something. */
  waits(): void {
    this.#waiting = this.#attached;
  }

  /** Takes what the page's script has, and sends at most one batch. */
  turn(): void {
    if (this.#waiting && !this.#backlog.full) this.#pull();
    if (!this.#credit) return;
    if (!this.#backlog.empty) this.#send();
    else if (this.#torn) this.#begin();
  }

  /** All that waits, at once and whatever the credit: the page goes. */
  turnLast(): void {
    if (!this.#attached || !this.#post) return;
    // A pull that brings nothing ends it, and so does the bound: what is left is lost then.
    for (let before = -1; this.#keptLength !== before && this.#keptLength < MAX_KEPT; ) {
      before = this.#keptLength;
      this.#pull();
      while (!this.#backlog.empty && this.#keptLength < MAX_KEPT) this.#send();
    }
  }

  /** `json`: events, joined by commas. */
  events(json: string, tally: Tally): void {
    const taken = takenOf(tally) - takenOf(this.#tally);
    this.#tally = tally;
    if (this.#attached && json !== '') this.#backlog.add(this.#redaction.apply(json), taken);
  }

  take(message: Exclude<Downstream, { type: 'leave' }>): void {
    switch (message.type) {
      case 'attach':
        this.#attach(message.resume);
        return;
      case 'ack':
        this.#agreed = this.#attached;
        this.#acknowledge(message.batch);
        return;
      case 'again':
        this.#sendAgain(message.from, message.to);
        return;
      case 'expand':
        this.#expand(message.request, message.ref);
        return;
      case 'command':
        this.#command(message);
        return;
      case 'ping':
        if (this.#attached) this.#say({ type: 'pong', session: this.#options.session, batch: this.#batch });
    }
  }

  close(): void {
    this.#forget();
    this.#attached = this.#agreed = this.#waiting = false;
    this.#options.ask('detach', this.#options.number);
  }

  /** Something was dropped, and all that was not has gone: a new snapshot tells of it what is still known. */
  get #torn(): boolean {
    const [, , pending, full] = this.#tally;
    return pending === 0 && (full || this.#backlog.dropped > this.#droppedTold);
  }

  get #credit(): boolean {
    return this.#post !== undefined && this.#batch - this.#acknowledged < WINDOW;
  }

  #pull(): void {
    this.#waiting = false;
    this.#options.ask('pull', this.#options.number);
  }

  #send(): void {
    const item = this.#backlog.shift();
    if (!item) return;
    this.#delivered += item.events;
    const [emitted, dropped, pending] = this.#tally;
    const counters = {
      emitted: this.#emittedBefore + emitted,
      delivered: this.#delivered,
      dropped: this.#droppedBefore + dropped + this.#backlog.dropped,
      pending: pending + this.#backlog.events,
      lost: 0,
    };
    const { session } = this.#options;
    const head: Omit<Batch, 'events'> = { type: 'batch', session, batch: ++this.#batch, counters };
    const text = `${JSON.stringify(head).slice(0, -1)},"events":[${item.text}]}`;
    this.#kept.set(this.#batch, text);
    this.#keptLength += text.length;
    this.#post?.(text);
  }

  #expand(request: number, ref: number): void {
    const { ask, number, session } = this.#options;
    const json = ask('expand', number, ref);
    const head: Upstream = { type: 'expanded', session, request };
    const shown = json === '' ? '' : `,"preview":${this.#redaction.apply(json)}`;
    this.#post?.(`${JSON.stringify(head).slice(0, -1)}${shown}}`);
  }

  #command(asked: Extract<Downstream, { type: 'command' }>): void {
    const { request } = asked;
    const { session } = this.#options;
    const answer = this.#attached ? this.#commands.answer(asked) : ({ refused: 'gone' } as const);
    this.#say({ type: 'commanded', session, request, ...answer });
  }

  #attach(resume: { readonly session: string; readonly batch: number } | undefined): void {
    const { session, about } = this.#options;
    const resumed =
      this.#agreed && resume?.session === session && resume.batch >= this.#acknowledged && resume.batch <= this.#batch;
    this.#say({ type: 'hello', protocol: PROTOCOL_VERSION, session, resumed, ...about() });
    if (resumed) {
      this.#acknowledge(resume.batch);
      this.#sendAgain(resume.batch + 1, this.#batch);
      return;
    }
    this.#attached = true;
    this.#agreed = false;
    this.#batch = this.#acknowledged = 0;
    this.#forget();
    this.#begin();
    this.#emittedBefore = this.#delivered = 0;
    this.#droppedBefore = -this.#backlog.dropped;
  }

  /** The page's script tells everything (anew), and begins to count with it. */
  #begin(): void {
    const [emitted, dropped] = this.#tally;
    this.#emittedBefore += emitted;
    this.#droppedBefore += dropped;
    this.#droppedTold = this.#backlog.dropped;
    this.#waiting = false;
    this.#tally = NOTHING;
    this.#options.ask('attach', this.#options.number);
  }

  #acknowledge(batch: number): void {
    if (batch > this.#batch) return;
    while (this.#acknowledged < batch) {
      this.#keptLength -= this.#kept.get(++this.#acknowledged)?.length ?? 0;
      this.#kept.delete(this.#acknowledged);
    }
  }

  #forget(): void {
    this.#kept.clear();
    this.#keptLength = 0;
    this.#backlog.clear();
  }

  #sendAgain(from: number, to: number): void {
    for (const [batch, text] of this.#kept) if (batch >= from && batch <= to) this.#post?.(text);
  }

  #say(message: Upstream): void {
    this.#post?.(JSON.stringify(message));
  }
}

function takenOf([emitted, dropped, pending]: Tally): number {
  return emitted - dropped - pending;
}
