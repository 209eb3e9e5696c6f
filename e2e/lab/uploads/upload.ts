import type { TaskContext, TaskFn } from 'tasklens';
import { retryAfterMs, TaskError } from 'tasklens';

/** One photo's worth of bytes; the server reads and drops them. */
const PHOTO = new Uint8Array(2048);

/**
 * Turns a response into what the queue should think of it. The server's word decides what may be tried again: 5xx is
 * its own trouble, 429 says when to come back, any other 4xx will not get better by repeating it.
 */
function failureOf(response: Response): TaskError | undefined {
  if (response.ok) return undefined;
  const message = `http ${response.status}`;
  if (response.status === 429) {
    const retryAfter = retryAfterMs(response.headers.get('retry-after'));
    return new TaskError(message, {
      type: 'http',
      retryable: true,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  }
  return new TaskError(message, { type: 'http', retryable: response.status >= 500 });
}

/** What the lab's own list shows of a task: how often its body was called. */
export type CountAttempt = (taskId: string) => void;

/**
 * An upload to the backend that fails on purpose. A network failure stays the TypeError that `fetch` throws. The key
 * makes the server count per task: it is the same in every attempt, as an idempotency key would be.
 */
export function uploadTo(route: string, count: CountAttempt): TaskFn<number> {
  return async ({ signal, task }: TaskContext) => {
    if (task) count(task.id);
    const url = new URL(route, location.origin);
    if (task) url.searchParams.set('key', task.id);
    const response = await fetch(url, { method: 'POST', body: PHOTO, signal });
    const failure = failureOf(response);
    if (failure) throw failure;
    return response.status;
  };
}
