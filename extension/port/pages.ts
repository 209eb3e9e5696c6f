import type { DocumentHere } from './viewer-port.ts';

/**
 * Which documents belong to the page that the tab shows now. A frame cannot name its page (it may be of another origin),
 * but it began after its page and before the page that came next.
 */
export class Pages {
  /** When the pages seen so far began, ascending. */
  readonly #begun: number[] = [];
  #current: number | undefined;

  /** A document of the tab spoke. True if it is a page other than the one shown so far. */
  spoke(here: DocumentHere): boolean {
    if (here.frameId !== 0) return false;
    const before = this.#current;
    this.#current = here.since;
    if (!this.#begun.includes(here.since)) {
      this.#begun.push(here.since);
      this.#begun.sort((a, b) => a - b);
    }
    return before !== undefined && before !== here.since;
  }

  belongs(here: DocumentHere): boolean {
    const current = this.#current;
    if (current === undefined) return true;
    if (here.frameId === 0) return here.since === current;
    const next = this.#begun.find((since) => since > current);
    return here.since >= current && (next === undefined || here.since < next);
  }
}
