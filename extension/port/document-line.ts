import type { Reducer } from '../../bridge/model/reducer.ts';
import { PROTOCOL_VERSION } from '../../bridge/protocol.ts';
import { receive } from '../../bridge/schema.ts';
import type { Timing } from './timing.ts';
import type { DocumentHere, Transport, ViewerPort } from './viewer-port.ts';

/** A document that was dialled says hello within this, or is dialled again. */
const HELLO_WITHIN = 2_000;
/** A port that held this long was a good one: the next loss begins with the shortest wait again. */
const GOOD_AFTER = 5_000;

/** What a line needs of its tab. */
export interface LineContext {
  readonly transport: Transport;
  readonly timing: Timing;
  readonly reducer: Reducer;
  /** Whether another line already speaks for that session: no document may speak for another. */
  readonly taken: (session: string, by: DocumentLine) => boolean;
  readonly changed: () => void;
  /** Its port is gone, and it was not this end that closed it. */
  readonly dropped: (line: DocumentLine) => void;
}

/** The line to one document: dials, says who we are, takes what is sent, gives credit. */
export class DocumentLine {
  here: DocumentHere;
  /** Known once the page has said hello; kept after the port is gone. */
  session: string | undefined;
  protocol: number | undefined;
  /** Ports lost in a row. */
  failures = 0;
  readonly #context: LineContext;
  #port: ViewerPort | undefined;
  #greeted = false;
  #cancelTimer: (() => void) | undefined;

  constructor(here: DocumentHere, context: LineContext) {
    this.here = here;
    this.#context = context;
  }

  /** The page has said hello on the present port. */
  get live(): boolean {
    return this.#greeted;
  }

  get dialled(): boolean {
    return this.#port !== undefined;
  }

  dial(): void {
    if (this.#port) return;
    const { transport, timing } = this.#context;
    // A port that fails at once says so before it is returned.
    let failed = false;
    const port = transport.dial(this.here, {
      message: (message) => this.#take(message),
      closed: () => {
        failed = true;
        this.#closed();
      },
    });
    if (failed) return;
    this.#port = port;
    port.post({ type: 'attach', protocol: PROTOCOL_VERSION });
    this.#cancelTimer = timing.after(HELLO_WITHIN, () => {
      port.close();
      this.#closed();
    });
  }

  /** Closes from this end. `unloaded`: the document is gone, and what it had not sent with it. */
  close(unloaded: boolean): void {
    this.#port?.close();
    this.#hangUp(unloaded);
  }

  #take(message: unknown): void {
    const { reducer, taken, changed, timing } = this.#context;
    const { message: said, refused } = receive(message);
    if (refused > 0) reducer.refuse(refused);
    if (said?.type === 'hello') {
      if (this.session !== undefined ? this.session !== said.session : taken(said.session, this)) {
        reducer.refuse(1);
        return;
      }
      this.#cancelTimer?.();
      this.#cancelTimer = timing.after(GOOD_AFTER, () => {
        this.failures = 0;
      });
      this.session = said.session;
      this.protocol = said.protocol;
      this.#greeted = true;
      reducer.hello(said);
    } else if (said?.type === 'batch') {
      if (this.#greeted && said.session === this.session && reducer.batch(said)) {
        this.#port?.post({ type: 'ack', batch: said.batch });
      } else reducer.refuse(1);
    }
    changed();
  }

  #closed(): void {
    this.#hangUp(false);
    this.#context.dropped(this);
  }

  #hangUp(unloaded: boolean): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#port = undefined;
    this.#greeted = false;
    if (this.session !== undefined) this.#context.reducer.disconnected(this.session, unloaded);
  }
}
