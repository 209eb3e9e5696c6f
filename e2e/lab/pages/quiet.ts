import { createRuntime } from 'tasklens';

declare global {
  interface Window {
    /** How many values of this page were asked about, to be written down for a viewer. */
    written: number;
    /** A task that ends at once. */
    runTask(name: string): Promise<void>;
  }
}

window.written = 0;
const redact = (_path: string, value: unknown): unknown => {
  window.written += 1;
  return value;
};
const runtime = createRuntime({ name: 'quiet', devtools: { redact } });
window.runTask = async (name) => {
  await runtime.enqueue(() => 'done', { name, meta: { of: name } }).promise;
};
