import { classOf } from './built-ins.ts';
import { firstBytes, itemsOf, stackOf } from './contents.ts';
import {
  apply,
  asIntN,
  getOwnPropertyDescriptor,
  hasOwn,
  isArray,
  now,
  ownData,
  ownKeys,
  quote,
  symbolText,
} from './primordials.ts';
import { cutText } from './text.ts';

const DEPTH = 6;
/** Entries of one level. */
const ENTRIES = 100;
const NODES = 10_000;
/** UTF-16 units of one string, and of the whole picture. */
const TEXT = 10_000;
const TOTAL = 256_000;
/** ms */
const TIME = 2;

const { has, add } = Set.prototype;

/**
 * A bounded picture of any value, as JSON (the form is `Preview`). It never throws and runs no code of the page:
 * accessors of the page are shown, not called, and `toJSON` is ignored. A Proxy cannot be told from an object, so its traps do
 * run, each at most once a key, within the budget.
 */
export function previewJson(value: unknown): string {
  return new Picture().draw(value, 0);
}

function leaf(kind: string, text: string): string {
  return `{"kind":"${kind}","text":${quote(cutText(text, TEXT))}}`;
}

/** One picture while it is drawn, and what it has used up. */
class Picture {
  readonly #until = now() + TIME;
  #nodes = 0;
  #total = 0;
  /** The objects around the present one: what is among them again is a cycle. */
  readonly #around: object[] = [];
  /** All objects met: what comes again elsewhere is shared. */
  readonly #met = new Set<object>();

  draw(value: unknown, depth: number): string {
    const json = this.#draw(value, depth);
    this.#total += json.length;
    return json;
  }

  #draw(value: unknown, depth: number): string {
    switch (typeof value) {
      case 'string': {
        const longest = this.#spent() ? 100 : TEXT;
        return value.length <= longest
          ? quote(value)
          : `{"kind":"string","text":${quote(cutText(value, longest))},"size":${value.length}}`;
      }
      case 'number':
        if (value - value !== 0) return leaf('number', `${value}`);
        return value === 0 && 1 / value < 0 ? leaf('number', '-0') : `${value}`;
      case 'bigint':
        // Writing out a huge one takes seconds.
        return leaf('bigint', asIntN(4096, value) === value ? `${value}n` : '(over 4096 bits)');
      case 'symbol':
        return leaf('symbol', symbolText(value));
      case 'undefined':
        return '{"kind":"undefined"}';
      case 'boolean':
        return `${value}`;
    }
    if (!value) return 'null';
    try {
      return typeof value === 'function' ? leaf('function', `${ownData(value, 'name')}`) : this.#object(value, depth);
    } catch {
      // A trap that threw, or a revoked proxy.
      return leaf('unreadable', '?');
    }
  }

  #object(value: object, depth: number): string {
    for (let i = 0; i < depth; i++) if (this.#around[i] === value) return '{"kind":"cycle"}';
    const info = classOf(value);
    const named = info && info.name !== (isArray(value) ? 'Array' : 'Object') ? `,"class":${quote(info.name)}` : '';
    const shared = this.#isShared(value);
    if ((this.#nodes++ & 15) === 15 && now() > this.#until) this.#nodes = NODES;
    if (shared || depth >= DEPTH || this.#spent()) return `{"kind":"${shared ? 'shared' : 'cut'}"${named}}`;
    this.#around[depth] = value;
    const inner = depth + 1;
    const array = isArray(value);
    let kind = array ? 'array' : 'object';
    let base = array ? undefined : info?.base;
    let size = array ? ownData(value, 'length') : undefined;
    let entries = '';
    const put = (key: string, json: string): void => {
      entries += `${entries && ','}[${key},${json}]`;
    };
    try {
      for (let i = 0; base && i < base.fields.length; i++) {
        const field = base.fields[i];
        const read = field?.[1]?.(value);
        if (field?.[0] === 'size' || field?.[0] === 'length') size = read;
        else if (field && read) put(quote(field[0]), this.draw(read, inner));
      }
      kind = base?.kind ?? kind;
    } catch {
      // It has not the brand that its prototype claims.
      base = undefined;
      entries = '';
    }
    if (kind === 'error') {
      const stack = stackOf(value);
      if (stack !== undefined) put('"stack"', this.draw(stack, inner));
    }
    const items = itemsOf(value, kind, ENTRIES);
    // What the platform shows of itself is not walked: a DOM node may carry half the app.
    const keys = array || items || (base && kind !== 'error') ? [] : ownKeys(value);
    const count = typeof size === 'number' && (array || items) ? size : keys.length;
    let shown = 0;
    for (; shown < count && shown < ENTRIES && !this.#spent(); shown++) {
      if (items) {
        const item = items[shown];
        const pair = kind === 'map' && isArray(item);
        put(pair ? this.draw(item[0], inner) : `${shown}`, this.draw(pair ? item[1] : item, inner));
        continue;
      }
      const key = array ? shown : (keys[shown] ?? '');
      if (key === 'stack' && kind === 'error' && entries) continue;
      const found = getOwnPropertyDescriptor(value, key);
      const accessor = found && !hasOwn(found, 'value');
      put(this.draw(key, inner), accessor ? leaf('accessor', '(…)') : this.draw(found?.value, inner));
    }
    const text = kind === 'typed-array' ? `,"text":"${firstBytes(value)}"` : '';
    return (
      `{"kind":"${kind}"${named}${typeof size === 'number' ? `,"size":${size}` : ''}${text}` +
      `${entries && `,"entries":[${entries}]`}${count > shown ? `,"more":${count - shown}` : ''}}`
    );
  }

  #isShared(value: object): boolean {
    if (apply(has, this.#met, [value])) return true;
    apply(add, this.#met, [value]);
    return false;
  }

  #spent(): boolean {
    return this.#nodes >= NODES || this.#total > TOTAL;
  }
}
