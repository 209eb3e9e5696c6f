/** Numbers for the tasks that run: each gets the lowest that is free. */
export class Slots {
  /** Free numbers below `#end`: a binary heap, lowest on top. */
  readonly #free: number[] = [];
  #end = 0;

  acquire(): number {
    const heap = this.#free;
    const lowest = heap[0];
    if (lowest === undefined) return this.#end++;
    const moved = heap.pop() as number;
    if (heap.length > 0) this.#sink(moved);
    return lowest;
  }

  release(slot: number): void {
    const heap = this.#free;
    let at = heap.length;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = heap[up] as number;
      if (parent <= slot) break;
      heap[at] = parent;
      at = up;
    }
    heap[at] = slot;
    if (heap.length === this.#end) {
      heap.length = 0;
      this.#end = 0;
    }
  }

  /** For a holder that goes on with another task: `slot` itself, or a lower one that became free. */
  exchange(slot: number): number {
    const lowest = this.#free[0];
    if (lowest === undefined || lowest > slot) return slot;
    const taken = this.acquire();
    this.release(slot);
    return taken;
  }

  #sink(moved: number): void {
    const heap = this.#free;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const left = heap[child];
      if (left === undefined) break;
      const right = heap[child + 1];
      const best = right !== undefined && right < left ? right : left;
      if (best !== left) child++;
      if (moved <= best) break;
      heap[at] = best;
      at = child;
    }
    heap[at] = moved;
  }
}
