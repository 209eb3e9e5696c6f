// However many tasks, waits and timeouts share a caller's signal, it carries one listener of ours: `addEventListener` walks
// the listeners that are there (whatwg/dom), so one a task would make 100 000 tasks on one signal quadratic, and
// `AbortSignal.any` keeps its dependants alive in the long-lived source (nodejs/node#55351).

/** Who wants to hear of an abort. An object, not a closure: nothing is allocated to link one. */
export interface AbortTarget {
  onAbort(signal: AbortSignal): void;
}

/** The one listener on a signal, and those it tells. */
class Link {
  readonly signal: AbortSignal;
  readonly targets = new Set<AbortTarget>();

  constructor(signal: AbortSignal) {
    this.signal = signal;
    signal.addEventListener('abort', this, { once: true });
  }

  handleEvent(): void {
    links.delete(this.signal);
    // A target that is told may unlink others: the set is live, so those are not told any more.
    for (const target of this.targets) target.onAbort(this.signal);
    this.targets.clear();
  }
}

const links = new WeakMap<AbortSignal, Link>();

/** Tells `target` once when `signal` aborts. The signal must not be aborted yet. */
export function linkAbort(signal: AbortSignal, target: AbortTarget): void {
  let link = links.get(signal);
  if (link === undefined) {
    link = new Link(signal);
    links.set(signal, link);
  }
  link.targets.add(target);
}

/** After it `target` hears nothing; the last one takes the listener away. Harmless when it was not linked. */
export function unlinkAbort(signal: AbortSignal, target: AbortTarget): void {
  const link = links.get(signal);
  if (link?.targets.delete(target) && link.targets.size === 0) {
    links.delete(signal);
    signal.removeEventListener('abort', link);
  }
}
