import type { TaskFn } from 'tasklens';
import { exponentialBackoff } from 'tasklens';
import { traced } from 'tasklens/bridge';
import type { Line } from './upload.ts';
import { streamFrom, uploadTo } from './upload.ts';

/** One way an upload can go, as a button and as `?run=id`. */
export interface Scenario {
  readonly id: string;
  readonly label: string;
  readonly taskName: string;
  readonly body: (line: Line) => TaskFn<number>;
}

// A doubling wait with equal jitter: each lies in the upper half of its range, so that it can be seen in the panel.
const backoff = exponentialBackoff({ base: 400, cap: 5_000, jitter: 'equal' });

export const SCENARIOS: readonly Scenario[] = [
  {
    id: 'upload',
    label: 'Upload a photo that fails twice',
    taskName: 'upload photo',
    body: (line) => traced.retry(uploadTo('/flaky?fail=2', line), { retries: 2, delay: backoff, label: 'upload' }),
  },
  {
    id: 'limited',
    label: '429 with Retry-After',
    taskName: 'upload, rate limited',
    // No delay of our own: the wait is the one that the server asked for.
    body: (line) => traced.retry(uploadTo('/429?after=1', line), { retries: 2, label: 'rate limited' }),
  },
  {
    id: 'limited-date',
    label: '429 with a date',
    taskName: 'upload, limited to a date',
    body: (line) => traced.retry(uploadTo('/429?after=1&form=date', line), { retries: 2, label: 'rate limited' }),
  },
  {
    id: 'slow',
    label: 'slow (times out)',
    taskName: 'upload, slow line',
    body: (line) => traced.withTimeout(uploadTo('/slow?ms=10000', line), 800, { label: 'upload budget' }),
  },
  {
    id: 'refused',
    label: '400 (not retryable)',
    taskName: 'upload a broken photo',
    body: (line) => traced.retry(uploadTo('/400', line), { retries: 2, delay: backoff }),
  },
  {
    id: 'failing',
    label: 'always fails (retryable)',
    taskName: 'upload, server down',
    body: (line) => traced.retry(uploadTo('/500', line), { retries: 2, delay: exponentialBackoff({ base: 100 }) }),
  },
  {
    id: 'fallback',
    label: 'falls back to a smaller photo',
    taskName: 'upload, else smaller',
    body: (line) =>
      traced.withFallback(
        traced.retry(uploadTo('/500', line), { retries: 1, delay: exponentialBackoff({ base: 100 }) }),
        uploadSmaller(line),
      ),
  },
  {
    id: 'chunks',
    label: 'an answer in chunks',
    taskName: 'upload in chunks',
    // The whole takes longer than the budget, which is one of silence.
    body: (line) => traced.withActivityTimeout(streamFrom('/chunks?n=6&every=150', line), 600, { label: 'silence' }),
  },
  {
    id: 'stalled',
    label: 'chunks that stall',
    taskName: 'upload, stalled',
    body: (line) =>
      traced.withActivityTimeout(streamFrom('/chunks?n=6&every=150&stall=3', line), 600, { label: 'silence' }),
  },
  {
    id: 'offline',
    label: 'offline, then back',
    taskName: 'upload, line cut',
    // What `fetch` throws without an answer is a TypeError, which is retryable as any plain error is.
    body: (line) => traced.retry(uploadTo('/cut?times=2', line), { retries: 3, delay: backoff, label: 'offline' }),
  },
];

/** The fallback: another upload, of less, to a server that takes it. */
function uploadSmaller(line: Line): TaskFn<number> {
  return uploadTo('/ok', line);
}
