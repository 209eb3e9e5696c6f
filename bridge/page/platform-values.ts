import { apply, type Getter, getOwnPropertyDescriptor, getter, hasOwn, method, quote } from './primordials.ts';
import { cutText } from './text.ts';

// Values that only the platform can read: through its own getters, each of which checks the brand of what it is given and
// throws otherwise. Some of these classes are absent in a worker or in Node.

const LONGEST = 10_000;
const FIRST_BYTES = 64;

const { isNaN: isNotANumber } = Number;
const toLower = String.prototype.toLowerCase;
const lower = (text: string): string => apply(toLower, text, []);

function prototypeOf(name: string): object | undefined {
  const found: unknown = Reflect.get(globalThis, name);
  const prototype: unknown = typeof found === 'function' ? found.prototype : undefined;
  return typeof prototype === 'object' && prototype !== null ? prototype : undefined;
}

type Named = readonly (readonly [key: string, get: Getter | undefined])[];

function getters(name: string, keys: readonly string[]): Named {
  const prototype = prototypeOf(name);
  return keys.map((key) => [key, getter(prototype, key)]);
}

const getTime = method(Date.prototype, 'getTime');
const toIso = method(Date.prototype, 'toISOString');
const source = getter(RegExp.prototype, 'source');
const flags = getters('RegExp', ['hasIndices', 'global', 'ignoreCase', 'multiline', 'dotAll', 'unicode', 'sticky']);
const typedArray = Reflect.getPrototypeOf(Uint8Array.prototype) ?? undefined;
const length = getter(typedArray, 'length');
const buffer = getter(typedArray, 'buffer');
const byteOffset = getter(typedArray, 'byteOffset');
const byteLength = getter(typedArray, 'byteLength');
const bufferLength = getter(ArrayBuffer.prototype, 'byteLength');
const Bytes = Uint8Array;

const described: Readonly<Record<string, Named>> = {
  URL: getters('URL', ['href']),
  Response: getters('Response', ['status', 'statusText', 'url']),
  Request: getters('Request', ['method', 'url']),
  Event: getters('Event', ['type']),
  DOMException: getters('DOMException', ['name', 'message']),
};
const nodeName = getter(prototypeOf('Node'), 'nodeName');
const elementId = getter(prototypeOf('Element'), 'id');
const elementClass = getter(prototypeOf('Element'), 'className');

/** A built-in that is shown by what it says of itself; undefined when it has not the brand its prototype claims. */
export function platformJson(value: object, base: string, named: string): string | undefined {
  try {
    switch (base) {
      case 'Date': {
        const time = getTime?.(value);
        return json('date', named, isNotANumber(time) ? 'Invalid Date' : toIso?.(value));
      }
      case 'RegExp': {
        let letters = '';
        for (let i = 0; i < flags.length; i++) if (flags[i]?.[1]?.(value)) letters += 'dgimsuy'[i];
        return json('regexp', named, `/${source?.(value)}/${letters}`);
      }
      case 'TypedArray':
        return bytesJson(named, length?.(value), buffer?.(value), byteOffset?.(value), byteLength?.(value));
      case 'ArrayBuffer':
        return bytesJson(named, bufferLength?.(value), value, 0, bufferLength?.(value));
      case 'Node':
        return json('dom', '', domText(value));
      case 'Promise':
      case 'Window':
        return `{"kind":"object"${named}}`;
      default: {
        const entries = platformEntries(value, base);
        return entries && `{"kind":"${lower(base)}"${named},"entries":[${entries}]}`;
      }
    }
  } catch {
    return undefined;
  }
}

/** Entries of a preview: the platform's own fields of a URL, Response, Request, Event or DOMException. */
export function platformEntries(value: object, base: string): string {
  const fields = described[base] ?? [];
  let entries = '';
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i];
    const read = field?.[1]?.(value);
    if (!field || (typeof read !== 'string' && typeof read !== 'number')) continue;
    entries += `${entries && ','}["${field[0]}",${typeof read === 'string' ? quote(cutText(read, LONGEST)) : read}]`;
  }
  return entries;
}

