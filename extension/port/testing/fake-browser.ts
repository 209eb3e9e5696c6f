import { OFFER } from '../../../bridge/handover.ts';
import { startPageBridge } from '../../../bridge/page/page-bridge.ts';
import { FakeRuntime, fakeHub } from '../../../bridge/testing/fake-page.ts';
import type { ChromiumApi } from '../chromium.ts';
import { type Relay, type RelayApi, startRelay } from '../relay.ts';
import { FakeTiming } from './fake-timing.ts';

type Listener<A extends unknown[]> = (...args: A) => void;

export function listeners<A extends unknown[]>() {
  const all = new Set<Listener<A>>();
  return {
    all,
    addListener: (listener: Listener<A>): void => void all.add(listener),
    removeListener: (listener: Listener<A>): void => void all.delete(listener),
  };
}

/** What a bad line does with a message; `late`: it arrives after those that follow. */
export type Fault = 'none' | 'lose' | 'twice' | 'late';

/** One end of an extension port: JSON, in order, never in the same turn; a closed end tells the other. */
export class PortEnd {
  readonly name: string;
  readonly onMessage = listeners<[unknown]>();
  readonly onDisconnect = listeners<[]>();
  peer: PortEnd | undefined;
  closed = false;
  sent = 0;
  readonly #browser: FakeBrowser;

  constructor(name: string, browser: FakeBrowser) {
    this.name = name;
    this.#browser = browser;
  }

  readonly postMessage = (message: unknown): void => {
    const { peer } = this;
    if (!peer) throw new Error('Attempting to use a disconnected port object');
    this.sent++;
    const json = JSON.stringify(message);
    const deliver = (): void => {
      if (!peer.closed) for (const listener of peer.onMessage.all) listener(JSON.parse(json));
    };
    const fault = this.#browser.fault();
    if (fault === 'late') this.#browser.timing.after(120, deliver);
    else if (fault !== 'lose') queueMicrotask(deliver);
    if (fault === 'twice') queueMicrotask(deliver);
  };

  /** Raises no event at this end. */
  readonly disconnect = (): void => {
    const { peer } = this;
    this.peer = undefined;
    this.closed = true;
    if (!peer) return;
    peer.peer = undefined;
    queueMicrotask(() => {
      for (const listener of peer.onDisconnect.all) listener();
    });
  };
}

export function portPair(name: string, browser: FakeBrowser): readonly [PortEnd, PortEnd] {
  const [a, b] = [new PortEnd(name, browser), new PortEnd(name, browser)];
  a.peer = b;
  b.peer = a;
  return [a, b];
}

export interface DocumentOptions {
  readonly frameId?: number;
  readonly since?: number;
  readonly url?: string;
  readonly prerendering?: boolean;
  /** Without our script in the page nobody takes the relay's port. */
  readonly withoutMainScript?: boolean;
}

/** A document with our two scripts in it, in the order in which the browser runs them. */
export class FakeDocument {
  readonly window = new EventTarget();
  readonly document: EventTarget & { prerendering: boolean };
  readonly hub = fakeHub();
  readonly documentId: string;
  readonly frameId: number;
  readonly since: number;
  readonly onConnect = listeners<[PortEnd]>();
  readonly onMessage = listeners<[unknown]>();
  readonly ports: PortEnd[] = [];
  readonly relay: Relay;
  readonly #browser: FakeBrowser;
  #far: MessagePort | undefined;
  extensionId: string | undefined = 'tasklens';

