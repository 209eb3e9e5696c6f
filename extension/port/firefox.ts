import { type ExtensionPort, readHere, viewerPort } from './extension-port.ts';
import { PORT_NAME } from './here.ts';
import { EARS, LINE, nameOf, postTo, readTold } from './hop-protocol.ts';
import { systemTiming, type Timing } from './timing.ts';
import type { DocumentHere, Transport } from './viewer-port.ts';

/** The part of the browser's extension API that a panel in Firefox's toolbox uses: it has no `tabs`. */
export interface FirefoxApi {
  readonly runtime: { readonly connect: (options: { name: string }) => ExtensionPort };
}

/** ms before the background is dialled again, after it was stopped; it starts when it is dialled. */
const BACK_OFF = [0, 50, 100, 200, 400, 800] as const;
/** A port that held this long was a good one. */
const GOOD_AFTER = 5_000;
/** ms in which the background answers whether anybody is there. */
const ANSWER_WITHIN = 2_000;

/**
 * Reaches the documents of a tab through the background script, which Firefox stops when it has been idle. Nothing is kept
 * there: its ears are dialled again at once and the tab is asked anew, and a line that was cut is resumed by its batch number.
 */
export function firefoxTransport(api: FirefoxApi, tabId: number, timing: Timing = systemTiming): Transport {
  const viewer = `${PORT_NAME} ${crypto.randomUUID()}`;
  const listeners = new Set<(document: DocumentHere) => void>();
  const questions = new Map<number, (heard: boolean) => void>();
  let ears: ExtensionPort | undefined;
  let count = 0;
  let failures = 0;
  let cancelRedial: (() => void) | undefined;
  let cancelGood: (() => void) | undefined;

  const take = (message: unknown): void => {
    const told = readTold(message);
    if (told?.type === 'heard') questions.get(told.question)?.(told.heard);
    const here = told?.type === 'said' ? readHere(told.message, told) : undefined;
    if (here) for (const listener of [...listeners]) listener(here);
  };

  const listen = (): ExtensionPort => {
    cancelRedial?.();
    cancelRedial = undefined;
    if (ears) return ears;
    const port = api.runtime.connect({ name: nameOf({ hop: EARS, tab: tabId }) });
    ears = port;
    port.onMessage.addListener((message) => {
      if (ears === port) take(message);
    });
    port.onDisconnect.addListener(() => {
      if (ears === port) deafened();
    });
    cancelGood = timing.after(GOOD_AFTER, () => {
      failures = 0;
    });
    return port;
  };

  /** The background was stopped. What a document said meanwhile is not known: it is asked. */
  const deafened = (): void => {
    ears = undefined;
    cancelGood?.();
    for (const answer of [...questions.values()]) answer(false);
    if (listeners.size === 0) return;
    const wait = BACK_OFF[Math.min(failures++, BACK_OFF.length - 1)] ?? 0;
    cancelRedial = timing.after(wait, () => void ask());
  };

  const ask = async (): Promise<boolean> => {
    const question = ++count;
    const answered = new Promise<boolean>((resolve) => questions.set(question, resolve));
    const cancel = timing.after(ANSWER_WITHIN, () => questions.get(question)?.(false));
    postTo(listen(), question);
    const heard = await answered;
    cancel();
    questions.delete(question);
    return heard;
  };

  return {
    ask,
    onHere(listener) {
      listeners.add(listener);
      listen();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        cancelRedial?.();
        cancelGood?.();
        const port = ears;
        ears = undefined;
        port?.disconnect();
      };
    },
    dial({ frameId, documentId }, listener) {
      const name = nameOf({ hop: LINE, tab: tabId, viewer, frameId, documentId });
      return viewerPort(api.runtime.connect({ name }), listener);
    },
  };
}
