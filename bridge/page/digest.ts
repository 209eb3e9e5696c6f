import type { ErrorDigest } from '../../runtime/hub.ts';
import { classInfo } from './describe.ts';
import { getter, ownData, symbolText } from './primordials.ts';
import { cutText } from './text.ts';

/** UTF-16 units of a message, as the runtime's own records keep them. */
const MAX_MESSAGE = 1_024;
const MAX_NAME = 200;

/**
 * What a row needs of whatever was thrown, read without running page code. `retryable` is what the runtime's classifier said:
 * it is not read again.
 */
export function digestOf(thrown: unknown, retryable: boolean): ErrorDigest {
  try {
    if (typeof thrown === 'object' && thrown !== null) return ofObject(thrown, retryable);
  } catch {
    return { name: '?', message: '?', class: '?', retryable };
  }
  const kind = typeof thrown;
  const message = typeof thrown === 'string' ? cutText(thrown, MAX_MESSAGE) : leafText(thrown);
  return { name: thrown === null ? 'null' : kind, message, class: thrown === null ? 'null' : kind, retryable };
}

function ofObject(thrown: object, retryable: boolean): ErrorDigest {
  const info = classInfo(thrown);
  const platform = info?.base === 'DOMException' ? domException(thrown) : undefined;
  const className = cutText(info?.name || 'object', MAX_NAME);
  const name = text(platform?.name ?? ownData(thrown, 'name'), MAX_NAME) ?? info?.inheritedName ?? className;
  const type = text(ownData(thrown, 'type'), MAX_NAME);
  const retryAfter = ownData(thrown, 'retryAfter');
  return {
    name,
    message: text(platform?.message ?? ownData(thrown, 'message'), MAX_MESSAGE) ?? '',
    class: className,
    retryable,
    ...(type === undefined ? {} : { type }),
    ...(typeof retryAfter === 'number' && retryAfter - retryAfter === 0 ? { retryAfter } : {}),
  };
}

function text(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' ? cutText(value, longest) : undefined;
}

/** As a preview shows a value that is no object: `10n`, `Symbol(x)`, `undefined`. */
function leafText(value: unknown): string {
  switch (typeof value) {
    case 'symbol':
      return cutText(symbolText(value), MAX_MESSAGE);
    case 'function':
      return text(ownData(value, 'name'), MAX_NAME) ?? 'function';
    case 'bigint':
      return `${value}n`;
    default:
      return `${value}`;
  }
}

const { DOMException: Dom } = globalThis;
const domName = getter(Dom?.prototype, 'name');
const domMessage = getter(Dom?.prototype, 'message');

/** Name and message are the platform's accessors there; undefined for what only claims to be one. */
function domException(value: object): { readonly name: unknown; readonly message: unknown } | undefined {
  try {
    return { name: domName?.(value), message: domMessage?.(value) };
  } catch {
    return undefined;
  }
}
