/**
 * How a page and a worker find each other: one message, on the worker's own channel, whose port carries all that follows. The
 * number is of what is said over the port.
 */
export const CONNECT = 'tasklens:worker/1';

/** On this channel a service worker that has started again tells the pages, whose ports went with its earlier life. */
export const STARTED = 'tasklens:service-worker/1';

/** `viewer`: one in the page, by its number there. */
export type PageSays =
  /** Tell it everything there was, and then what there is. */
  | readonly ['attach', viewer: number]
  /** What was told last has been taken: there may be more. */
  | readonly ['more', viewer: number]
  | readonly ['detach', viewer: number]
  /** The page goes, for good or into the back/forward cache. */
  | readonly ['bye'];

/** Events as JSON texts, as they go to a viewer. */
export type WorkerSays = readonly [viewer: number, events: readonly string[]];

/** The part of a MessagePort that is used. */
export interface WirePort {
  onmessage: ((event: MessageEvent<unknown>) => unknown) | null;
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (type: 'close', listener: () => void) => void;
  readonly close: () => void;
}

export function readPageSays(said: unknown): PageSays | undefined {
  if (!Array.isArray(said)) return undefined;
  const [verb, viewer]: readonly unknown[] = said;
  if (verb === 'bye') return ['bye'];
  if (typeof viewer !== 'number') return undefined;
  return verb === 'attach' || verb === 'more' || verb === 'detach' ? [verb, viewer] : undefined;
}

export function readWorkerSays(said: unknown): WorkerSays | undefined {
  if (!Array.isArray(said)) return undefined;
  const [viewer, events]: readonly unknown[] = said;
  if (typeof viewer !== 'number' || !Array.isArray(events)) return undefined;
  return events.every((event): event is string => typeof event === 'string') ? [viewer, events] : undefined;
}
