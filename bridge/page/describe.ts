import { apply, getOwnPropertyDescriptor, getPrototypeOf, objectPrototype, ownData } from './primordials.ts';

/** What can be told of a value by its prototypes alone, without running page code. */
export interface ClassInfo {
  /** The constructor's name; '' for a prototype without one. */
  readonly name: string;
  /** `name` as instances inherit it (errors). */
  readonly inheritedName: string | undefined;
  /** The nearest built-in it derives from, which its brand has yet to prove: 'Error', 'Map', 'Node', … or ''. */
  readonly base: string;
}

/** Tasklens's own errors have their name as a getter, to survive minification; their class carries it as data too. */
const ERROR_BRAND: unique symbol = Symbol.for('tasklens.error');

/** Longest chain of prototypes that is walked. */
const MAX_CHAIN = 12;

const PLAIN: ClassInfo = { name: 'Object', inheritedName: undefined, base: '' };

// By prototype: the walk is done once a class. Weak, so that it holds no class of the page.
const known = new WeakMap<object, ClassInfo>();
const { get, set } = WeakMap.prototype;

const BUILT_IN: Readonly<Record<string, true>> = Object.assign(Object.create(null), {
  Error: true,
  DOMException: true,
  Map: true,
  Set: true,
  Date: true,
  RegExp: true,
  Promise: true,
  TypedArray: true,
  DataView: true,
  ArrayBuffer: true,
  SharedArrayBuffer: true,
  Node: true,
  Window: true,
  Event: true,
  URL: true,
  Response: true,
  Request: true,
});

/** `undefined` for an object without a prototype. A Proxy's trap may throw. */
export function classInfo(value: object): ClassInfo | undefined {
  const prototype = getPrototypeOf(value);
  if (prototype === null) return undefined;
  if (prototype === objectPrototype) return PLAIN;
  const cached: ClassInfo | undefined = apply(get, known, [prototype]);
  if (cached) return cached;
  const info = walk(prototype);
  apply(set, known, [prototype, info]);
  return info;
}

function walk(start: object): ClassInfo {
  let name: string | undefined;
  let inheritedName: string | undefined;
  let brandName: string | undefined;
  let base = '';
  let prototype: object | null = start;
  for (let steps = 0; prototype && steps < MAX_CHAIN && base === ''; steps++) {
    const maker = ownData(prototype, 'constructor');
    const own = typeof maker === 'function' ? textOf(ownData(maker, 'name')) : undefined;
    if (typeof maker === 'function' && getOwnPropertyDescriptor(prototype, ERROR_BRAND)) {
      brandName ??= textOf(ownData(maker, 'kind'));
      name ??= brandName;
    }
    name ??= own;
    inheritedName ??= textOf(ownData(prototype, 'name'));
    if (own !== undefined && BUILT_IN[own]) base = own;
    prototype = getPrototypeOf(prototype);
  }
  return { name: name ?? '', inheritedName: brandName ?? inheritedName, base };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
