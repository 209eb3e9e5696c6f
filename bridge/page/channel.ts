import { ASK, OFFER, type PageSays, type RelaySays } from '../handover.ts';
import { apply, getter, isArray } from './primordials.ts';

const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
const { preventDefault } = Event.prototype;
const { postMessage, start } = MessagePort.prototype;
const portsOf = getter(MessageEvent.prototype, 'ports');
const dataOf = getter(MessageEvent.prototype, 'data');
const PlainEvent = Event;
const Port = MessagePort;

/** The page's script's end. References are from before page code ran. */
export interface PageChannel {
  readonly post: (message: PageSays) => void;
}

/**
 * Waits for the relay's offer on `target` (the window) and takes the first. `listener` hears what comes then. Returns
 * what stops the waiting.
 */
export function acceptChannel(
  target: EventTarget,
  accepted: (channel: PageChannel) => void,
  listener: (message: RelaySays) => void,
): () => void {
  const stop = (): void => apply(removeEventListener, target, [OFFER, take]);
  const take = (event: Event): void => {
    const port = firstPort(event);
    if (!port) return;
    stop();
    apply(preventDefault, event, []);
    const hear = (message: Event): void => {
      const data = dataOf?.(message);
      if (isRelaySays(data)) listener(data);
    };
    apply(addEventListener, port, ['message', hear]);
    apply(start, port, []);
    accepted({ post: (message) => apply(postMessage, port, [message]) });
  };
  apply(addEventListener, target, [OFFER, take]);
  apply(dispatchEvent, target, [new PlainEvent(ASK)]);
  return stop;
}

function firstPort(event: Event): MessagePort | undefined {
  try {
    const ports = portsOf?.(event);
    const port: unknown = isArray(ports) ? ports[0] : undefined;
    return port instanceof Port ? port : undefined;
  } catch {
    // An event of that name that is no MessageEvent.
    return undefined;
  }
}

function isRelaySays(data: unknown): data is RelaySays {
  if (!isArray(data)) return false;
  if (data[0] === 'pull') return true;
  if (typeof data[1] !== 'number') return false;
  return data[0] === 'gone' || (data[0] === 'down' && typeof data[2] === 'string');
}