  constructor(browser: FakeBrowser, documentId: string, options: DocumentOptions) {
    const { frameId = 0, since = 1_000, url = 'http://app.test/', prerendering = false } = options;
    this.#browser = browser;
    this.documentId = documentId;
    this.frameId = frameId;
    this.since = since;
    this.document = Object.assign(new EventTarget(), { prerendering });
    this.window.addEventListener(OFFER, (event) => {
      if (event instanceof MessageEvent) this.#far ??= event.ports[0];
    });
    if (!options.withoutMainScript) startPageBridge(this.window, undefined, this.hub);
    const { window, document } = this;
    const epoch = browser.timing.now;
    const { timing, grace } = browser;
    this.relay = startRelay({ window, document, epoch, api: this.#api(), timing, url: () => url, since, grace });
  }

  /** A runtime that announces itself. */
  runtime(id: string): FakeRuntime {
    const runtime = new FakeRuntime(id);
    this.hub.announce(runtime);
    return runtime;
  }

  /** The port that the relay handed to the script in the page. */
  far(): MessagePort {
    if (!this.#far) throw new Error('no port was offered');
    return this.#far;
  }

  /** Says something to the relay as the script in the page would. */
  say(message: unknown): void {
    this.far().postMessage(message);
  }

  /** What the browser does with extension ports when a document enters the back/forward cache, or goes. */
  closePorts(): void {
    for (const port of this.ports.splice(0)) {
      const { peer } = port;
      port.disconnect();
      if (peer) for (const listener of port.onDisconnect.all) listener();
    }
  }

  unload(): void {
    this.closePorts();
    this.relay.stop();
  }

  #api(): RelayApi {
    const page = this;
    return {
      runtime: {
        get id() {
          return page.extensionId;
        },
        onConnect: this.onConnect,
        onMessage: this.onMessage,
        sendMessage: (message) => page.#browser.hear(page, message),
      },
    };
  }
}

/** A browser with one tab, its documents, and whoever listens in the extension. */
export class FakeBrowser {
  readonly timing = new FakeTiming();
  /** Asked for each message on an extension port. */
  fault: () => Fault = () => 'none';
  documents: FakeDocument[] = [];
  /** As the relays have it. */
  grace = 10_000;
  readonly #runtimeMessages = listeners<[unknown, { tab?: { id?: number }; frameId?: number; documentId?: string }]>();
  #count = 0;
  asked = 0;
  dialled = 0;

  open(options: DocumentOptions = {}): FakeDocument {
    const page = new FakeDocument(this, `D${++this.#count}`, options);
    this.documents.push(page);
    return page;
  }

  close(page: FakeDocument): void {
    this.documents = this.documents.filter((one) => one !== page);
    page.unload();
  }

  /** A content script's `runtime.sendMessage`: fails when nobody listens. */
  async hear(from: FakeDocument, message: unknown): Promise<void> {
    await undefined;
    const { all } = this.#runtimeMessages;
    if (all.size === 0) throw new Error('Could not establish connection. Receiving end does not exist.');
    for (const listener of all)
      listener(message, { tab: { id: 7 }, frameId: from.frameId, documentId: from.documentId });
  }

  /** Says something as if from a content script. */
  forge(message: unknown, sender: { tab?: { id?: number }; frameId?: number; documentId?: string }): void {
    for (const listener of this.#runtimeMessages.all) listener(message, sender);
  }

  /** `tabs.connect`; nobody there: the port is cut at once. */
  connect(_tabId: number, { name, documentId }: { readonly name: string; readonly documentId?: string }): PortEnd {
    this.dialled++;
    const [ours, theirs] = portPair(name, this);
    const page = this.documents.find((one) => one.documentId === documentId);
    if (!page) theirs.disconnect();
    else {
      page.ports.push(theirs);
      for (const listener of page.onConnect.all) listener(theirs);
    }
    return ours;
  }

  readonly api: ChromiumApi = {
    tabs: {
      sendMessage: async (_tabId: number, message: unknown) => {
        this.asked++;
        await undefined;
        const there = this.documents.filter((page) => page.onMessage.all.size > 0);
        if (there.length === 0) throw new Error('Could not establish connection. Receiving end does not exist.');
        for (const page of there) for (const listener of page.onMessage.all) listener(message);
      },
      connect: (tabId, options) => this.connect(tabId, options),
    },
    runtime: { onMessage: this.#runtimeMessages },
  };

  /** Until every message that is on its way has arrived. */
  readonly settle = async (): Promise<void> => {
    for (let n = 0; n < 8; n++) await new Promise((resolve) => setImmediate(resolve));
  };

  readonly advance = (ms: number): Promise<void> => this.timing.advance(ms, this.settle);

  stop(): void {
    for (const page of this.documents.splice(0)) page.unload();
  }
}
