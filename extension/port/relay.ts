import { ANSWER, ARGUMENT, ASK, COMMAND, OFFER, type PageSays, type Pulled, type Verb } from '../../bridge/handover.ts';
import { MAX_MESSAGE_LENGTH } from '../../bridge/protocol.ts';
import { readDownstream } from './downstream.ts';
import { type Here, isWho, PORT_NAME } from './here.ts';
import type { Timing } from './timing.ts';
import { ViewerLine } from './viewer-line.ts';

/** ms between two pulls: 20 messages a second, whatever the page does. */
const PULL_EVERY = 50;

/** ms after its return from the back/forward cache in which a document's viewers, whose ports were cut there, are back. */
const BACK_WITHIN = 1_000;

/** UTF-16 units of an answer that pass; the page's script cuts its own far below. */
const LONGEST = MAX_MESSAGE_LENGTH / 2;

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

/** A viewer's line, with the port it has now. */
interface Held {
  readonly line: ViewerLine;
  readonly number: number;
  port: Port | undefined;
  cancelGrace: (() => void) | undefined;
}

export interface RelayOptions {
  readonly window: EventTarget;
  readonly document: EventTarget & { readonly prerendering?: boolean };
  readonly api: RelayApi;
  readonly timing: Timing & { readonly now: () => number };
  /** Epoch ms by a clock that no page can fake. */
  readonly epoch: () => number;
  readonly url: () => string;
  /** Epoch ms at which the document began. */
  readonly since: number;
  /**
   * ms that a viewer's line is kept after its port was cut, where something between may have cut it. 0 where viewers dial directly:
   * then a viewer has gone, and nothing of ours goes on in a page that nobody looks at.
   */
  readonly grace: number;
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
  const { window, document, api, timing, epoch, url, since, grace } = options;
  const session = newSession();
  const lines = new Map<number, ViewerLine>();
  /** By the viewer's own name, which its ports carry. */
  const viewers = new Map<string, Held>();
  const { port1: near, port2: far } = new MessageChannel();
  let count = 0;
  let acknowledged = false;
  /** The hub's version, once something has announced itself there. */
  let hub: number | undefined;
  let lastPull = Number.NEGATIVE_INFINITY;
  let cancelPull: (() => void) | undefined;
  let stopped = false;
  /** In the back/forward cache, where the browser cuts all ports, or just back. */
  let cached = false;
  let cancelBack: (() => void) | undefined;
  /** What the page's script is being asked: nothing else of it is taken for an answer. */
  let asked: { readonly verb: Verb | typeof COMMAND; readonly viewer: number } | undefined;
  /** The text that answered last. */
  let picture = '';

  const alive = (): boolean => !stopped && api.runtime.id !== undefined;

  /** The page's script answers within the call. */
  const say = (verb: Verb | typeof COMMAND, viewer: number, data: number | string): string => {
    picture = '';
    asked = { verb, viewer };
    far.dispatchEvent(new MessageEvent(verb, { data }));
    asked = undefined;
    return picture;
  };

