import { ASK, OFFER, type PageSays, type RelaySays } from '../../bridge/handover.ts';
import { MAX_MESSAGE_LENGTH } from '../../bridge/protocol.ts';
import { type Here, isWho, PORT_NAME } from './here.ts';
import type { Timing } from './timing.ts';

/** ms between two pulls: 20 messages a second, whatever the page does. */
const PULL_EVERY = 50;

/** Longer is no message of a viewer of ours. */
const MAX_DOWN = 1_000_000;

interface Port {
  readonly name: string;
  readonly postMessage: (message: unknown) => void;
  readonly onMessage: { readonly addListener: (listener: (message: unknown) => void) => void };
  readonly onDisconnect: { readonly addListener: (listener: () => void) => void };
}

interface Listeners<L> {
  readonly addListener: (listener: L) => void;
  readonly removeListener: (listener: L) => void;
}

/** The part of the browser's extension API that a relay uses. */
export interface RelayApi {
  readonly runtime: {
    /** Gone when the extension was reloaded or removed: this script is an orphan then. */
    readonly id?: string;
    readonly sendMessage: (message: unknown) => Promise<unknown>;
    readonly onConnect: Listeners<(port: Port) => void>;
    readonly onMessage: Listeners<(message: unknown) => undefined>;
  };
}

export interface RelayOptions {
  readonly window: EventTarget;
  readonly document: EventTarget & { readonly prerendering?: boolean };
  readonly api: RelayApi;
  readonly timing: Timing & { readonly now: () => number };
  readonly url: () => string;
  /** Epoch ms at which the document began. */
  readonly since: number;
}

export interface Relay {
  /** The extension that it belongs to is still there. */
  readonly alive: () => boolean;
  /** `document.open` takes every listener off the window: puts ours on again. */
  readonly rearm: () => void;
  readonly stop: () => void;
}

/**
 * Stands between a document and its viewers: hands the page's script its port, says that the document is here, and passes
 * texts on, paced. It reads none of them. All that comes from the page is the page's word: only tuples of the right
 * form and bounded size pass.
 */
export function startRelay(options: RelayOptions): Relay {
  const { window, document, api, timing, url, since } = options;
  const viewers = new Map<number, Port>();
  const { port1: near, port2: far } = new MessageChannel();
  let count = 0;
  let acknowledged = false;
  let hasRuntime = false;
  let lastPull = Number.NEGATIVE_INFINITY;
  let cancelPull: (() => void) | undefined;
  let stopped = false;

  const alive = (): boolean => !stopped && api.runtime.id !== undefined;

  const tell = (message: RelaySays): void => near.postMessage(message);

  const offer = (): void => {
    if (acknowledged || stopped) return;
    const event = new MessageEvent(OFFER, { ports: [far], cancelable: true });
    window.dispatchEvent(event);
    acknowledged = event.defaultPrevented;
    if (acknowledged) window.removeEventListener(ASK, offer);
  };

  /** Fails cheaply when no DevTools is open. A prerendered page is not there yet. */
  const sayHere = (): void => {
    if (!alive() || document.prerendering) return;
    const here: Here = { tasklens: 'here', url: url(), since, hasRuntime, acknowledged };
    api.runtime.sendMessage(here).catch(() => {});
  };

  const sayHereIfRuntime = (): void => {
    if (hasRuntime) sayHere();
  };

  const onPageShow = (event: Event): void => {
    if ('persisted' in event && event.persisted) sayHereIfRuntime();
  };

  const pull = (): void => {
    cancelPull = undefined;
    lastPull = timing.now();
    tell(['pull']);
  };

  const pullSoon = (): void => {
    if (cancelPull) return;
    const wait = lastPull + PULL_EVERY - timing.now();
    if (wait > 0) cancelPull = timing.after(wait, pull);
    else pull();
  };

  const fromPage = (event: MessageEvent<unknown>): void => {
    const said = event.data;
    if (!isPageSays(said)) return;
    if (said[0] === 'source') {
      if (hasRuntime) return;
      hasRuntime = true;
      sayHere();
    } else if (!viewers.has(said[1])) return;
    else if (said[0] === 'ready') pullSoon();
    else viewers.get(said[1])?.postMessage(said[2]);
  };

  const onConnect = (port: Port): void => {
    if (port.name !== PORT_NAME) return;
    const viewer = ++count;
    viewers.set(viewer, port);
    port.onMessage.addListener((message) => {
      if (typeof message === 'string' && message.length <= MAX_DOWN) tell(['down', viewer, message]);
    });
    port.onDisconnect.addListener(() => {
      if (!viewers.delete(viewer)) return;
      tell(['gone', viewer]);
      if (viewers.size > 0) return;
      cancelPull?.();
      cancelPull = undefined;
    });
  };

  const onMessage = (message: unknown): undefined => {
    if (isWho(message)) sayHere();
    return undefined;
  };

  const arm = (): void => {
    if (!acknowledged) window.addEventListener(ASK, offer);
    window.addEventListener('pageshow', onPageShow);
    document.addEventListener('prerenderingchange', sayHereIfRuntime);
  };

  near.onmessage = fromPage;
  api.runtime.onConnect.addListener(onConnect);
  api.runtime.onMessage.addListener(onMessage);
  arm();
  offer();

  return {
    alive,
    rearm: arm,
    stop() {
      if (stopped) return;
      stopped = true;
      cancelPull?.();
      for (const viewer of viewers.keys()) tell(['gone', viewer]);
      viewers.clear();
      near.onmessage = null;
      near.close();
      window.removeEventListener(ASK, offer);
      window.removeEventListener('pageshow', onPageShow);
      document.removeEventListener('prerenderingchange', sayHereIfRuntime);
      if (api.runtime.id === undefined) return;
      api.runtime.onConnect.removeListener(onConnect);
      api.runtime.onMessage.removeListener(onMessage);
    },
  };
}

function isPageSays(said: unknown): said is PageSays {
  if (!Array.isArray(said)) return false;
  const [verb, viewer, text] = said;
  if (verb === 'source') return true;
  if (typeof viewer !== 'number') return false;
  return verb === 'ready' || (verb === 'up' && typeof text === 'string' && text.length <= MAX_MESSAGE_LENGTH);
}
