import { check, FUNCTION, wrong } from './check.ts';
import type { RuntimeEvent, RuntimeEventType } from './events.ts';
import { report, watchRejection } from './report.ts';

/** The event of one type, or any event for `'*'`. */
export type EventOf<K extends RuntimeEventType | '*'> = K extends '*'
  ? RuntimeEvent
  : Extract<RuntimeEvent, { type: K }>;

/** What an app sees of a bus. */
export interface RuntimeEvents {
  /**
   * Calls `listener` for each event of `type`, or for every event with `'*'`, in the order of `seq`. Returns what stops it; after that
   * it hears nothing. A listener that throws changes nothing: the error goes to `reportError`.
   *
   * @example
   * ```ts
   * const off = runtime.events.on('task:done', ({ id, state }) => console.log(id, state));
   * off();
   * ```
   */
  on<K extends RuntimeEventType | '*'>(type: K, listener: (event: EventOf<K>) => void): () => void;
}

/** One listener's hold on a bus; it does not hold the bus. */
export interface Subscription {
  readonly types: readonly RuntimeEventType[];
  listener: ((event: RuntimeEvent) => void) | undefined;
}

const NONE: readonly Subscription[] = [];

function call({ listener }: Subscription, event: RuntimeEvent): void {
  if (listener === undefined) return;
  try {
    const result: unknown = listener(event);
    if (typeof result === 'object') watchRejection(result);
  } catch (error) {
    report(error);
  }
}

/**
 * One runtime's events. Listeners are kept by type, in arrays that are replaced, never changed, so that one may come or go while an
 * event is on its way. An event emitted by a listener is delivered at once, after the one on its way has reached everybody: each
 * listener sees `seq` in order.
 */
export class EventBus implements RuntimeEvents {
  /** The number of the last event, seen or not. */
  seq = 0;
  /** Nobody listens to anything. */
  silent = true;
  readonly #byType: Record<RuntimeEventType, readonly Subscription[]> = {
    'runtime:created': NONE,
    'runtime:changed': NONE,
    'runtime:idle': NONE,
    'task:registered': NONE,
    'task:started': NONE,
    'task:injected': NONE,
    'task:progress': NONE,
    'task:cancel-requested': NONE,
    'task:done': NONE,
  };
  // The delivery under way: a nested emit finishes it first.
  #event: RuntimeEvent | undefined;
  #targets: readonly Subscription[] = NONE;
  #next = 0;

  on<K extends RuntimeEventType | '*'>(type: K, listener: (event: EventOf<K>) => void): () => void {
    const subscription = this.subscribe(type, listener);
    return () => this.unsubscribe(subscription);
  }

  subscribe<K extends RuntimeEventType | '*'>(type: K, listener: (event: EventOf<K>) => void): Subscription {
    if (type !== '*' && !Object.hasOwn(this.#byType, type))
      throw wrong('type', "an event type or '*'", type, RangeError);
    check('listener', listener, FUNCTION);
    const types = (type === '*' ? Object.keys(this.#byType) : [type]) as RuntimeEventType[];
    // Only events of `type` reach the listener: it is put into that list, or into all for '*'.
    const subscription: Subscription = { types, listener: listener as (event: RuntimeEvent) => void };
    for (const one of types) this.#byType[one] = [...this.#byType[one], subscription];
    this.silent = false;
    return subscription;
  }

  unsubscribe(subscription: Subscription): void {
    subscription.listener = undefined;
    for (const one of subscription.types) {
      this.#byType[one] = this.#byType[one].filter((other) => other !== subscription);
    }
    this.silent = Object.values(this.#byType).every((list) => list.length === 0);
  }

  /** Whether an event of `type` would be seen: nothing is built for one that would not. */
  wants(type: RuntimeEventType): boolean {
    return !this.silent && this.#byType[type].length > 0;
  }

  emit(event: RuntimeEvent): void {
    if (this.silent) return;
    if (this.#event !== undefined) this.#deliver(this.#event);
    const targets = this.#byType[event.type];
    const [only] = targets;
    if (only !== undefined && targets.length === 1) {
      // Nobody else waits for it: nothing has to be kept for a nested emit.
      call(only, event);
      return;
    }
    this.#event = event;
    this.#targets = targets;
    this.#next = 0;
    this.#deliver(event);
  }

  /** Goes on with the event on its way; a listener that emits does so inside of it, and finds nothing left to do here. */
  #deliver(event: RuntimeEvent): void {
    while (this.#event === event && this.#next < this.#targets.length) {
      call(this.#targets[this.#next++] as Subscription, event);
    }
    if (this.#event === event) this.#event = undefined;
  }
}
