import type { Reducer } from '../../bridge/model/reducer.ts';
import type { Preview } from '../../bridge/preview-types.ts';
import {
  type Batch,
  COMMAND_WITHIN,
  type Commanded,
  type Hello,
  type PageCommand,
  PROTOCOL_VERSION,
} from '../../bridge/protocol.ts';
import { receive } from '../../bridge/schema.ts';
import type { CommandOutcome } from '../panel/source.ts';
import { BatchOrder } from './batch-order.ts';
import type { Timing } from './timing.ts';
import type { DocumentHere, Transport, ViewerPort } from './viewer-port.ts';

/** A document that was dialled says hello within this, or is dialled again. */
const HELLO_WITHIN = 2_000;
/** A port that held this long was a good one: the next loss begins with the shortest wait again. */
const GOOD_AFTER = 5_000;
/** A question that is not answered within this has failed. */
const ANSWER_WITHIN = 2_000;
/** How often the document is asked up to where it has sent, so that a lost last batch is noticed. */
const PING_EVERY = 2_000;

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

/** Counted for all lines: the relay tells by it what it has carried out already. */
let requests = 0;

/** The line to one document: dials, takes what is sent in its order, gives credit, asks again for what is missing. */
export class DocumentLine {
  here: DocumentHere;
  /** Known once the page has said hello; kept after the port is gone. */
  session: string | undefined;
  protocol: number | undefined;
  /** The version of the page's hub. */
  hub: number | undefined;
  /** Ports lost in a row. */
  failures = 0;
  readonly #context: LineContext;
  readonly #order = new BatchOrder();
  #port: ViewerPort | undefined;
  #greeted = false;
  /** The first of the batches that were asked for again. */
  #asked = 0;
  readonly #expanding = new Map<number, (preview: Preview | undefined) => void>();
  readonly #commanding = new Map<number, (outcome: CommandOutcome) => void>();
  #cancelTimer: (() => void) | undefined;
  #cancelPing: (() => void) | undefined;

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
    const { session } = this;
    const resume = session === undefined ? {} : { resume: { session, batch: this.#order.taken } };
    port.post({ type: 'attach', protocol: PROTOCOL_VERSION, ...resume });
    this.#cancelTimer = timing.after(HELLO_WITHIN, () => {
      port.close();
      this.#closed();
    });
  }

  /** More of a value that a preview cut; undefined where it is no longer held, or nobody answers within 2 s. */
  async expand(ref: number): Promise<Preview | undefined> {
    const request = ++requests;
    const answered = new Promise<Preview | undefined>((resolve) => this.#expanding.set(request, resolve));
    const cancel = this.#context.timing.after(ANSWER_WITHIN, () => this.#expanding.get(request)?.(undefined));
    this.#port?.post({ type: 'expand', request, ref });
    const preview = await answered;
    cancel();
    this.#expanding.delete(request);
    return preview;
  }

  /** Answered or failed within 2 s. What comes too late the page drops. */
  async command(command: PageCommand): Promise<CommandOutcome> {
    const port = this.#port;
    if (!port || !this.#greeted) return { ok: false, reason: 'gone' };
    const request = ++requests;
    const { timing } = this.#context;
    const answered = new Promise<CommandOutcome>((resolve) => this.#commanding.set(request, resolve));
    const fail = (): void => this.#commanding.get(request)?.({ ok: false, reason: 'no-answer' });
    const cancel = timing.after(COMMAND_WITHIN, fail);
    port.post({ type: 'command', request, sentAt: timing.now(), command });
    const outcome = await answered;
    cancel();
    this.#commanding.delete(request);
    return outcome;
  }

  /** Closes from this end. `unloaded`: the document is gone, and what it had not sent with it. */
  close(unloaded: boolean): void {
    this.#port?.post({ type: 'leave' });
    this.#port?.close();
    this.#hangUp(unloaded);
  }

  #take(message: unknown): void {
    const { reducer, changed } = this.#context;
    const { message: said, refused } = receive(message);
    if (refused > 0) reducer.refuse(refused);
    if (said?.type === 'hello') this.#hello(said);
    else if (said && (!this.#greeted || said.session !== this.session)) reducer.refuse(1);
    else if (said?.type === 'batch') this.#batch(said);
    else if (said?.type === 'expanded') this.#expanding.get(said.request)?.(said.preview);
    else if (said?.type === 'commanded') this.#commanding.get(said.request)?.(outcomeOf(said));
    else if (said && said.batch > this.#order.taken) this.#again({ from: this.#order.taken + 1, to: said.batch });
    changed();
  }

  #hello(hello: Hello): void {
    const { reducer, taken, timing } = this.#context;
    // One a port; the same again would begin the numbers anew.
    if (this.#greeted) return;
    if (this.session !== undefined ? this.session !== hello.session : taken(hello.session, this)) {
      reducer.refuse(1);
      return;
    }
    this.#cancelTimer?.();
    this.#cancelTimer = timing.after(GOOD_AFTER, () => {
      this.failures = 0;
    });
    this.#ping();
    if (!hello.resumed) this.#order.reset();
    this.#asked = 0;
    this.session = hello.session;
    this.protocol = hello.protocol;
    this.hub = hello.hub;
    this.#greeted = true;
    reducer.hello(hello);
  }

  #batch(batch: Batch): void {
    const before = this.#order.taken;
    for (const next of this.#order.put(batch)) this.#context.reducer.batch(next);
    if (this.#order.taken > before) this.#port?.post({ type: 'ack', batch: this.#order.taken });
    const { gap } = this.#order;
    // Once: the answer may be lost too, but then the next pong tells.
    if (gap && gap.from !== this.#asked) this.#again(gap);
  }

  #again(missing: { readonly from: number; readonly to: number }): void {
    this.#asked = missing.from;
    this.#port?.post({ type: 'again', ...missing });
  }

  #ping(): void {
    this.#cancelPing?.();
    this.#cancelPing = this.#context.timing.after(PING_EVERY, () => {
      this.#port?.post({ type: 'ack', batch: this.#order.taken });
      this.#port?.post({ type: 'ping' });
      this.#ping();
    });
  }

  #closed(): void {
    this.#hangUp(false);
    this.#context.dropped(this);
  }

  #hangUp(unloaded: boolean): void {
    this.#cancelTimer?.();
    this.#cancelPing?.();
    this.#port = undefined;
    this.#greeted = false;
    for (const answer of this.#expanding.values()) answer(undefined);
    for (const answer of this.#commanding.values()) answer({ ok: false, reason: 'gone' });
    if (this.session !== undefined) this.#context.reducer.disconnected(this.session, unloaded);
  }
}

function outcomeOf({ count, refused }: Commanded): CommandOutcome {
  return refused === undefined && count !== undefined
    ? { ok: true, count }
    : { ok: false, reason: refused ?? 'failed' };
}
