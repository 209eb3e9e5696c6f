import { ASK, OFFER, type PageSays, type RelaySays } from '../handover.ts';
import { apply, getter, isArray } from './primordials.ts';

const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
const { preventDefault } = Event.prototype;
const { postMessage, start } = MessagePort.prototype;
const portsOf = getter(MessageEvent.prototype, 'ports');
const dataOf = getter(MessageEvent.prototype, 'data');
const PlainEvent = Event;

/** Says something to the relay. */
export type Post = (message: PageSays) => void;

/**
 * The page's script's end: waits for the relay's offer on `target` (the window) and takes the first. `listener` hears what comes
 * then, and nothing it throws reaches the page. Returns what stops the waiting.
 */
export function acceptChannel(
  target: EventTarget,
  accepted: (post: Post) => void,
  listener: (message: RelaySays) => void,
): () => void {
  const take = (event: Event): void => {
    try {
      const ports = portsOf?.(event);
      const port: MessagePort | undefined = isArray(ports) ? ports[0] : undefined;
      if (!port) return;
      const hear = (message: Event): void => {
        try {
          const data = dataOf?.(message);
          if (isRelaySays(data)) listener(data);
        } catch {
          // Nothing of ours may show up as an error of the page.
        }
      };
      apply(addEventListener, port, ['message', hear]);
      apply(start, port, []);
      apply(preventDefault, event, []);
      stop();
      accepted((message) => apply(postMessage, port, [message]));
    } catch {
      // An event of that name that is none of ours.
    }
  };
  const stop = (): void => apply(removeEventListener, target, [OFFER, take]);
  apply(addEventListener, target, [OFFER, take]);
  apply(dispatchEvent, target, [new PlainEvent(ASK)]);
  return stop;
}

function isRelaySays(data: unknown): data is RelaySays {
  return isArray(data);
}
