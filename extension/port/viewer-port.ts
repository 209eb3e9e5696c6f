import type { Downstream } from '../../bridge/protocol.ts';

/** One viewer's line to one document. Messages of the document are the page's word: whoever listens checks them. */
export interface ViewerPort {
  readonly post: (message: Downstream) => void;
  readonly close: () => void;
}

/** What a port tells whoever dialled it. After `closed` it tells nothing more. */
export interface PortListener {
  readonly message: (message: unknown) => void;
  readonly closed: () => void;
}

/** What a document's relay says of it. */
export interface DocumentHere {
  /** Names the document for as long as it lives; new at each navigation. */
  readonly documentId: string;
  /** 0: the tab's page itself. */
  readonly frameId: number;
  readonly url: string;
  /** Epoch ms at which the document began: it tells which page a frame belongs to. */
  readonly since: number;
  /** A runtime (or a ledger) has announced itself there. */
  readonly hasRuntime: boolean;
  /** Our script in the page took the relay's port. */
  readonly acknowledged: boolean;
}

/** How a viewer reaches the documents of its tab: one adapter a browser family. */
export interface Transport {
  /** Asks every document of the tab to say that it is there. False: no relay of ours heard it. */
  readonly ask: () => Promise<boolean>;
  /** Hears the answers, and each document that speaks up by itself. Returns what stops it. */
  readonly onHere: (listener: (document: DocumentHere) => void) => () => void;
  readonly dial: (document: DocumentHere, listener: PortListener) => ViewerPort;
}
