import { type Here, PORT_NAME, WHO } from '../port/here.ts';
import type { RelayApi } from '../port/relay.ts';
import type { DocumentHere, PortListener, Transport, ViewerPort } from '../port/viewer-port.ts';

type Listener<T> = (value: T) => void;

function listeners<T>() {
  const all = new Set<Listener<T>>();
  return {
    tell: (value: T): void => {
      for (const listener of [...all]) listener(value);
    },
    addListener: (listener: Listener<T>): void => void all.add(listener),
    removeListener: (listener: Listener<T>): void => void all.delete(listener),
  };
}

/** The two ends of what the browser carries between a page's relay and its viewer, where both are in the page. */
export interface PageLine {
  readonly api: RelayApi;
  readonly transport: Transport;
}

/**
 * Joins a relay and a viewer of one document, without an extension between them. What is said arrives between turns, as it
 * does through a browser: neither end is ever called from within its own call.
 */
export function createPageLine(): PageLine {
  const connected = listeners<Parameters<Parameters<RelayApi['runtime']['onConnect']['addListener']>[0]>[0]>();
  const asked = listeners<unknown>();
  const here = listeners<DocumentHere>();

  const dial = (_: DocumentHere, { message }: PortListener): ViewerPort => {
    const toRelay = listeners<unknown>();
    const left = listeners<void>();
    let open = true;
    connected.tell({
      name: PORT_NAME,
      postMessage: (text) =>
        queueMicrotask(() => {
          if (open) message(text);
        }),
      onMessage: toRelay,
      onDisconnect: left,
    });
    return {
      post: (down) => queueMicrotask(() => toRelay.tell(down)),
      close() {
        if (!open) return;
        open = false;
        queueMicrotask(() => left.tell());
      },
    };
  };

  return {
    api: {
      runtime: {
        id: 'embedded',
        async sendMessage(said) {
          if (isHere(said)) here.tell({ ...said, documentId: 'embedded', frameId: 0 });
        },
        onConnect: connected,
        onMessage: asked,
      },
    },
    transport: {
      async ask() {
        asked.tell(WHO);
        return true;
      },
      onHere(listener) {
        here.addListener(listener);
        return () => here.removeListener(listener);
      },
      dial,
    },
  };
}

function isHere(said: unknown): said is Here {
  return typeof said === 'object' && said !== null && 'tasklens' in said && said.tasklens === 'here';
}
