import { connectWorker } from 'tasklens/bridge';
import { uploadsOfOneName } from '../uploads/same-names.ts';

declare global {
  interface Window {
    /** What the worker's own listener heard, and it answered. */
    heardByWorker: unknown;
  }
}

function frame(origin: string, part: string): void {
  const element = document.createElement('iframe');
  element.src = `${origin}${location.pathname}?part=${part}`;
  document.body.append(element);
}

/** The same server under another name is another origin. */
const elsewhere = (): string => location.origin.replace('127.0.0.1', 'localhost');

const part = new URLSearchParams(location.search).get('part') ?? 'top';
if (part === 'same') void uploadsOfOneName('error');
else if (part === 'cross') void uploadsOfOneName('cancelled');
else {
  void uploadsOfOneName('success');
  frame(location.origin, 'same');
  frame(elsewhere(), 'cross');
  const worker = new Worker(new URL('../workers/dedicated.ts', import.meta.url), { type: 'module' });
  connectWorker(worker);
  worker.onmessage = ({ data }) => {
    window.heardByWorker = data;
  };
  worker.postMessage('what did you hear?');
}
