import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPreview } from '../preview-check.ts';
import type { Preview, PreviewNode } from '../preview-types.ts';
import { previewJson } from './preview.ts';

/** Any picture must be JSON, of the agreed form. */
function draw(value: unknown): Preview {
  const parsed: unknown = JSON.parse(previewJson(value));
  if (!isPreview(parsed)) throw new Error(`not a preview: ${previewJson(value)}`);
  return parsed;
}

function node(value: unknown): PreviewNode {
  const preview = draw(value);
  if (typeof preview !== 'object' || preview === null)
    throw new Error(`expected a node, got ${JSON.stringify(preview)}`);
  return preview;
}

const entry = (preview: PreviewNode, key: string): Preview | undefined =>
  preview.entries?.find(([name]) => name === key)?.[1];

// Vitest maps stacks by a hook of its own; a page with such a hook is a case of its own below.
Reflect.deleteProperty(Error, 'prepareStackTrace');

describe('what is shown', () => {
  it.each([
    ['text', 'text'],
    ['', ''],
    [12.5, 12.5],
    [true, true],
    [null, null],
    [undefined, { kind: 'undefined' }],
    [-0, { kind: 'number', text: '-0' }],
    [Number.NaN, { kind: 'number', text: 'NaN' }],
    [Number.NEGATIVE_INFINITY, { kind: 'number', text: '-Infinity' }],
    [Symbol('s'), { kind: 'symbol', text: 'Symbol(s)' }],
    [function upload() {}, { kind: 'function', text: 'upload' }],
    [[], { kind: 'array', size: 0 }],
    [{}, { kind: 'object' }],
    [Object.create(null), { kind: 'object' }],
    ['\ud800 alone', '\ud800 alone'],
  ])('bridge 6: %s', (value, expected) => {
    expect(draw(value)).toEqual(expected);
  });

  it('D28: a BigInt shows as 10n, and a huge one costs nothing', () => {
    expect(draw(10n)).toEqual({ kind: 'bigint', text: '10n' });
    expect(draw(1n << 1_000_000n)).toEqual({ kind: 'bigint', text: '(> 4096 bits)' });
  });

  it('bridge 6: an Error with class, message, stack, cause chain and own fields', () => {
    class HttpError extends Error {
      readonly status = 503;
    }
    const error = new HttpError('busy', { cause: new TypeError('socket') });
    const shown = node(error);
    expect(shown).toMatchObject({ kind: 'error', class: 'HttpError' });
    expect(entry(shown, 'message')).toBe('busy');
    expect(entry(shown, 'status')).toBe(503);
    expect(entry(shown, 'stack')).toContain('preview.test.ts');
    expect(entry(shown, 'cause')).toMatchObject({ kind: 'error', class: 'TypeError' });
  });

  it('D35: own, inherited and accessor flags of an error: data is shown, accessors are not called', () => {
    let called = 0;
    const error = Object.defineProperty(new Error('x'), 'retryable', {
      get() {
        called++;
        throw new Error('never');
      },
    });
    expect(entry(node(error), 'retryable')).toMatchObject({ kind: 'accessor' });
    expect(entry(node(Object.assign(new Error('y'), { retryable: true })), 'retryable')).toBe(true);
    expect(called).toBe(0);
  });

  it('bridge 6: a stack for which the page would be called is left out', () => {
    let called = 0;
    const error = new Error('x');
    Error.prepareStackTrace = () => {
      called++;
      return 'page';
    };
    try {
      previewJson(new Error('y'));
      previewJson(error);
    } finally {
      Reflect.deleteProperty(Error, 'prepareStackTrace');
    }
    const own = Object.defineProperty(new Error('z'), 'stack', { get: () => called++ });
    previewJson(own);
    // In Node a stack is an own data property that V8 fills in when it is looked at; Chromium has an accessor there.
    const { get } = Object.getOwnPropertyDescriptor(new Error('z'), 'stack') ?? {};
    if (get) expect(called).toBe(0);
  });

  it('bridge 6: Map, Set, Date, RegExp, URL, Response, Request, instances', () => {
    expect(
      node(
        new Map<unknown, unknown>([
          ['a', 1],
          [{ k: 2 }, 3],
        ]),
      ),
    ).toEqual({
      kind: 'map',
      class: 'Map',
      size: 2,
      entries: [
        ['a', 1],
        [{ kind: 'object', entries: [['k', 2]] }, 3],
      ],
    });
    expect(node(new Set(['x']))).toEqual({ kind: 'set', class: 'Set', size: 1, entries: [[0, 'x']] });
    expect(node(new Date(0))).toMatchObject({ kind: 'date', class: 'Date' });
    expect(entry(node(new Date(7)), 'getTime')).toBe(7);
    expect(entry(node(/a+/gi), 'source')).toBe('a+');
    expect(entry(node(/a+/gi), 'global')).toBe(true);
    expect(entry(node(new URL('https://a.test/b?c')), 'href')).toBe('https://a.test/b?c');
    expect(entry(node(new Response('', { status: 429 })), 'status')).toBe(429);
    expect(entry(node(new Request('https://a.test/', { method: 'PUT' })), 'method')).toBe('PUT');
    expect(node(new DOMException('gone', 'AbortError'))).toMatchObject({ kind: 'error', class: 'DOMException' });
    expect(entry(node(new DOMException('gone', 'AbortError')), 'name')).toBe('AbortError');
    class Upload {
      readonly file = 'a.png';
    }
    expect(node(new Upload())).toEqual({ kind: 'object', class: 'Upload', entries: [['file', 'a.png']] });
  });

  it('bridge 6: what only claims to be a built-in is shown as the object it is', () => {
    expect(node(Object.create(Map.prototype))).toEqual({ kind: 'object', class: 'Map' });
    expect(node(Object.create(Date.prototype))).toEqual({ kind: 'object', class: 'Date' });
  });

  it('D33: a typed array shows kind, length and its first 64 bytes', () => {
    const shown = node(Uint8Array.from({ length: 100_000 }, (_, n) => n & 255));
    expect(shown).toMatchObject({ kind: 'typed-array', class: 'Uint8Array', size: 100_000 });
    expect(shown.entries).toEqual(Array.from({ length: 64 }, (_, n) => [n, n]));
    expect(shown.more).toBe(99_936);
    expect(node(Float32Array.of(1)).entries).toEqual([[0, 1]]);
    expect(node(new ArrayBuffer(8))).toMatchObject({ kind: 'typed-array', class: 'ArrayBuffer' });
  });

  it('D31 D32: cycles are marked only where real; shared references are not called cycles', () => {
    const shared = { s: 1 };
    const value: Record<string, unknown> = { a: shared, b: shared, list: [shared] };
    value.self = value;
    const shown = node(value);
    expect(entry(shown, 'self')).toEqual({ kind: 'cycle' });
    expect(entry(shown, 'b')).toEqual(entry(shown, 'a'));
    const map = new Map<unknown, unknown>();
    const set = new Set<unknown>([map]);
    map.set(set, map);
    expect(node(map).entries?.[0]?.[1]).toEqual({ kind: 'cycle' });
  });
});

