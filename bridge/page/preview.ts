import type { Redact } from '../../runtime/hub.ts';
import { classOf } from './built-ins.ts';
import { itemsOf, stackOf } from './contents.ts';
import type { Manner } from './encode.ts';
import {
  asIntN,
  getOwnPropertyDescriptor,
  hasOwn,
  isArray,
  now,
  ownData,
  ownKeys,
  quote,
  toText,
} from './primordials.ts';
import { cutText } from './text.ts';

/** Depth, entries of one level, nodes, UTF-16 units of one string and of the whole picture; ms. */
const DEPTH = 6;
const ENTRIES = 100;
const NODES = 10_000;
const TEXT = 10_000;
const TOTAL = 256_000;
const TIME = 2;

/** Remembers what a picture left out; returns under which number a viewer may ask for it. */
export type Hold = (value: unknown, path: string, redact: Redact | undefined) => number;

/** What the app lets leave the page in place of the value. */
export function redacted(redact: Redact, path: string, value: unknown): unknown {
  try {
    return redact(path, value);
  } catch {
    return '[redaction failed]';
  }
}

/**
 * A bounded picture of any value, as JSON (the form is `Preview`). It never throws and runs no code of the page but the
 * app's own `redact`: accessors are shown, not called, and `toJSON` is ignored. A Proxy cannot be told from an object, so its
 * traps do run, each at most once a key, within the budget. `more`: a wider picture, for a viewer that asked.
 */
export function previewJson(value: unknown, path = '', manner: Manner = {}, more = 1): string {
  return new Picture(manner, more).draw(value, 0, path);
}

function leaf(kind: string, text: string): string {
  return `{"kind":"${kind}","text":${quote(cutText(text, TEXT))}}`;
}

/** One picture while it is drawn, and what it has used up. */
class Picture {
  readonly #redact: Redact | undefined;
  readonly #hold: Hold | undefined;
  /** How much wider than usual. */
  readonly #more: number;
  readonly #until: number;
  #nodes = 0;
  #total = 0;
  /** The objects around the present one: what is among them again is a cycle. */
  readonly #around: object[] = [];

  constructor({ redact, hold }: Manner, more: number) {
    this.#redact = redact;
    this.#hold = hold;
    this.#more = more;
    this.#until = now() + TIME * more;
  }

  draw(value: unknown, depth: number, path: string): string {
    const shown = this.#redact ? redacted(this.#redact, path, value) : value;
    const json = this.#draw(shown, depth, path);
    this.#total += json.length;
    return json;
  }

  #draw(value: unknown, depth: number, path: string): string {
    switch (typeof value) {
      case 'string': {
        const longest = this.#spent() ? 100 : TEXT * this.#more;
        return value.length <= longest
          ? quote(value)
          : `{"kind":"string","text":${quote(cutText(value, longest))},"size":${value.length}${this.#ref(value, path)}}`;
      }
      case 'number':
        if (value - value !== 0) return leaf('number', `${value}`);
        return value === 0 && 1 / value < 0 ? leaf('number', '-0') : `${value}`;
      case 'bigint':
        // Writing out a huge one takes seconds.
        return leaf('bigint', asIntN(4096, value) === value ? `${value}n` : '(> 4096 bits)');
      case 'symbol':
        return leaf('symbol', toText(value));
      case 'undefined':
        return '{"kind":"undefined"}';
      case 'boolean':
        return `${value}`;
    }
    if (!value) return 'null';
    try {
      return typeof value === 'function'
        ? leaf('function', `${ownData(value, 'name')}`)
        : this.#object(value, depth, path);
    } catch {
      // A trap that threw, or a revoked proxy.
      return leaf('unreadable', '?');
    }
  }

  /** Where a part stands; nobody but the app's redaction wants to know. */
  #at(path: string, key: string | number): string {
    return this.#redact ? `${path}.${key}` : '';
  }

  #ref(value: unknown, path: string): string {
    return this.#hold ? `,"ref":${this.#hold(value, path, this.#redact)}` : '';
  }

  #object(value: object, depth: number, path: string): string {
    for (let i = 0; i < depth; i++) if (this.#around[i] === value) return '{"kind":"cycle"}';
    const info = classOf(value);
    const named = info && info.name !== (isArray(value) ? 'Array' : 'Object') ? `,"class":${quote(info.name)}` : '';
    if ((this.#nodes++ & 15) === 15 && now() > this.#until) this.#nodes = NODES;
    if (depth >= DEPTH || this.#spent()) return `{"kind":"cut"${named}${this.#ref(value, path)}}`;
    this.#around[depth] = value;
    const inner = depth + 1;
    let kind = isArray(value) ? 'array' : 'object';
    let base = kind === 'array' ? undefined : info?.base;
    let size = kind === 'array' ? ownData(value, 'length') : undefined;
    let entries = '';
    const put = (key: string, json: string): void => {
      entries += `${entries && ','}[${key},${json}]`;
    };
    try {
      for (let i = 0; base && i < base.fields.length; i++) {
        const field = base.fields[i];
        const read = field?.[1]?.(value);
        if (field?.[0] === 'size' || field?.[0] === 'length') size = read;
        else if (field && read) put(quote(field[0]), this.draw(read, inner, this.#at(path, field[0])));
      }
      kind = base?.kind ?? kind;
    } catch {
      // It has not the brand that its prototype claims.
      base = undefined;
      entries = '';
    }
    const error = kind === 'error';
    const stack = error ? stackOf(value) : undefined;
    if (stack !== undefined) put('"stack"', this.draw(stack, inner, this.#at(path, 'stack')));
    // What has a size is walked by its indices, or by what it holds.
    const sized = typeof size === 'number';
    const most = (kind === 'typed-array' ? 64 : ENTRIES) * this.#more;
    const items = itemsOf(value, kind, most);
    // What the platform shows of itself is not walked: a DOM node may carry half the app.
    const keys = sized || (base && !error) ? [] : ownKeys(value);
    const count = typeof size === 'number' ? size : keys.length;
    let shown = 0;
    for (; shown < count && shown < most && !this.#spent(); shown++) {
      const item = items?.[shown];
      const pair = kind === 'map' && isArray(item);
      const key: unknown = pair ? item[0] : sized ? shown : keys[shown];
      const name = typeof key === 'string' ? key : shown;
      if (error && key === 'stack' && entries) continue;
      const found = items ? undefined : getOwnPropertyDescriptor(value, typeof key === 'symbol' ? key : name);
      const of = pair ? item[1] : items ? item : found?.value;
      put(
        pair ? this.draw(key, inner, this.#at(path, 'key')) : this.#draw(key, inner, ''),
        found && !hasOwn(found, 'value') ? leaf('accessor', '(…)') : this.draw(of, inner, this.#at(path, name)),
      );
    }
    return (
      `{"kind":"${kind}"${named}${sized ? `,"size":${size}` : ''}` +
      `${entries && `,"entries":[${entries}]`}${count > shown ? `,"more":${count - shown}${this.#ref(value, path)}` : ''}}`
    );
  }

  #spent(): boolean {
    return this.#nodes >= NODES || this.#total > TOTAL;
  }
}
