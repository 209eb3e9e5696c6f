import { createRuntime, TaskError } from 'tasklens';
import { traced } from 'tasklens/bridge';
import { forgeEvents, forgeMessages, POSTED } from './forge.ts';

declare global {
  interface Window {
    /** What the page's first script kept of every message event. */
    readonly heard: readonly { readonly origin: string; readonly trusted: boolean; readonly data: string }[];
    /** Of the forging: how many messages each forger posted, and what of ours took any of it. */
    forged?: { readonly posted: number; readonly taken: readonly string[] };
  }
}

const runtime = createRuntime({ name: 'listening', concurrency: 2 });
const button = (id: string, onClick: () => void): void => {
  document.getElementById(id)?.addEventListener('click', onClick);
};

button('run', () => {
  const body = (): never => {
    throw new TaskError('refused', { type: 'network', retryable: true });
  };
  runtime.enqueue(traced.retry(body, { retries: 1, delay: 20 }), { name: 'work while someone listens' });
});

// The real task '1', which runs for as long as the test wants.
let end = (): void => {};
button('start', () => {
  const body = (): Promise<void> =>
    new Promise((resolve) => {
      end = resolve;
    });
  runtime.enqueue(body, { id: '1', name: 'real task' });
});
button('end', () => end());

button('forge', () => {
  // The same server under its other name is another origin.
  const elsewhere = `${location.protocol}//localhost:${location.port}/pages/forger.html`;
  const frame = document.createElement('iframe');
  frame.src = elsewhere;
  document.body.append(frame);
  open(elsewhere);
  forgeMessages(window);
  window.forged = { posted: POSTED, taken: forgeEvents() };
});