describe('budgets', () => {
  it('D34: a long string shows its first part and its true length, never half a pair', () => {
    expect(draw('a'.repeat(20_000))).toEqual({ kind: 'string', text: 'a'.repeat(10_000), size: 20_000 });
    const emoji = node(`${'y'.repeat(9_999)}\u{1f600}tail`);
    expect(emoji.text).toBe('y'.repeat(9_999));
  });

  it('D31: depth 100 000 encodes, cut at 6', () => {
    let list: { next: unknown } = { next: null };
    for (let n = 0; n < 100_000; n++) list = { next: list };
    expect(JSON.stringify(draw(list)).match(/next/g)).toHaveLength(6);
  });

  it('D18: a 64 MB result is a bounded picture with its size', () => {
    expect(node('x'.repeat(64 * 1024 * 1024))).toMatchObject({ size: 67_108_864 });
    const big = Array.from({ length: 50 }, () => 'x'.repeat(1_000_000));
    expect(previewJson(big).length).toBeLessThan(400_000);
  });

  it('bridge 6: 100 entries a level, the rest counted', () => {
    expect(node(Array.from({ length: 1_000 }, (_, n) => n))).toMatchObject({ size: 1_000, more: 900 });
    expect(node(new Set(Array.from({ length: 1_000 }, (_, n) => n)))).toMatchObject({ size: 1_000, more: 900 });
    expect(node(Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`k${n}`, n])))).toMatchObject({ more: 50 });
  });

  it('D25: a wide and deep value ends within its budget of time and nodes', () => {
    const wide = (depth: number): unknown =>
      depth === 0 ? 1 : Array.from({ length: 30 }, () => ({ in: wide(depth - 1) }));
    const value = wide(3);
    previewJson(value);
    const before = performance.now();
    const json = previewJson(value);
    expect(performance.now() - before).toBeLessThan(50);
    expect(json.match(/kind/g)?.length).toBeLessThan(22_000);
  });
});

