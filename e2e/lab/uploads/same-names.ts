import { createRuntime, TaskError } from 'tasklens';

export type End = 'success' | 'error' | 'cancelled';

/** In whatever realm it is called: a runtime `uploads` with a task `1` that has come to that end, and a task `2` that runs. */
export async function uploadsOfOneName(end: End): Promise<void> {
  const runtime = createRuntime({ name: 'uploads', concurrency: 2 });
  const first = runtime.enqueue(
    ({ signal }) => {
      if (end === 'success') return 'done';
      if (end === 'error') throw new TaskError('refused');
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
    { id: '1', name: 'first' },
  );
  runtime.enqueue(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    { id: '2', name: 'second' },
  );
  if (end === 'cancelled') first.cancel('not wanted');
  await first.promise.catch(() => {});
}
