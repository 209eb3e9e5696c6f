import type { TaskContext } from 'tasklens';
import { CancelledError, TaskError, withTimeout } from 'tasklens';

/** What a body throws, by a short name that stands in a link. */
export const FAILURES = {
  error: "new Error('x')",
  final: "new TaskError('connection refused')",
  network: "new TaskError('…', { type: 'network' })",
  retryable: "new TaskError('…', { retryable: true })",
  limited: "new TaskError('429', { retryable: true, retryAfter: 250 })",
  timeout: 'a TimeoutError (withTimeout)',
  cancelled: 'new CancelledError()',
  text: "the string 'boom'",
} as const;

export type FailureName = keyof typeof FAILURES;
export const FAILURE_NAMES = Object.keys(FAILURES) as FailureName[];

/** Fails as asked. Never returns. */
export async function fail(name: FailureName, ctx: TaskContext): Promise<never> {
  switch (name) {
    case 'error':
      throw new Error('x');
    case 'final':
      throw new TaskError('connection refused');
    case 'network':
      throw new TaskError('connection refused', { type: 'network' });
    case 'retryable':
      throw new TaskError('connection refused', { retryable: true });
    case 'limited':
      throw new TaskError('too many requests', { type: '429', retryable: true, retryAfter: 250 });
    case 'cancelled':
      throw new CancelledError();
    case 'text':
      throw 'boom';
    case 'timeout':
      await withTimeout(({ clock, signal }) => clock?.sleep(60_000, signal), 20)(ctx);
      throw new Error('expected the timeout to have thrown');
  }
}

/** The name under which an error is known, as the panel shows it. */
export function nameOfError(error: unknown): string {
  return error instanceof Error ? error.name : `thrown ${typeof error}`;
}
