/** Holes and early arrivals are remembered up to here; beyond, the oldest are given up. A page cannot make it grow. */
const MAX_AHEAD = 400_000;
const MAX_HOLES = 50_000;

/**
 * Which events of one stream have arrived, by seq. It lets a reducer ignore what comes twice, take what comes late, and
 * say how much never came.
 */
export class Seen {
  /** Everything up to here has arrived or has been given up. */
  #through = 0;
  #highest = 0;
  #missing = 0;
  /** A snapshot has been told. */
  #settled = false;
  /** Arrived beyond `#through`: a snapshot tells tasks one by one, not in the order of seq. */
  readonly #ahead = new Set<number>();
  /** Given up, but welcome: [from, to], ascending. */
  #holes: (readonly [from: number, to: number])[] = [];

  get highest(): number {
    return this.#highest;
  }

  /** Events that were given up and have not arrived since. */
  get missing(): number {
    return this.#missing;
  }

  /** True if `seq` had not arrived before. */
  take(seq: number): boolean {
    if (seq > this.#highest) this.#highest = seq;
    if (seq <= this.#through) return this.#takeFromHole(seq);
    if (seq === this.#through + 1) {
      this.#through = seq;
      this.#absorb();
      return true;
    }
    if (this.#ahead.has(seq)) return false;
    this.#ahead.add(seq);
    if (this.#ahead.size > MAX_AHEAD) this.settle(this.#highest);
    return true;
  }

  /** The sender says that it dropped `from` to `to`: they will not come, short of a new snapshot. */
  skip(from: number, to: number): void {
    if (to > this.#highest) this.#highest = to;
    let start = Math.max(from, this.#through + 1);
    for (const seq of this.#earlyBetween(start, to)) {
      this.#ahead.delete(seq);
      this.#addHole(start, seq - 1);
      start = seq + 1;
    }
    this.#addHole(start, to);
    this.#through = Math.max(this.#through, to);
    this.#absorb();
  }

  /** A snapshot up to `seq` is complete: what it did not tell is no longer known to the sender. */
  settle(seq: number): void {
    if (seq > this.#highest) this.#highest = seq;
    let told = 0;
    for (const early of this.#ahead) {
      if (early > seq) continue;
      this.#ahead.delete(early);
      told++;
    }
    // Before the first snapshot ends nothing was missed: history that the sender let go is told in its own numbers.
    if (this.#settled && seq > this.#through) this.#missing += seq - this.#through - told;
    this.#settled = true;
    this.#holes = this.#holes.filter(([from]) => from > seq);
    this.#through = Math.max(this.#through, seq);
    this.#absorb();
  }

  /** Ascending. Looks through whichever is shorter: the range, or what came early. */
  #earlyBetween(from: number, to: number): number[] {
    if (to - from > this.#ahead.size) {
      return [...this.#ahead].filter((seq) => seq >= from && seq <= to).sort((a, b) => a - b);
    }
    const early: number[] = [];
    for (let seq = from; seq <= to; seq++) if (this.#ahead.has(seq)) early.push(seq);
    return early;
  }

  #absorb(): void {
    while (this.#ahead.size > 0 && this.#ahead.delete(this.#through + 1)) this.#through++;
  }

  #addHole(from: number, to: number): void {
    if (to < from) return;
    this.#missing += to - from + 1;
    this.#holes.push([from, to]);
    if (this.#holes.length > MAX_HOLES) this.#holes.shift();
  }

  #takeFromHole(seq: number): boolean {
    let [low, high] = [0, this.#holes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#holes[middle]?.[1] ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    const at = low;
    const hole = this.#holes[at];
    if (!hole || seq < hole[0]) return false;
    const [from, to] = hole;
    const rest: (readonly [number, number])[] = [];
    if (seq > from) rest.push([from, seq - 1]);
    if (seq < to) rest.push([seq + 1, to]);
    this.#holes.splice(at, 1, ...rest);
    this.#missing--;
    return true;
  }
}
