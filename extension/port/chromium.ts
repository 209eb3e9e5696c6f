import * as v from 'valibot';
import { type Here, PORT_NAME, WHO } from './here.ts';
import type { DocumentHere, PortListener, Transport, ViewerPort } from './viewer-port.ts';

const hereSchema = v.object({
  tasklens: v.literal('here'),
  url: v.string(),
  since: v.pipe(v.number(), v.finite()),
  hasRuntime: v.boolean(),
  acknowledged: v.boolean(),
}) satisfies v.GenericSchema<unknown, Here>;

/** The part of an extension port that is used. */
interface Port {
  readonly postMessage: (message: unknown) => void;
  readonly disconnect: () => void;
  readonly onMessage: { readonly addListener: (listener: (message: unknown) => void) => void };
  readonly onDisconnect: { readonly addListener: (listener: () => void) => void };
}

interface Sender {
  readonly tab?: { readonly id?: number | undefined } | undefined;
  readonly frameId?: number | undefined;
  readonly documentId?: string | undefined;
}

type MessageListener = (message: unknown, sender: Sender) => undefined;

/** The part of the browser's extension API that is used; `browser` of wxt/browser has it. */
export interface ChromiumApi {
  readonly tabs: {
    readonly connect: (tabId: number, options: { name: string; frameId?: number; documentId?: string }) => Port;
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
        const here = sender.tab?.id === tabId ? document(message, sender) : undefined;
        if (here) listener(here);
        return undefined;
      };
      api.runtime.onMessage.addListener(hear);
      return () => api.runtime.onMessage.removeListener(hear);
    },
    dial: (target, listener) => dial(api, tabId, name, target, listener),
  };
}

function document(message: unknown, sender: Sender): DocumentHere | undefined {
  const parsed = v.safeParse(hereSchema, message);
  if (!parsed.success || sender.frameId === undefined) return undefined;
  const { url, since, hasRuntime, acknowledged } = parsed.output;
  const documentId = sender.documentId ?? `${sender.frameId}@${since}`;
  return { documentId, frameId: sender.frameId, url, since, hasRuntime, acknowledged };
}

function dial(api: ChromiumApi, tabId: number, name: string, target: DocumentHere, listener: PortListener): ViewerPort {
  const named = target.documentId.includes('@') ? { frameId: target.frameId } : { documentId: target.documentId };
  const port = api.tabs.connect(tabId, { name, ...named });
  let open = true;
  port.onMessage.addListener((message) => {
    if (open) listener.message(message);
  });
  // Disconnecting ourselves raises no event at this end.
  port.onDisconnect.addListener(() => {
    // Unread, the browser writes it to the console.
    void api.runtime.lastError;
    if (!open) return;
    open = false;
    listener.closed();
  });
  return {
    post(message) {
      if (!open) return;
      try {
        port.postMessage(message);
      } catch {
        // The other end is gone; `onDisconnect` is about to say so.
      }
    },
    close() {
      if (!open) return;
      open = false;
      port.disconnect();
    },
  };
}
