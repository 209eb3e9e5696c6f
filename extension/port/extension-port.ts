import * as v from 'valibot';
import type { Here } from './here.ts';
import type { DocumentHere, PortListener, ViewerPort } from './viewer-port.ts';

/** The part of an extension port that is used. */
export interface ExtensionPort {
  readonly postMessage: (message: unknown) => void;
  readonly disconnect: () => void;
  readonly onMessage: { readonly addListener: (listener: (message: unknown) => void) => void };
  readonly onDisconnect: { readonly addListener: (listener: () => void) => void };
}

/** What the browser says of whoever sent a message. */
export interface MessageSender {
  readonly tab?: { readonly id?: number | undefined } | undefined;
  readonly frameId?: number | undefined;
  readonly documentId?: string | undefined;
}

const hereSchema = v.object({
  tasklens: v.literal('here'),
  url: v.string(),
  since: v.pipe(v.number(), v.finite()),
  hasRuntime: v.boolean(),
  acknowledged: v.boolean(),
}) satisfies v.GenericSchema<unknown, Here>;

/** What a relay said of its document, if that is what the message is. */
export function readHere(message: unknown, sender: MessageSender): DocumentHere | undefined {
  const parsed = v.safeParse(hereSchema, message);
  if (!parsed.success || sender.frameId === undefined) return undefined;
  const { url, since, hasRuntime, acknowledged } = parsed.output;
  const documentId = sender.documentId ?? `${sender.frameId}@${since}`;
  return { documentId, frameId: sender.frameId, url, since, hasRuntime, acknowledged };
}

/** How `tabs.connect` is told which document: by its own name where the browser gives one, else by its frame. */
export function addressOf({ documentId, frameId }: Pick<DocumentHere, 'documentId' | 'frameId'>) {
  return documentId.includes('@') ? { frameId } : { documentId };
}

/** A viewer's end of an extension port. `gone` is called when the other end went. */
export function viewerPort(port: ExtensionPort, listener: PortListener, gone: () => void = () => {}): ViewerPort {
  let open = true;
  port.onMessage.addListener((message) => {
    if (open) listener.message(message);
  });
  // Disconnecting ourselves raises no event at this end.
  port.onDisconnect.addListener(() => {
    gone();
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
