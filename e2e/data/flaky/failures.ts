import { TaskError } from 'tasklens';
import type { Random } from './random.ts';

/** What can go wrong in the made-up app. Each has a stack of its own, as an app's would, and nothing of this machine in it. */
export type Failure =
  | 'unavailable'
  | 'unreachable'
  | 'rate-limit'
  | 'refused'
  | 'invalid'
  | 'forbidden'
  | 'missing'
  | 'bug';

const CALLERS = ['upload', 'sync', 'search', 'report', 'charge'] as const;

/** 8 kinds × 5 callers: 40 distinct stacks. */
export function failure(kind: Failure, random: Random): Error {
  const error = make(kind, random);
  const caller = random.pick(CALLERS);
  const line = 10 + kind.length * CALLERS.length + CALLERS.indexOf(caller);
  const frames = [
    `at ${caller} (https://shop.example/assets/${caller}.js:${line}:17)`,
    'at async retryOf (https://shop.example/assets/vendor.js:88:22)',
    'at async run (https://shop.example/assets/vendor.js:140:9)',
  ];
  error.stack = `${error.name}: ${error.message}\n    ${frames.join('\n    ')}`;
  return error;
}

function make(kind: Failure, random: Random): Error {
  switch (kind) {
    case 'unavailable':
      return new TaskError('503 Service Unavailable', { type: 'http', retryable: true });
    case 'unreachable':
      return new TypeError('Failed to fetch');
    case 'rate-limit':
      return new TaskError('429 Too Many Requests', {
        type: 'rate-limit',
        retryable: true,
        retryAfter: 1000 * random.whole(2, 4),
      });
    case 'refused':
      // Whoever wrote this forgot to say `retryable`.
      return new TaskError('connect ECONNREFUSED', { type: 'network' });
    case 'invalid':
      return new TaskError('422 the file has no extension', { type: 'validation' });
    case 'forbidden':
      // A plain error counts as retryable, though trying again gives no permission.
      return new Error('403 Forbidden: not your album');
    case 'missing':
      return new Error('404 Not Found: /reports/latest');
    case 'bug':
      return new TypeError("Cannot read properties of undefined (reading 'etag')");
  }
}
