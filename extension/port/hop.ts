import { addressOf, type ExtensionPort, type MessageSender } from './extension-port.ts';
import { WHO } from './here.ts';
import { EARS, type LINE, postTo, readName, type Told, type Wants } from './hop-protocol.ts';

/** A port that somebody dialled to the background. */
interface DialledPort extends ExtensionPort {
  readonly name: string;
  readonly sender?: (MessageSender & { readonly url?: string | undefined }) | undefined;
}

/** The part of the browser's extension API that the background uses. */
export interface HopApi {
  readonly tabs: {
    readonly connect: (
      tabId: number,
      options: { name: string; frameId?: number; documentId?: string },
    ) => ExtensionPort;
    readonly sendMessage: (tabId: number, message: unknown) => Promise<unknown>;
  };
  readonly runtime: {
    readonly onConnect: { readonly addListener: (listener: (port: DialledPort) => void) => void };
    readonly onMessage: {
      readonly addListener: (listener: (message: unknown, sender: MessageSender) => undefined) => void;
    };
  };
}

/**
 * Firefox's background: a panel in the toolbox has no `tabs`, and hears nothing that a content script says. It passes on and
 * remembers nothing: it may be stopped at any time, and its ports go with it. Whoever dialled them dials again, and the relay
 * sends again what was on its way. `origin`: of the extension's own pages.
 */
export function startHop(api: HopApi, origin: string): void {
  const ears = new Map<ExtensionPort, number>();

  const listen = (port: DialledPort, tab: number): void => {
    ears.set(port, tab);
    port.onDisconnect.addListener(() => ears.delete(port));
    port.onMessage.addListener((question) => {
      if (typeof question !== 'number') return;
      const answer = (heard: boolean): void => postTo(port, { type: 'heard', question, heard } satisfies Told);
      // "Receiving end does not exist": the same for every cause.
      api.tabs.sendMessage(tab, WHO).then(
        () => answer(true),
        () => answer(false),
      );
    });
  };

  // Both at once when the script runs: they are what wakes it.
  api.runtime.onConnect.addListener((port) => {
    // A page's own process could speak as a content script: none of them has a viewer's rights.
    const ours = port.sender?.tab === undefined && port.sender?.url?.startsWith(`${origin}/`);
    const wanted = ours ? readName(port.name) : undefined;
    if (!wanted) port.disconnect();
    else if (wanted.hop === EARS) listen(port, wanted.tab);
    else splice(api, port, wanted);
  });
  api.runtime.onMessage.addListener((message, sender) => {
    const { tab, frameId, documentId } = sender;
    const where = { ...(frameId !== undefined && { frameId }), ...(documentId !== undefined && { documentId }) };
    for (const [port, id] of ears) if (id === tab?.id) postTo(port, { type: 'said', message, ...where } satisfies Told);
    return undefined;
  });
}

type LineWanted = Extract<Wants, { hop: typeof LINE }>;

/** Dials the document and makes one line of the two ports: what one says the other hears, and both end together. */
function splice(api: HopApi, near: ExtensionPort, wanted: LineWanted): void {
  const far = dial(api, wanted);
  if (!far) {
    near.disconnect();
    return;
  }
  near.onMessage.addListener((message) => postTo(far, message));
  far.onMessage.addListener((message) => postTo(near, message));
  near.onDisconnect.addListener(() => far.disconnect());
  far.onDisconnect.addListener(() => near.disconnect());
}

function dial(api: HopApi, { tab, viewer, ...target }: LineWanted): ExtensionPort | undefined {
  try {
    return api.tabs.connect(tab, { name: viewer, ...addressOf(target) });
  } catch {
    // A Firefox that knows a document's name and cannot dial by it.
  }
  try {
    return api.tabs.connect(tab, { name: viewer, frameId: target.frameId });
  } catch {
    // The tab is gone.
    return undefined;
  }
}
