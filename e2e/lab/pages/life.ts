import { createRuntime } from 'tasklens';

declare global {
  interface Window {
    /** Runs so many tasks to their end. */
    runTasks(count: number, name: string): Promise<void>;
    /** Enqueues so many tasks and reloads, in one turn. */
    runAndReload(count: number): void;
    /** How often the picture of a task's `meta` was drawn: the page sees it by the traps of a proxy. */
    drawn(): number;
  }
}

const runtime = createRuntime({ name: 'life' });
let drawings = 0;
const meta = new Proxy(
  {},
  {
    ownKeys() {
      drawings++;
      return [];
    },
  },
);

window.drawn = () => drawings;
window.runTasks = async (count, name) => {
  for (let n = 1; n <= count; n++) runtime.enqueue(() => n, { name: `${name} ${n}`, meta });
  await runtime.onIdle();
};
window.runAndReload = (count) => {
  for (let n = 1; n <= count; n++) runtime.enqueue(() => n, { name: `in the last turn ${n}` });
  location.reload();
};

// Back from the back/forward cache.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void window.runTasks(1, 'persisted');
});
