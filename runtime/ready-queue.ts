/** What waits in a ReadyQueue: the links are in the item itself, so taking one out of the middle costs nothing. */
export interface QueueItem<T> {
  readonly priority: number;
  bucket: Bucket<T> | undefined;
  previous: T | undefined;
  next: T | undefined;
}

/** The items of one priority, first come first. */
export class Bucket<T> {
  readonly priority: number;
  first: T | undefined;
  last: T | undefined;
  /** In the heap of each end. A bucket that ran empty stays there until it surfaces. */
  inHigh = false;
  inLow = false;

  constructor(priority: number) {
    this.priority = priority;
  }
}

/**
 * Pending items: higher priority first, first come first within one. Add, take and remove are O(1) while there is one priority,
 * else O(log p) in the number of priorities in use.
 */
export class ReadyQueue<T extends QueueItem<T>> {
  size = 0;
  /** The one bucket, while there is only one; the usual case by far. */
  #only: Bucket<T> | undefined;
  #buckets: Map<number, Bucket<T>> | undefined;
  #high: BucketHeap<T> | undefined;
  #low: BucketHeap<T> | undefined;

  add(item: T): void {
    // -0 and 0 are one priority.
    const bucket = this.#bucketFor(item.priority + 0);
    item.bucket = bucket;
    const { last } = bucket;
    item.previous = last;
    item.next = undefined;
    if (last === undefined) bucket.first = item;
    else last.next = item;
    bucket.last = item;
    this.size++;
  }

  /** Takes the next one out. */
  take(): T | undefined {
    const item = this.#highest()?.first;
    if (item !== undefined) this.remove(item);
    return item;
  }

  /** The earliest of the lowest priority. */
  oldestOfLowest(): T | undefined {
    if (this.#buckets === undefined) return this.#only?.first;
    if (this.#low === undefined) {
      this.#low = new BucketHeap<T>(-1);
      for (const bucket of this.#buckets.values()) this.#low.push(bucket);
    }
    return this.#low.top(this.#buckets)?.first;
  }

  /** `item` must be in the queue. */
  remove(item: T): void {
    const { bucket, previous, next } = item;
    if (bucket === undefined) return;
    if (previous === undefined) bucket.first = next;
    else previous.next = next;
    if (next === undefined) bucket.last = previous;
    else next.previous = previous;
    item.bucket = undefined;
    item.previous = undefined;
    item.next = undefined;
    this.size--;
    if (this.size === 0) this.#reset(bucket);
  }

  /** All of them, in the order in which they would be taken. */
  *[Symbol.iterator](): Generator<T> {
    const buckets = this.#buckets ? [...this.#buckets.values()] : this.#only ? [this.#only] : [];
    buckets.sort((a, b) => b.priority - a.priority);
    for (const bucket of buckets) {
      for (let item = bucket.first; item !== undefined; ) {
        const { next }: T = item;
        yield item;
        item = next;
      }
    }
  }

  #highest(): Bucket<T> | undefined {
    return this.#high && this.#buckets ? this.#high.top(this.#buckets) : this.#only;
  }

  #bucketFor(priority: number): Bucket<T> {
    const only = this.#only;
    if (only !== undefined) {
      if (only.priority === priority) return only;
      // A second priority: from now on a heap knows which comes first.
      this.#only = undefined;
      this.#buckets = new Map([[only.priority, only]]);
      this.#high = new BucketHeap<T>(1);
      this.#high.push(only);
    }
    if (this.#buckets === undefined) {
      this.#only = new Bucket<T>(priority);
      return this.#only;
    }
    let bucket = this.#buckets.get(priority);
    if (bucket === undefined) {
      bucket = new Bucket<T>(priority);
      this.#buckets.set(priority, bucket);
    }
    this.#high?.push(bucket);
    this.#low?.push(bucket);
    return bucket;
  }

  /** Empty: forget the priorities that were in use. */
  #reset(last: Bucket<T>): void {
    if (this.#buckets === undefined) return;
    this.#buckets = undefined;
    this.#high = undefined;
    this.#low = undefined;
    last.inHigh = false;
    last.inLow = false;
    this.#only = last;
  }
}

/** A binary heap of buckets. One that ran empty leaves it, and the map, when it comes to the top. */
class BucketHeap<T> {
  readonly #heap: Bucket<T>[] = [];
  /** 1: highest priority on top; -1: lowest. */
  readonly #sign: 1 | -1;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  push(bucket: Bucket<T>): void {
    if (this.#sign === 1 ? bucket.inHigh : bucket.inLow) return;
    this.#mark(bucket, true);
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = heap[up] as Bucket<T>;
      if (!this.#before(bucket, parent)) break;
      heap[at] = parent;
      at = up;
    }
    heap[at] = bucket;
  }

  /** The bucket on top that has something in it. */
  top(buckets: Map<number, Bucket<T>>): Bucket<T> | undefined {
    for (;;) {
      const bucket = this.#heap[0];
      if (bucket === undefined || bucket.first !== undefined) return bucket;
      this.#pop();
      this.#mark(bucket, false);
      if (!bucket.inHigh && !bucket.inLow) buckets.delete(bucket.priority);
    }
  }

  #pop(): void {
    const heap = this.#heap;
    const moved = heap.pop();
    if (moved === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const left = heap[child];
      if (left === undefined) break;
      const right = heap[child + 1];
      const best = right !== undefined && this.#before(right, left) ? right : left;
      if (best === right) child++;
      if (!this.#before(best, moved)) break;
      heap[at] = best;
      at = child;
    }
    heap[at] = moved;
  }

  #before(a: Bucket<T>, b: Bucket<T>): boolean {
    return this.#sign === 1 ? a.priority > b.priority : a.priority < b.priority;
  }

  #mark(bucket: Bucket<T>, inHeap: boolean): void {
    if (this.#sign === 1) bucket.inHigh = inHeap;
    else bucket.inLow = inHeap;
  }
}
