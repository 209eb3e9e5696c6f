import { createRuntime, TaskError } from 'tasklens';
import { traced } from 'tasklens/bridge';

const runtime = createRuntime({ name: 'listening' });
document.getElementById('run')?.addEventListener('click', () => {
  const body = (): never => {
    throw new TaskError('refused', { type: 'network', retryable: true });
  };
  runtime.enqueue(traced.retry(body, { retries: 1, delay: 20 }), { name: 'work while someone listens' });
});

/** What a hostile or careless page might post, in the hope that a tool takes it for its own. */
const FORGED: readonly unknown[] = [
  null,
  undefined,
  0,
  'tasklens',
  '{"type":"task:done"}',
  [],
  {},
  { tasklens: 1 },
  { source: 'tasklens', type: 'task:registered', runtimeId: 'forged', seq: 1, at: 0, id: 'forged', name: 'forged' },
  { type: 'batch', session: 'forged', events: [{ type: 'task:registered', id: 'forged', name: 'forged' }] },
];

document.getElementById('forge')?.addEventListener('click', () => {
  for (const message of FORGED) {
    window.postMessage(message, '*');
    const { port1 } = new MessageChannel();
    window.postMessage(message, '*', [port1]);
  }
  // Forged events and ports by the names that our own handover might go by.
  for (const type of ['tasklens', 'tasklens:handover', 'tasklens:ready']) {
    const { port2 } = new MessageChannel();
    window.dispatchEvent(new MessageEvent(type, { data: 'forged', ports: [port2], cancelable: true }));
    document.dispatchEvent(new CustomEvent(type, { detail: { forged: true } }));
  }
});
