import type { RelaySays, Tally } from '../../bridge/handover.ts';
import type { Batch, Downstream, Hello } from '../../bridge/protocol.ts';

/** Batches that may be on the way to a viewer without an acknowledgement. */
const WINDOW = 8;

export interface ViewerLineOptions {
  readonly number: number;
  readonly session: string;
  /** To the viewer, one JSON text a message. */
  readonly post: (text: string) => void;
  /** To the page's script. */
  readonly tell: (message: RelaySays) => void;
  readonly hello: () => Omit<Hello, 'type' | 'session'>;
}

/**
 * The relay's end of the line to one viewer: frames what the page's script gives as batches, and gives credit. What is in
 * the batches it does not read.
 */
export class ViewerLine {
  readonly #options: ViewerLineOptions;
  #batch = 0;
  #acknowledged = 0;
  #attached = false;
  #waiting = false;

  constructor(options: ViewerLineOptions) {
    this.#options = options;
  }

  /** Something waits in the page and may go. */
  get ready(): boolean {
    return this.#waiting && this.#batch - this.#acknowledged < WINDOW;
  }

  /** The page's script has something. */
  waits(): void {
    this.#waiting = true;
  }

  pull(): void {
    this.#waiting = false;
    this.#options.tell(['pull', this.#options.number]);
  }

  take(message: Downstream): void {
    const { number, session, tell, post, hello } = this.#options;
    if (message.type === 'ack') {
      if (message.batch > this.#acknowledged && message.batch <= this.#batch) this.#acknowledged = message.batch;
      return;
    }
    this.#attached = true;
    this.#batch = 0;
    this.#acknowledged = 0;
    this.#waiting = false;
    const greeting: Hello = { type: 'hello', session, ...hello() };
    post(JSON.stringify(greeting));
    tell(['attach', number]);
  }

  /** `json`: events, joined by commas. */
  events(json: string, [emitted, dropped, pending]: Tally): void {
    if (!this.#attached) return;
    const counters = { emitted, delivered: emitted - dropped - pending, dropped, pending, lost: 0 };
    const head: Omit<Batch, 'events'> = {
      type: 'batch',
      session: this.#options.session,
      batch: ++this.#batch,
      counters,
    };
    this.#options.post(`${JSON.stringify(head).slice(0, -1)},"events":[${json}]}`);
  }

  close(): void {
    this.#options.tell(['detach', this.#options.number]);
  }
}
