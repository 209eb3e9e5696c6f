import { ANSWER, OFFER, type Pulled, type Verb } from '../handover.ts';
import { Reducer } from '../model/reducer.ts';
import type { TaskModel } from '../model/types.ts';
import type { OutboxLimits } from '../page/outbox.ts';
import { startPageBridge } from '../page/page-bridge.ts';
import { receive } from '../schema.ts';
import { CancelableMessageEvent } from './message-event.ts';
import { SESSION } from './wire.ts';

/** The script in the page with one viewer on it, without the relay and the extension between them. */
export class ViewerEnd {
  readonly reducer: Reducer = new Reducer();
  refused = 0;
  readonly #far: MessagePort;
  readonly #close: () => void;
  #batch = 0;

  constructor(limits?: OutboxLimits) {
    const window = new EventTarget();
    const { port1, port2 } = new MessageChannel();
    startPageBridge(window, limits);
    this.#far = port2;
    this.#close = () => port1.close();
    window.dispatchEvent(new CancelableMessageEvent(OFFER, { ports: [port2], cancelable: true }));
    port2.addEventListener(ANSWER, (event) => {
      if (event instanceof MessageEvent) this.#take(event.data);
    });
    this.reducer.hello({ type: 'hello', protocol: 1, session: SESSION, hub: 1, url: '', since: 1, resumed: false });
    this.#ask('attach');
    this.pull();
  }

  /** Takes all that waits. */
  pull(): void {
    for (let before = -1; before !== this.#batch; ) {
      before = this.#batch;
      this.#ask('pull');
    }
  }

  get rows(): TaskModel[] {
    this.pull();
    return [...this.reducer.model.tasks.values()];
  }

  stop(): void {
    this.#ask('detach');
    this.#close();
  }

  #ask(verb: Verb): void {
    this.#far.dispatchEvent(new MessageEvent(verb, { data: 1 }));
  }

  #take([, events, emitted, dropped, pending]: Pulled): void {
    if (events === '') return;
    const counters = { emitted, delivered: emitted - dropped - pending, dropped, pending, lost: 0 };
    const head = JSON.stringify({ type: 'batch', session: SESSION, batch: ++this.#batch, counters });
    const { message, refused } = receive(`${head.slice(0, -1)},"events":[${events}]}`);
    this.refused += refused;
    if (message?.type === 'batch') this.reducer.batch(message);
  }
}
