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

/** Batches that may be on the way to a viewer without an acknowledgement. */
const WINDOW = 8;

/** UTF-16 units that may be kept for a viewer that does not acknowledge; only a page that goes comes near. */
const MAX_KEPT = 32 * BATCH_LENGTH;

export interface ViewerLineOptions {
  readonly number: number;
  readonly session: string;
  /** Asks the page's script; what a `pull` brings has come in when it returns. The answer to an `expand`, as JSON. */
  readonly ask: (verb: Verb, viewer: number, argument?: number) => string;
  /** What the hello says of the document. */
  readonly about: () => Pick<Hello, 'hub' | 'url' | 'since'>;
}

/**
 * The relay's end of the line to one viewer: frames what the page's script gives as batches, gives credit, and keeps what is not
 * acknowledged, to send it again. What is in the batches it does not read, but for secrets that have no business to leave. It outlives the port for a while, so a
 * viewer whose port was cut goes on where it was.
 */
export class ViewerLine {
  readonly #options: ViewerLineOptions;
  readonly #redaction = new Redaction();
  #post: ((message: string) => void) | undefined;
  #attached = false;
  #batch = 0;
  #acknowledged = 0;
  readonly #kept = new Map<number, string>();
  #keptLength = 0;
  #waiting = false;
  #pending = 0;

  constructor(options: ViewerLineOptions) {
    this.#options = options;
  }

  /** Something waits in the page and may go. */
  get ready(): boolean {
    return this.#waiting && this.#post !== undefined && this.#batch - this.#acknowledged < WINDOW;
  }

  /** A port to the viewer; undefined while there is none. */
  connect(post: ((message: string) => void) | undefined): void {
    this.#post = post;
  }

  /** The page's script has something. */
  waits(): void {
    this.#waiting = true;
  }

  pull(): void {
    this.#waiting = false;
    this.#options.ask('pull', this.#options.number);
  }

  /** All that waits, at once and whatever the credit: the page goes. */
  pullAll(): void {
    if (!this.#attached || !this.#post) return;
    // A pull that brings nothing ends it, and so does the bound: what is left is lost then.
    for (let before = -1; this.#keptLength !== before && this.#keptLength < MAX_KEPT; ) {
      before = this.#keptLength;
      this.pull();
      if (this.#pending === 0) return;
    }
  }

  /** `json`: events, joined by commas. */
  events(json: string, [emitted, dropped, pending]: Tally): void {
    this.#pending = pending;
    if (!this.#attached || json === '') return;
    const counters = { emitted, delivered: emitted - dropped - pending, dropped, pending, lost: 0 };
    const { session } = this.#options;
    const head: Omit<Batch, 'events'> = { type: 'batch', session, batch: ++this.#batch, counters };
    const text = `${JSON.stringify(head).slice(0, -1)},"events":[${this.#redaction.apply(json)}]}`;
    this.#kept.set(this.#batch, text);
    this.#keptLength += text.length;
    this.#post?.(text);
  }

  take(message: Exclude<Downstream, { type: 'leave' }>): void {
    switch (message.type) {
      case 'attach':
        this.#attach(message.resume);
        return;
      case 'ack':
        this.#acknowledge(message.batch);
        return;
      case 'again':
        this.#sendAgain(message.from, message.to);
        return;
      case 'expand':
        this.#expand(message.request, message.ref);
        return;
      case 'ping':
        if (this.#attached) this.#say({ type: 'pong', session: this.#options.session, batch: this.#batch });
    }
  }

  close(): void {
    this.#forget();
    this.#attached = false;
    this.#options.ask('detach', this.#options.number);
  }

  #expand(request: number, ref: number): void {
    const { ask, number, session } = this.#options;
    const json = ask('expand', number, ref);
    const head: Upstream = { type: 'expanded', session, request };
    this.#post?.(
      json === ''
        ? JSON.stringify(head)
        : `${JSON.stringify(head).slice(0, -1)},"preview":${this.#redaction.apply(json)}}`,
    );
  }

  #attach(resume: { readonly session: string; readonly batch: number } | undefined): void {
    const { number, session, ask, about } = this.#options;
    const resumed =
      this.#attached &&
      resume?.session === session &&
      resume.batch >= this.#acknowledged &&
      resume.batch <= this.#batch;
    this.#say({ type: 'hello', protocol: PROTOCOL_VERSION, session, resumed, ...about() });
    if (resumed) {
      this.#acknowledge(resume.batch);
      this.#sendAgain(resume.batch + 1, this.#batch);
      return;
    }
    this.#attached = true;
    this.#batch = 0;
    this.#acknowledged = 0;
    this.#waiting = false;
    this.#forget();
    ask('attach', number);
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
  }

  #sendAgain(from: number, to: number): void {
    for (const [batch, text] of this.#kept) if (batch >= from && batch <= to) this.#post?.(text);
  }

  #say(message: Upstream): void {
    this.#post?.(JSON.stringify(message));
  }
}
