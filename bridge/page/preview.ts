import { classInfo } from './describe.ts';
import { collected, platformEntries, platformJson, stackOf } from './platform-values.ts';
import {
  apply,
  asIntN,
  getOwnPropertyDescriptor,
  hasOwn,
  isArray,
  min,
  now,
  ownData,
  ownKeys,
  quote,
  symbolText,
} from './primordials.ts';
import { cutText } from './text.ts';

export interface PreviewBudget {
  readonly depth: number;
  /** Entries of one level. */
  readonly entries: number;
  readonly nodes: number;
  /** UTF-16 units of one string. */
  readonly text: number;
  /** UTF-16 units of the whole picture. */
  readonly total: number;
  /** ms */
  readonly time: number;
}

export const PREVIEW_BUDGET: PreviewBudget = {
  depth: 6,
  entries: 100,
  nodes: 10_000,
  text: 10_000,
  total: 256_000,
  time: 2,
};

const { has, add } = Set.prototype;

/**
 * A bounded picture of any value, as JSON (the form is `Preview`). It never throws and runs no code of the page:
 * accessors of the page are shown, not called, and `toJSON` is ignored. A Proxy cannot be told from an object, so its traps do
 * run, each at most once a key, within the budget.
 */
export function previewJson(value: unknown, budget: PreviewBudget = PREVIEW_BUDGET): string {
  return typeof value === 'object' && value !== null
    ? new Picture(budget).object(value, 0)
    : primitive(value, budget.text);
}

function primitive(value: unknown, longest: number): string {
  switch (typeof value) {
    case 'string':
      return value.length <= longest
        ? quote(value)
        : `{"kind":"string","text":${quote(cutText(value, longest))},"size":${value.length}}`;
    case 'number':
      if (value - value !== 0 || (value === 0 && 1 / value < 0)) return leaf('number', value === 0 ? '-0' : `${value}`);
      return `${value}`;
    case 'boolean':
      return `${value}`;
    case 'bigint':
      // Writing out a huge one takes seconds.
      return leaf('bigint', asIntN(4096, value) === value ? `${value}n` : '(over 4096 bits)');
    case 'symbol':
      return leaf('symbol', cutText(symbolText(value), longest));
    case 'function':
      return leaf('function', functionName(value));
    case 'undefined':
      return '{"kind":"undefined"}';
    default:
      return 'null';
  }
}

function functionName(value: object): string {
  try {
    const name = ownData(value, 'name');
    return typeof name === 'string' ? cutText(name, 1_000) : '';
  } catch {
    return '?';
  }
}

function leaf(kind: string, text: string): string {
  return `{"kind":"${kind}","text":${quote(text)}}`;
}

/** One picture while it is drawn, and what it has used up. */
class Picture {
  readonly #budget: PreviewBudget;
  readonly #until: number;
  #nodes = 0;
  #total = 0;
  /** The objects around the present one: what is among them again is a cycle. */
  readonly #around: object[] = [];
  /** All objects met, once there are several: what comes again elsewhere is shared. */
  #met: Set<object> | undefined;

  constructor(budget: PreviewBudget) {
    this.#budget = budget;
    this.#until = now() + budget.time;
  }

