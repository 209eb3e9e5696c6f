import { ASK, OFFER, type PageSays, type RelaySays } from '../../bridge/handover.ts';
import { MAX_MESSAGE_LENGTH, PROTOCOL_VERSION } from '../../bridge/protocol.ts';
import { readDownstream } from './downstream.ts';
import { type Here, isWho, PORT_NAME } from './here.ts';
import type { Timing } from './timing.ts';
import { ViewerLine } from './viewer-line.ts';

/** ms between two pulls: 20 messages a second, whatever the page does. */
const PULL_EVERY = 50;

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
    readonly id?: string | undefined;
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
 * on what the script gives, paced. It reads none of it. All that comes from the page is the page's word: only tuples of
 * the right form and bounded size pass.
 */
export function startRelay(options: RelayOptions): Relay {
  const { window, document, api, timing, url, since } = options;
  const session = newSession();
  const lines = new Map<number, ViewerLine>();
  const { port1: near, port2: far } = new MessageChannel();
  let count = 0;
  let acknowledged = false;
  /** The hub's version, once something has announced itself there. */
  let hub: number | undefined;
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
    const here: Here = { tasklens: 'here', url: url(), since, hasRuntime: hub !== undefined, acknowledged };
    api.runtime.sendMessage(here).catch(() => {});
  };

  const sayHereIfRuntime = (): void => {
    if (hub !== undefined) sayHere();
  };

  const onPageShow = (event: Event): void => {
    if ('persisted' in event && event.persisted) sayHereIfRuntime();
  };

  const pull = (): void => {
    cancelPull = undefined;
    let pulled = false;
    for (const line of lines.values()) {
      if (!line.ready) continue;
      line.pull();
      pulled = true;
    }
    if (pulled) lastPull = timing.now();
  };

  /** At once after a quiet time, else when the pause is over. */
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
      const first = hub === undefined;
      hub = said[1];
      if (first) sayHere();
      return;
    }
    const line = lines.get(said[1]);
    if (said[0] === 'events') line?.events(said[2], [said[3], said[4], said[5]]);
    else if (line) {
      line.waits();
      pullSoon();
    }
  };

  const onConnect = (port: Port): void => {
    if (port.name !== PORT_NAME) return;
    const number = ++count;
    const hello = () => ({ protocol: PROTOCOL_VERSION, hub: hub ?? 0, url: url(), since });
    const line = new ViewerLine({ number, session, tell, hello, post: (text) => port.postMessage(text) });
    lines.set(number, line);
    port.onMessage.addListener((message) => {
      const down = readDownstream(message);
      if (!down) return;
      line.take(down);
      if (line.ready) pullSoon();
    });
    port.onDisconnect.addListener(() => {
      if (!lines.delete(number)) return;
      line.close();
      if (lines.size > 0) return;
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
      for (const line of lines.values()) line.close();
      lines.clear();
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

/** 128 random bits, in hex: one life of a realm. */
function newSession(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isPageSays(said: unknown): said is PageSays {
  if (!Array.isArray(said) || !isCount(said[1])) return false;
  if (said[0] === 'source' || said[0] === 'ready') return true;
  const json: unknown = said[2];
  if (said[0] !== 'events' || typeof json !== 'string' || json.length > MAX_MESSAGE_LENGTH / 2) return false;
  return isCount(said[3]) && isCount(said[4]) && isCount(said[5]);
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