  const ask = (verb: Verb, viewer: number, argument = 0): string => say(verb, viewer, viewer + argument * ARGUMENT);

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
    if (!isPersisted(event) || !alive()) return;
    sayHereIfRuntime();
    cancelBack?.();
    cancelBack = timing.after(BACK_WITHIN, () => {
      cached = false;
      for (const [name, held] of viewers) if (!held.port) release(name, held);
    });
  };

  const pull = (): void => {
    cancelPull = undefined;
    for (const line of lines.values()) {
      if (!line.ready) continue;
      lastPull = timing.now();
      line.turn();
      if (line.ready) pullSoon();
    }
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
    lines.get(said[1])?.waits();
    pullSoon();
  };

  const onAnswer = (event: Event): void => {
    const data: unknown = 'data' in event ? event.data : undefined;
    const question = asked;
    // One answer a question.
    asked = undefined;
    const texts = question?.verb === 'expand' || question?.verb === COMMAND;
    if (texts && typeof data === 'string' && data.length <= LONGEST) picture = data;
    if (question?.verb !== 'pull' || !isPulled(data) || data[0] !== question.viewer) return;
    const [viewer, json, ...tally] = data;
    // What is too long to pass is lost; the counters, which go with the next batch, say so.
    lines.get(viewer)?.events(json.length <= LONGEST ? json : '', tally);
  };

  const hold = (name: string): Held => {
    const known = viewers.get(name);
    if (known) return known;
    const number = ++count;
    const about = () => ({ hub: hub ?? 0, url: url(), since });
    const held: Held = {
      line: new ViewerLine({ number, session, ask, command: (json) => say(COMMAND, number, json), epoch, about }),
      number,
      port: undefined,
      cancelGrace: undefined,
    };
    viewers.set(name, held);
    lines.set(number, held.line);
    return held;
  };

  const release = (name: string, { line, number }: Held): void => {
    viewers.delete(name);
    lines.delete(number);
    line.close();
  };

  const onConnect = (port: Port): void => {
    if (!port.name.startsWith(PORT_NAME)) return;
    const held = hold(port.name);
    const { line } = held;
    held.cancelGrace?.();
    held.port = port;
    line.connect(undefined);
    const post = (text: string): void => {
      try {
        port.postMessage(text);
      } catch {
        // It was cut in this very turn; what is not acknowledged is kept.
      }
    };
    let attached = false;
    port.onMessage.addListener((message) => {
      const down = held.port === port ? readDownstream(message) : undefined;
      // One attach a port, before all else: a second one would begin the numbers anew under a viewer that counts on, and what
      // was sent before it would be counted as it was before.
      if (!down || (down.type === 'attach') === attached) return;
      if (!attached) line.connect(post);
      attached = true;
      if (down.type === 'leave') {
        held.port = undefined;
        release(port.name, held);
        return;
      }
      line.take(down);
      if (line.ready) pullSoon();
    });
    port.onDisconnect.addListener(() => {
      if (held.port !== port) return;
      held.port = undefined;
      line.connect(undefined);
      if (cached) return;
      // An orphan has nobody to wait for.
      if (alive() && grace > 0) held.cancelGrace = timing.after(grace, () => release(port.name, held));
      else release(port.name, held);
    });
  };

  const onMessage = (message: unknown): undefined => {
    if (isWho(message)) sayHere();
    return undefined;
  };

  /** The page goes, for good or into the cache: nothing of it may stay behind. */
  const onPageHide = (event: Event): void => {
    if (!alive()) return;
    cached = isPersisted(event);
    for (const line of lines.values()) line.turnLast();
  };

  const arm = (): void => {
    if (!acknowledged) window.addEventListener(ASK, offer);
    window.addEventListener('pagehide', onPageHide);
    window.addEventListener('pageshow', onPageShow);
    document.addEventListener('prerenderingchange', sayHereIfRuntime);
  };

  near.onmessage = fromPage;
  far.addEventListener(ANSWER, onAnswer);
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
      cancelBack?.();
      for (const [name, held] of viewers) {
        held.cancelGrace?.();
        release(name, held);
      }
      near.onmessage = null;
      near.close();
      window.removeEventListener(ASK, offer);
      window.removeEventListener('pagehide', onPageHide);
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

function isPersisted(event: Event): boolean {
  return 'persisted' in event && event.persisted === true;
}

function isPageSays(said: unknown): said is PageSays {
  return Array.isArray(said) && (said[0] === 'source' || said[0] === 'ready') && isCount(said[1]);
}

function isPulled(data: unknown): data is Pulled {
  if (!Array.isArray(data) || typeof data[1] !== 'string') return false;
  return isCount(data[0]) && isCount(data[2]) && isCount(data[3]) && isCount(data[4]) && typeof data[5] === 'boolean';
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