describe('the page is not run', () => {
  it('bridge 6: toJSON, accessors, valueOf and iterators are never called', () => {
    const calls: string[] = [];
    const spy = (name: string) => () => {
      calls.push(name);
    };
    for (const prototype of [Object.prototype, Array.prototype]) {
      Object.defineProperty(prototype, 'toJSON', { value: spy('toJSON'), configurable: true });
    }
    const hostile = {
      toJSON: spy('toJSON'),
      valueOf: spy('valueOf'),
      toString: spy('toString'),
      [Symbol.toPrimitive]: spy('toPrimitive'),
      [Symbol.iterator]: spy('iterator'),
      get [Symbol.toStringTag]() {
        return spy('tag')();
      },
      get value() {
        return spy('getter')();
      },
    };
    const json = previewJson([hostile, new Map([[hostile, hostile]])]);
    for (const prototype of [Object.prototype, Array.prototype]) Reflect.deleteProperty(prototype, 'toJSON');
    expect(calls).toEqual([]);
    expect(json).toContain('accessor');
  });

  it('bridge 6: prototypes that the page changed later are not ours', () => {
    const originals = [Map.prototype.entries, Array.prototype.push, String.prototype.slice, JSON.stringify] as const;
    const fail = (): never => {
      throw new Error('page code ran');
    };
    Map.prototype.entries = fail;
    Array.prototype.push = fail;
    String.prototype.slice = fail;
    JSON.stringify = fail;
    let json: string;
    try {
      json = previewJson(new Map([['a', ['b'.repeat(20_000)]]]));
    } finally {
      [Map.prototype.entries, Array.prototype.push, String.prototype.slice, JSON.stringify] = originals;
    }
    expect(JSON.parse(json)).toMatchObject({ kind: 'map', size: 1 });
  });

  it('bridge 6: a Proxy runs each trap at most once a key; one that throws gives ?', () => {
    const asked: string[] = [];
    const proxy = new Proxy(
      { a: 1, b: { c: 2 } },
      {
        get: () => {
          throw new Error('get');
        },
        ownKeys(target) {
          asked.push('keys');
          return Reflect.ownKeys(target);
        },
        getOwnPropertyDescriptor(target, key) {
          asked.push(String(key));
          return Reflect.getOwnPropertyDescriptor(target, key);
        },
        getPrototypeOf(target) {
          asked.push('prototype');
          return Reflect.getPrototypeOf(target);
        },
      },
    );
    expect(node(proxy)).toMatchObject({ kind: 'object' });
    expect(asked).toEqual(['prototype', 'keys', 'a', 'b']);
    const { proxy: revoked, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(draw({ revoked })).toEqual({ kind: 'object', entries: [['revoked', { kind: 'unreadable', text: '?' }]] });
    expect(
      draw(
        new Proxy([], {
          getOwnPropertyDescriptor: () => {
            throw new Error('no');
          },
        }),
      ),
    ).toEqual({ kind: 'unreadable', text: '?' });
  });
});

describe('anything', () => {
  it('D29: never throws, always within budget, always JSON of the agreed form', () => {
    const hostile = fc.constantFrom<(value: object) => unknown>(
      (value) =>
        new Proxy(value, {
          ownKeys: () => {
            throw new Error('keys');
          },
        }),
      (value) =>
        new Proxy(value, {
          getPrototypeOf: () => {
            throw new Error('prototype');
          },
        }),
      (value) => new Proxy(value, { getOwnPropertyDescriptor: () => undefined }),
      (value) => Object.create(value),
      (value) => [value, value],
      (value) => new Error('with', { cause: value }),
      (value) => new Map([[value, value]]),
      (value) => new WeakMap([[value, value]]),
    );
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(anything, hostile, (value, wrap) => {
        const wrapped = typeof value === 'object' && value !== null ? wrap(value) : value;
        const json = previewJson(wrapped);
        expect(json.length).toBeLessThan(600_000);
        const parsed: unknown = JSON.parse(json);
        expect(isPreview(parsed)).toBe(true);
        expect(JSON.parse(JSON.stringify(parsed))).toEqual(parsed);
      }),
      { numRuns: 500 },
    );
  });
});