function json(kind: string, named: string, text: unknown): string {
  return `{"kind":"${kind}"${named},"text":${quote(cutText(typeof text === 'string' ? text : '', LONGEST))}}`;
}

function bytesJson(named: string, size: unknown, held: unknown, from: unknown, bytes: unknown): string | undefined {
  if (typeof size !== 'number' || typeof from !== 'number' || typeof bytes !== 'number') return undefined;
  if (!isBuffer(held)) return `{"kind":"typed-array"${named},"size":${size}}`;
  const view = new Bytes(held, from, bytes < FIRST_BYTES ? bytes : FIRST_BYTES);
  let text = '';
  for (let i = 0; i < FIRST_BYTES && i < bytes; i++) text += `${i > 0 ? ' ' : ''}${hex(view[i] ?? 0)}`;
  return `{"kind":"typed-array"${named},"size":${size},"text":"${text}"${bytes > FIRST_BYTES ? `,"more":${bytes - FIRST_BYTES}` : ''}}`;
}

/** What a brand-checking getter gave is one, or else a shared one, whose bytes are not looked at. */
function isBuffer(held: unknown): held is ArrayBuffer {
  return typeof held === 'object' && held !== null && bufferLength?.(held) !== undefined;
}

const HEX = '0123456789abcdef';
const hex = (byte: number): string => `${HEX[byte >> 4]}${HEX[byte & 15]}`;

function domText(node: object): string {
  const name = nodeName?.(node);
  if (typeof name !== 'string') return '';
  let text = lower(name);
  try {
    const id = elementId?.(node);
    const classes = elementClass?.(node);
    if (typeof id === 'string' && id !== '') text += `#${id}`;
    if (typeof classes === 'string' && classes !== '') text += `.${classes}`;
    return `<${text}>`;
  } catch {
    // A node that is no element.
    return text;
  }
}

const readers = {
  Map: {
    size: getter(Map.prototype, 'size'),
    iterate: method(Map.prototype, 'entries'),
    step: stepOf(new Map().entries()),
  },
  Set: {
    size: getter(Set.prototype, 'size'),
    iterate: method(Set.prototype, 'values'),
    step: stepOf(new Set().values()),
  },
};

function stepOf(iterator: object): Getter | undefined {
  return method(Reflect.getPrototypeOf(iterator) ?? undefined, 'next');
}

/** The first of what a Map or Set holds; undefined for what is neither. */
export function collected(
  value: object,
  base: 'Map' | 'Set',
  most: number,
): { readonly size: number; readonly items: readonly unknown[] } | undefined {
  const { size, iterate, step } = readers[base];
  try {
    const total = size?.(value);
    const iterator = iterate?.(value);
    if (typeof total !== 'number' || typeof iterator !== 'object' || iterator === null) return undefined;
    const items: unknown[] = [];
    for (let i = 0; i < total && i < most; i++) {
      const result = step?.(iterator);
      if (typeof result === 'object' && result !== null && 'value' in result) items[i] = result.value;
    }
    return { size: total, items };
  } catch {
    return undefined;
  }
}

// V8 gives each error an own accessor for its stack, one getter for all errors of a realm; others have it on the prototype.
const ErrorClass = Error;
const ownStack = getOwnPropertyDescriptor(new Error(), 'stack')?.get;
const inheritedStack = getter(Error.prototype, 'stack');

/**
 * An error's stack, unless the page would run for it: where the page has its own accessor, or has asked V8 to call it for
 * each stack (`Error.prepareStackTrace`), it is `undefined`.
 */
export function stackOf(error: object): string | undefined {
  try {
    const own = getOwnPropertyDescriptor(error, 'stack');
    const prepared = getOwnPropertyDescriptor(ErrorClass, 'prepareStackTrace');
    let stack: unknown;
    if (own && hasOwn(own, 'value')) stack = own.value;
    else if (prepared && (!hasOwn(prepared, 'value') || prepared.value !== undefined)) return undefined;
    else if (own?.get) stack = own.get === ownStack ? apply(own.get, error, []) : undefined;
    else stack = inheritedStack?.(error);
    return typeof stack === 'string' ? stack : undefined;
  } catch {
    return undefined;
  }
}
