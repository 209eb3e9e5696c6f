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

/** Where the uploads go, and who is told of each call of a body. */
export interface Line {
  readonly origin: string;
  readonly count: (taskId: string) => void;
}

async function send(route: string, { origin, count }: Line, { signal, task }: TaskContext): Promise<Response> {
  if (task) count(task.id);
  const url = new URL(route, origin);
  // The key makes the server count per task: it is the same in every attempt, as an idempotency key would be.
  if (task) url.searchParams.set('key', task.id);
  const response = await fetch(url, { method: 'POST', body: PHOTO, signal });
  const failure = failureOf(response);
  if (failure) throw failure;
  return response;
}

/** An upload to the backend that fails on purpose. A network failure stays the TypeError that `fetch` throws. */
export function uploadTo(route: string, line: Line): TaskFn<number> {
  return async (ctx) => {
    const response = await send(route, line, ctx);
    // To its end: an answer whose rest never comes is no success.
    await response.arrayBuffer();
    return response.status;
  };
}

/** The same with an answer that comes in chunks, each of them a sign of life. Returns the bytes that came. */
export function streamFrom(route: string, line: Line): TaskFn<number> {
  return async (ctx) => {
    const { body } = await send(route, line, ctx);
    if (body === null) throw new TaskError('an answer without a body', { type: 'http' });
    let bytes = 0;
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return bytes;
      bytes += value.length;
      ctx.resetTimeout();
      ctx.progress({ bytes });
    }
  };
}
