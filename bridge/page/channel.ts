import { ANSWER, ARGUMENT, ASK, COMMAND, OFFER, type PageSays, type Pulled, type Verb } from '../handover.ts';
import { guarded } from './guarded.ts';
import { apply, isArray, reader } from './primordials.ts';

const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
const { preventDefault, stopImmediatePropagation } = Event.prototype;
const { postMessage } = MessagePort.prototype;
const portsOf = reader(MessageEvent.prototype, 'ports');
const dataOf = reader(MessageEvent.prototype, 'data');
const PlainEvent = Event;
const DataEvent = MessageEvent;

/** The page's script's end of the port. */
export interface Channel {
  /** Arrives between turns. */
  readonly post: (message: PageSays) => void;
  /** Has arrived when it returns. */
  readonly answer: (answer: Pulled | string) => void;
}

/**
 * Waits for the relay's offer on `target` (the window) and takes the first. `verbs` are what it may ask then; nothing they
 * throw reaches the page.
 */
export function acceptChannel(
  target: EventTarget,
  accepted: (channel: Channel) => void,
  verbs: Readonly<Record<Verb, (viewer: number, argument: number) => void>>,
  command: (json: string) => void,
): void {
  const take = (event: Event): void => {
    // An event of that name may be none of ours.
    guarded(() => {
      const ports = portsOf?.(event);
      const port: MessagePort | undefined = isArray(ports) ? ports[0] : undefined;
      if (!port) return;
      const listen = (verb: Verb | typeof COMMAND): void => {
        const hear = (asked: Event): void => {
          guarded(() => {
            const data = dataOf?.(asked);
            if (typeof data === 'string') command(data);
            else if (typeof data === 'number' && verb !== COMMAND) verbs[verb](data % ARGUMENT, (data / ARGUMENT) | 0);
          });
        };
        apply(addEventListener, port, [verb, hear]);
      };
      listen('attach');
      listen('pull');
      listen('expand');
      listen('detach');
      listen(COMMAND);
      apply(preventDefault, event, []);
      // Another copy of this script (two extensions, or one that was run again) must not take it too.
      apply(stopImmediatePropagation, event, []);
      apply(removeEventListener, target, [OFFER, take]);
      accepted({
        post: (message) => apply(postMessage, port, [message]),
        answer: (data) => apply(dispatchEvent, port, [new DataEvent(ANSWER, { data })]),
      });
    });
  };
  apply(addEventListener, target, [OFFER, take]);
  apply(dispatchEvent, target, [new PlainEvent(ASK)]);
}
