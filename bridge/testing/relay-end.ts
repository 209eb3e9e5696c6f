import { afterEach } from 'vitest';
import type { Hub } from '../../runtime/hub.ts';
import { ANSWER, ARGUMENT, OFFER, type PageSays, type Pulled, type Verb } from '../handover.ts';
import type { OutboxLimits } from '../page/outbox.ts';
import { startPageBridge } from '../page/page-bridge.ts';
import { fakeHub } from './fake-page.ts';
import { CancelableMessageEvent } from './message-event.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Messages of a MessageChannel come in turns of the event loop, not after a time. */
export const turns = async (): Promise<void> => {
  for (let n = 0; n < 4; n++) await new Promise((resolve) => setImmediate(resolve));
};

interface Told {
  readonly type: string;
  readonly seq?: number;
  readonly [key: string]: unknown;
}

/** The relay's end, by hand. */
export class End {
  readonly window = new EventTarget();
  readonly said: PageSays[] = [];
  readonly pulled: Pulled[] = [];
  picture = '';
  readonly #channel = new MessageChannel();
  accepted = false;

  constructor() {
    this.#channel.port1.onmessage = ({ data }: MessageEvent<PageSays>) => void this.said.push(data);
    this.#channel.port2.addEventListener(ANSWER, (event) => {
      if (!(event instanceof MessageEvent)) return;
      if (typeof event.data === 'string') this.picture = event.data;
      else this.pulled.push(event.data);
    });
    stops.push(() => this.#channel.port1.close());
  }

  offer(): boolean {
    const event = new CancelableMessageEvent(OFFER, { ports: [this.#channel.port2], cancelable: true });
    this.window.dispatchEvent(event);
    this.accepted = event.defaultPrevented;
    return this.accepted;
  }

  ask(verb: Verb, viewer: number, argument = 0): void {
    this.#channel.port2.dispatchEvent(new MessageEvent(verb, { data: viewer + argument * ARGUMENT }));
  }

  /** What a viewer has got so far, after pulling until nothing is ready. */
  async pull(viewer: number): Promise<Told[]> {
    for (let n = 0; n < 50; n++) {
      await turns();
      const ready = this.said.filter(([verb, of]) => verb === 'ready' && of === viewer).length;
      if (ready <= this.pulled.filter(([of]) => of === viewer).length) break;
      this.ask('pull', viewer);
    }
    return this.events(viewer);
  }

  events(viewer: number): Told[] {
    return this.pulled.flatMap(([of, json]) => {
      const events: Told[] = of === viewer ? JSON.parse(`[${json}]`) : [];
      return events;
    });
  }

  tally(viewer: number): readonly number[] {
    return (
      this.pulled
        .findLast(([of]) => of === viewer)
        ?.slice(2, 5)
        .map(Number) ?? []
    );
  }
}

/** The script in a page of its own, and its relay's end. */
export function start(meeting: Hub = fakeHub(), limits?: OutboxLimits): { end: End; meeting: Hub } {
  const end = new End();
  startPageBridge(end.window, limits, meeting);
  return { end, meeting };
}
