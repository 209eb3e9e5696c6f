import { createRuntime } from 'tasklens';

/** What a load was, counted by the page itself. Times are epoch ms. */
export interface LoadDone {
  readonly tasks: number;
  /** Registered, started and done of each task, heard on the runtime's own bus. */
  readonly events: number;
  readonly startedAt: number;
  readonly endedAt: number;
}

declare global {
  interface Window {
    /** Runs no-op tasks at that rate of events, three a task, evenly, until so many tasks have ended. */
    load(tasks: number, eventsPerSecond: number): Promise<LoadDone>;
  }
}

const runtime = createRuntime({ name: 'load', concurrency: 10 });
const now = (): number => performance.timeOrigin + performance.now();

/** The next turn of the event loop: timers would be clamped to 4 ms. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

window.load = async (tasks, eventsPerSecond) => {
  let events = 0;
  const off = runtime.events.on('*', ({ type }) => {
    if (type.startsWith('task:')) events++;
  });
  const startedAt = now();
  let enqueued = 0;
  while (enqueued < tasks) {
    const due = Math.min(tasks, Math.ceil(((now() - startedAt) * eventsPerSecond) / 3000));
    for (; enqueued < due; enqueued++) runtime.enqueue(() => undefined, { name: 'no-op' });
    await turn();
  }
  await runtime.onIdle();
  off();
  return { tasks, events, startedAt, endedAt: now() };
};
