import { isRetryable, read } from './errors.ts';
import type { ErrorDigest } from './hub.ts';

/** Under it an error says that it was injected. For all copies of the library on a page. */
export const INJECTED: unique symbol = Symbol.for('tasklens.injected');

/** Code units of a message that a record keeps. */
const MAX_MESSAGE = 1024;

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? cut(value) : undefined;
}

/** Never inside a surrogate pair. */
function cut(value: string): string {
  if (value.length <= MAX_MESSAGE) return value;
  const last = value.charCodeAt(MAX_MESSAGE - 1);
  return value.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_MESSAGE - 1 : MAX_MESSAGE);
}

function shown(value: unknown): string {
  try {
    return cut(String(value));
  } catch {
    return '?';
  }
}

/** What a record keeps of an error: no object of the app, and never a throw. */
export function digestError(error: unknown): ErrorDigest {
  const kind = error === null ? 'null' : typeof error;
  const isObject = kind === 'object' || kind === 'function';
  const className = isObject ? (text(read(read(error, 'constructor'), 'name')) ?? '') : kind;
  const type = text(read(error, 'type'));
  const retryAfter = read(error, 'retryAfter');
  return {
    name: (isObject && text(read(error, 'name'))) || className || kind,
    message: isObject ? (text(read(error, 'message')) ?? '') : shown(error),
    class: className || kind,
    retryable: isRetryable(error),
    ...(type === undefined ? {} : { type }),
    ...(typeof retryAfter === 'number' ? { retryAfter } : {}),
    ...(read(error, INJECTED) === true ? { injected: true } : {}),
  };
}
