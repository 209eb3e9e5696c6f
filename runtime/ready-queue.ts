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

  constructor(priority: number) {
    this.priority = priority;
  }
}

/**
 * Pending items: higher priority first, first come first within one. Add, take and remove are O(1) in the number of items; a
 * priority that comes into use, or goes out of it, costs a binary search among those in use.
 */
export class ReadyQueue<T extends QueueItem<T>> {
  size = 0;
  /** By priority, lowest first; none is empty, but for one that is kept while nothing waits. */
  readonly #buckets: Bucket<T>[] = [];

  add(item: T): void {
    // -0 and 0 are one priority.
    const bucket = this.#bucketFor(item.priority + 0);
    const { last } = bucket;
    item.bucket = bucket;
    item.previous = last;
    if (last === undefined) bucket.first = item;
    else last.next = item;
    bucket.last = item;
    this.size++;
  }

  /** Takes the next one out. */
  take(): T | undefined {
    const item = this.#buckets[this.#buckets.length - 1]?.first;
    if (item !== undefined) this.remove(item);
    return item;
  }

  /** The earliest of the lowest priority. */
  oldestOfLowest(): T | undefined {
    return this.#buckets[0]?.first;
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
    // The last one stays: most queues have one priority, and come back to it.
    if (bucket.first === undefined && this.#buckets.length > 1) this.#buckets.splice(this.#search(bucket.priority), 1);
  }

  /** All of them, in the order in which they would be taken. */
  all(): T[] {
    const items: T[] = [];
    for (let at = this.#buckets.length; at-- > 0; ) {
      for (let item = this.#buckets[at]?.first; item !== undefined; item = item.next) items.push(item);
    }
    return items;
  }

  #bucketFor(priority: number): Bucket<T> {
    const buckets = this.#buckets;
    const at = buckets[0]?.priority === priority ? 0 : this.#search(priority);
    let bucket = buckets[at];
    if (bucket?.priority !== priority) {
      bucket = new Bucket<T>(priority);
      // In place of the empty one that was kept, if that is all there is.
      if (this.size === 0) buckets[0] = bucket;
      else buckets.splice(at, 0, bucket);
    }
    return bucket;
  }

  /** Where `priority` is, or belongs. */
  #search(priority: number): number {
    let [low, high] = [0, this.#buckets.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#buckets[middle] as Bucket<T>).priority < priority) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