  object(value: object, depth: number): string {
    const around = this.#around;
    try {
      for (let i = 0; i < depth; i++) if (around[i] === value) return '{"kind":"cycle"}';
      const info = classInfo(value);
      const named = info && info.name !== 'Object' ? `,"class":${quote(cutText(info.name, 200))}` : '';
      if (this.#shared(value)) return `{"kind":"shared"${named}}`;
      if (depth >= this.#budget.depth || this.#exhausted()) return `{"kind":"cut"${named}}`;
      around[depth] = value;
      return this.#content(value, info?.base ?? '', named, depth + 1);
    } catch {
      // A trap that threw, or a revoked proxy.
      return '{"kind":"unreadable","text":"?"}';
    }
  }

  #shared(value: object): boolean {
    if (!this.#met) {
      // The first object meets no other; a picture of one object needs no set.
      if (this.#nodes === 0) return false;
      this.#met = new Set();
      const first = this.#around[0];
      if (first) apply(add, this.#met, [first]);
    }
    if (apply(has, this.#met, [value])) return true;
    apply(add, this.#met, [value]);
    return false;
  }

  #exhausted(): boolean {
    this.#nodes++;
    if ((this.#nodes & 15) === 0 && now() > this.#until) this.#nodes = this.#budget.nodes;
    return this.#nodes > this.#budget.nodes || this.#total > this.#budget.total;
  }

  #content(value: object, base: string, named: string, depth: number): string {
    if (isArray(value)) return this.#array(value, named, depth);
    if (base === 'Error' || base === 'DOMException') return this.#error(value, base, named, depth);
    if (base === 'Map' || base === 'Set') {
      const json = this.#collection(value, base, named, depth);
      if (json) return json;
    } else if (base !== '') {
      const json = platformJson(value, base, named);
      if (json) return json;
    }
    return `{"kind":"object"${named}${this.#properties(value, '', depth)}}`;
  }

  #array(value: readonly unknown[], named: string, depth: number): string {
    const length = ownData(value, 'length');
    const size = typeof length === 'number' ? length : 0;
    let entries = '';
    const most = this.#budget.entries;
    const shown = min(size, most);
    for (let i = 0; i < shown; i++) entries += this.#entry(`${i}`, this.#property(value, i, depth), entries);
    return `{"kind":"array"${named === ',"class":"Array"' ? '' : named},"size":${size}${list(entries, size - shown)}}`;
  }

  #collection(value: object, base: 'Map' | 'Set', named: string, depth: number): string | undefined {
    const held = collected(value, base, this.#budget.entries);
    if (!held) return undefined;
    const { size, items } = held;
    let entries = '';
    let shown = 0;
    for (; shown < items.length && !this.#spent(); shown++) {
      const item = items[shown];
      const pair = base === 'Map' && isArray(item);
      const key = pair ? this.#part(item[0], depth) : `${shown}`;
      entries += this.#entry(key, this.#part(pair ? item[1] : item, depth), entries);
    }
    const kind = base === 'Map' ? 'map' : 'set';
    return `{"kind":"${kind}"${named},"size":${size}${list(entries, size - shown)}}`;
  }

  /** The stack first, then message, cause and what else it carries, non-enumerable ones too. */
  #error(value: object, base: string, named: string, depth: number): string {
    const stack = stackOf(value);
    let first = stack === undefined ? '' : this.#entry('"stack"', this.#part(stack, depth), '');
    if (base === 'DOMException') {
      const own = platformEntries(value, base);
      first += own && `${first && ','}${own}`;
    }
    return `{"kind":"error"${named}${this.#properties(value, first, depth)}}`;
  }

  #properties(value: object, first: string, depth: number): string {
    const all = first !== '';
    const keys = ownKeys(value);
    let entries = first;
    let shown = 0;
    let left = 0;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (key === undefined || (all && key === 'stack')) continue;
      if (shown >= this.#budget.entries || this.#spent()) {
        left = keys.length - i;
        break;
      }
      const json = this.#property(value, key, depth);
      if (json === '') continue;
      const name = typeof key === 'symbol' ? primitive(key, 200) : primitive(key, this.#budget.text);
      entries += this.#entry(name, json, entries);
      shown++;
    }
    return list(entries, left);
  }

  #property(value: object, key: PropertyKey, depth: number): string {
    const found = getOwnPropertyDescriptor(value, key);
    if (!found) return '{"kind":"empty"}';
    return hasOwn(found, 'value') ? this.#part(found.value, depth) : '{"kind":"accessor","text":"(…)"}';
  }

  #part(value: unknown, depth: number): string {
    const json =
      typeof value === 'object' && value !== null
        ? this.object(value, depth)
        : primitive(value, this.#spent() ? 100 : this.#budget.text);
    this.#total += json.length;
    return json;
  }

  #entry(key: string, json: string, before: string): string {
    return `${before === '' ? '' : ','}[${key},${json}]`;
  }

  #spent(): boolean {
    return this.#nodes > this.#budget.nodes || this.#total > this.#budget.total;
  }
}

function list(entries: string, more: number): string {
  const left = more > 0 ? `,"more":${more}` : '';
  return entries === '' ? left : `,"entries":[${entries}]${left}`;
}
