import { expect, test } from 'vitest';
import type { Preview } from '../../../bridge/preview-types.ts';
import { makeError } from '../testing/tasks.ts';
import { errorChain } from './error-chain.ts';

const preview = (entries: readonly (readonly [string, Preview])[]): Preview => ({
  kind: 'error',
  class: 'TaskError',
  entries,
});

test('the chain begins with the runtime’s own digest and goes on with each cause', () => {
  const chain = errorChain(
    makeError({
      preview: preview([
        ['message', 'other words'],
        [
          'cause',
          {
            kind: 'error',
            class: 'TypeError',
            entries: [
              ['message', 'fetch failed'],
              ['cause', null],
            ],
          },
        ],
      ]),
    }),
  );
  expect(chain.map(({ name, message }) => `${name}: ${message}`)).toEqual([
    'TaskError: service unavailable',
    'TypeError: fetch failed',
    'undefined: null',
  ]);
});

test('an error whose preview is no longer held is its digest alone', () => {
  expect(errorChain(makeError())).toEqual([
    { name: 'TaskError', message: 'service unavailable', stack: undefined, fields: [] },
  ]);
});

test('a field that says what the digest says is listed once; one that differs from it is shown', () => {
  const fields = (entries: readonly (readonly [string, Preview])[]): readonly string[] =>
    errorChain(makeError({ preview: preview(entries) }))[0]?.fields.map(([name]) => name) ?? [];
  expect(
    fields([
      ['type', 'http'],
      ['retryable', true],
      ['retryAfter', { kind: 'undefined' }],
      ['code', 503],
    ]),
  ).toEqual(['code']);
  expect(
    fields([
      ['retryable', false],
      ['retryAfter', 5],
    ]),
  ).toEqual(['retryable', 'retryAfter']);
});

test('a cut stack is shown as far as it is kept', () => {
  const [first] = errorChain(
    makeError({ preview: preview([['stack', { kind: 'string', text: 'at a', size: 99_999 }]]) }),
  );
  expect(first?.stack).toBe('at a');
});
