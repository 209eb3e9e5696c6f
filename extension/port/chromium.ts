import { addressOf, type ExtensionPort, type MessageSender, readHere, viewerPort } from './extension-port.ts';
import { PORT_NAME, WHO } from './here.ts';
import type { Transport } from './viewer-port.ts';

type MessageListener = (message: unknown, sender: MessageSender) => undefined;

/** The part of the browser's extension API that is used; `browser` of wxt/browser has it. */
export interface ChromiumApi {
  readonly tabs: {
    readonly connect: (
      tabId: number,
      options: { name: string; frameId?: number; documentId?: string },
    ) => ExtensionPort;
    readonly sendMessage: (tabId: number, message: unknown) => Promise<unknown>;
  };
  readonly runtime: {
    readonly lastError?: unknown;
    readonly onMessage: {
      readonly addListener: (listener: MessageListener) => void;
      readonly removeListener: (listener: MessageListener) => void;
    };
  };
}

/**
 * Dials each document of a tab directly, without a background script. `tabs.connect` to the whole tab would be one port
 * for the frames of that moment, which later frames never join, so a document is named.
 */
export function chromiumTransport(api: ChromiumApi, tabId: number): Transport {
  // Names this viewer to the relays, so that one whose port was cut goes on where it was.
  const name = `${PORT_NAME} ${crypto.randomUUID()}`;
  return {
    async ask() {
      try {
        await api.tabs.sendMessage(tabId, WHO);
        return true;
      } catch {
        // "Receiving end does not exist": the same for every cause.
        return false;
      }
    },
    onHere(listener) {
      const hear: MessageListener = (message, sender) => {
        const here = sender.tab?.id === tabId ? readHere(message, sender) : undefined;
        if (here) listener(here);
        return undefined;
      };
      api.runtime.onMessage.addListener(hear);
      return () => api.runtime.onMessage.removeListener(hear);
    },
    dial(target, listener) {
      const port = api.tabs.connect(tabId, { name, ...addressOf(target) });
      // Unread, the browser writes the error to the console.
      return viewerPort(port, listener, () => void api.runtime.lastError);
    },
  };
}
