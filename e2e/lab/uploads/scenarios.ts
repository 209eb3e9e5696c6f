import type { TaskFn } from 'tasklens';
import { exponentialBackoff } from 'tasklens';
import { traced } from 'tasklens/bridge';
import type { CountAttempt } from './upload.ts';
import { uploadTo } from './upload.ts';

/** One way an upload can go, as a button and as `?run=id`. */
export interface Scenario {
  readonly id: string;
  readonly label: string;
  readonly taskName: string;
  readonly body: (count: CountAttempt) => TaskFn<number>;
}

// A doubling wait with equal jitter: each lies in the upper half of its range, so that it can be seen in the panel.
const backoff = exponentialBackoff({ base: 400, cap: 5_000, jitter: 'equal' });

export const SCENARIOS: readonly Scenario[] = [
  {
    id: 'upload',
    label: 'Upload a photo that fails twice',
    taskName: 'upload photo',
    body: (count) => traced.retry(uploadTo('/flaky?fail=2', count), { retries: 2, delay: backoff, label: 'upload' }),
  },
  {
    id: 'limited',
    label: '429 with Retry-After',
    taskName: 'upload, rate limited',
    // No delay of our own: the wait is the one that the server asked for.
    body: (count) => traced.retry(uploadTo('/429?after=1', count), { retries: 2, label: 'rate limited' }),
  },
  {
    id: 'limited-date',
    label: '429 with a date',
    taskName: 'upload, limited to a date',
    body: (count) => traced.retry(uploadTo('/429?after=1&form=date', count), { retries: 2, label: 'rate limited' }),
  },
  {
    id: 'slow',
    label: 'slow (times out)',
    taskName: 'upload, slow line',
    body: (count) => traced.withTimeout(uploadTo('/slow?ms=10000', count), 800, { label: 'upload budget' }),
  },
  {
    id: 'refused',
    label: '400 (not retryable)',
    taskName: 'upload a broken photo',
    body: (count) => traced.retry(uploadTo('/400', count), { retries: 2, delay: backoff }),
  },
  {
    id: 'failing',
    label: 'always fails (retryable)',
    taskName: 'upload, server down',
    body: (count) => traced.retry(uploadTo('/500', count), { retries: 2, delay: exponentialBackoff({ base: 100 }) }),
  },
  {
    id: 'fallback',
    label: 'falls back to a smaller photo',
    taskName: 'upload, else smaller',
    body: (count) =>
      traced.withFallback(
        traced.retry(uploadTo('/500', count), { retries: 1, delay: exponentialBackoff({ base: 100 }) }),
        uploadSmaller(count),
      ),
  },
];

/** The fallback: another upload, of less, to a server that takes it. */
function uploadSmaller(count: CountAttempt): TaskFn<number> {
  return uploadTo('/ok', count);
}
