import type { FirefoxApi } from '../firefox.ts';
import { type HopApi, startHop } from '../hop.ts';
import { type FakeBrowser, listeners, type PortEnd, portPair } from './fake-browser.ts';

const ORIGIN = 'moz-extension://tasklens';

type Background = ReturnType<typeof startBackground>;

function startBackground(browser: FakeBrowser) {
  const held: PortEnd[] = [];
  const onConnect = listeners<Parameters<Parameters<HopApi['runtime']['onConnect']['addListener']>[0]>>();
  const stops: (() => void)[] = [];
  startHop(
    {
      tabs: {
        sendMessage: browser.api.tabs.sendMessage,
        connect: (tab, options) => {
          const port = browser.connect(tab, options);
          held.push(port);
          return port;
        },
      },
      runtime: {
        onConnect,
        onMessage: {
          addListener(listener) {
            browser.api.runtime.onMessage.addListener(listener);
            stops.push(() => browser.api.runtime.onMessage.removeListener(listener));
          },
        },
      },
    },
    ORIGIN,
  );
  return { held, onConnect, stops };
}

/** A browser whose extension has a background script, which starts when it is dialled and may be stopped at any time. */
export class FakeFirefox {
  readonly browser: FakeBrowser;
  #background: Background | undefined;
  started = 0;

  constructor(browser: FakeBrowser) {
    this.browser = browser;
  }

  get running(): boolean {
    return this.#background !== undefined;
  }

  /** Its ports go with it, and what was on its way through it. */
  stopBackground(): void {
    const background = this.#background;
    this.#background = undefined;
    for (const stop of background?.stops ?? []) stop();
    for (const port of background?.held ?? []) port.disconnect();
  }

  /** Dials the background as a page of the given address. */
  connect(name: string, sender: { readonly url: string; readonly tab?: { readonly id: number } }): PortEnd {
    const [ours, theirs] = portPair(name, this.browser);
    if (!this.#background) this.started++;
    this.#background ??= startBackground(this.browser);
    this.#background.held.push(theirs);
    for (const listener of this.#background.onConnect.all) listener(Object.assign(theirs, { sender }));
    return ours;
  }

  readonly api: FirefoxApi = {
    runtime: { connect: ({ name }) => this.connect(name, { url: `${ORIGIN}/devtools.html` }) },
  };
}
