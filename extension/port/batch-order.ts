import type { Batch } from '../../bridge/protocol.ts';

/** Batches that may wait for an earlier one: no more are ever under way. */
const MAX_EARLY = 16;

/** Puts a document's batches in order: what comes twice is left out, what comes early waits for what is missing. */
export class BatchOrder {
  /** Every batch up to this one was taken. */
  taken = 0;
  readonly #early = new Map<number, Batch>();

  /** The batches that can be taken now, in order. */
  put(batch: Batch): Batch[] {
    if (batch.batch <= this.taken) return [];
    if (this.#early.size < MAX_EARLY || batch.batch === this.taken + 1) this.#early.set(batch.batch, batch);
    const ready: Batch[] = [];
    for (let next = this.#early.get(this.taken + 1); next; next = this.#early.get(this.taken + 1)) {
      this.#early.delete(++this.taken);
      ready.push(next);
    }
    return ready;
  }

  /** The batches that are missing before the first of those that wait. */
  get gap(): { readonly from: number; readonly to: number } | undefined {
    if (this.#early.size === 0) return undefined;
    return { from: this.taken + 1, to: Math.min(...this.#early.keys()) - 1 };
  }

  /** The numbers begin anew. */
  reset(): void {
    this.taken = 0;
    this.#early.clear();
  }
}
