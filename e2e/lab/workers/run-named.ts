import { createRuntime, TaskError } from 'tasklens';
import { traced } from 'tasklens/bridge';

const runtime = createRuntime({ name: 'sync' });

/** A task of that name, which fails once and is retried. */
export function runNamed(name: unknown): void {
  let calls = 0;
  const body = (): string => {
    calls += 1;
    if (calls === 1) throw new TaskError('not yet', { type: 'network', retryable: true });
    return 'done';
  };
  runtime.enqueue(traced.retry(body, { retries: 1 }), { name: String(name) });
}
