// What the runtime's own tests share. Not part of the `./testing` entry.
import type { Runtime, RuntimeEvent, TaskContext } from '../index.ts';

/** A context as a unit test of an app would make it: only a signal. */
export function bare(signal: AbortSignal = new AbortController().signal): { readonly signal: AbortSignal } {
  return { signal };
}

/** Everything a runtime says from now on. */
export function listen(runtime: Runtime): RuntimeEvent[] {
  const events: RuntimeEvent[] = [];
  runtime.events.on('*', (event) => events.push(event));
  return events;
}

/** `type state?` of each event, for short comparisons. */
export function story(events: readonly RuntimeEvent[]): string[] {
  return events.map((event) => (event.type === 'task:done' ? `${event.type} ${event.state}` : event.type));
}

/** The one `task:done` among events. */
export function doneOf(events: readonly RuntimeEvent[], id?: string): Extract<RuntimeEvent, { type: 'task:done' }> {
  const done = events
    .filter((event) => event.type === 'task:done')
    .filter((event) => id === undefined || event.id === id);
  const [only, second] = done;
  if (only === undefined || second !== undefined) throw new Error(`Expected one task:done, got ${done.length}`);
  return only;
}

/** What a promise rejects with; a promise that resolves is a failure. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('Expected a rejection');
}

/** Lets promises settle, without a clock. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A body that takes `ms` of the runtime's clock and exits at once when it is aborted. */
export function cooperative<T>(ms: number, value: T): (ctx: TaskContext) => Promise<T> {
  return async ({ clock, signal }) => {
    await clock?.sleep(ms, signal);
    return value;
  };
}

/** A body that takes `ms` of the runtime's clock, whatever its signal says. */
export function stubborn<T>(ms: number, value: T): (ctx: TaskContext) => Promise<T> {
  return async ({ clock }) => {
    await clock?.sleep(ms);
    return value;
  };
}

/** Counts the listeners for `abort` that are on a signal now. */
export function countListeners(signal: AbortSignal): { readonly added: number; readonly live: number } {
  let added = 0;
  const live = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: EventListenerOrEventListenerObject, options?: unknown) => {
    added++;
    live.add(listener);
    add(type, listener, options as AddEventListenerOptions);
  };
  signal.removeEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
    live.delete(listener);
    remove(type, listener);
  };
  return {
    get added() {
      return added;
    },
    get live() {
      return signal.aborted ? 0 : live.size;
    },
  };
}
