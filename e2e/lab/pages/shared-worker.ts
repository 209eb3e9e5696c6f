import { connectWorker } from 'tasklens/bridge';

declare global {
  interface Window {
    /** Has the page's worker run a task of that name. */
    runInWorker(name: string): void;
  }
}

const worker = new SharedWorker(new URL('../workers/shared.ts', import.meta.url), { type: 'module', name: 'sync' });
connectWorker(worker);
window.runInWorker = (name) => worker.port.postMessage(name);
