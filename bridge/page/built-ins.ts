import { apply, getPrototypeOf, ownData, type Reader, reader } from './primordials.ts';
import { cutText } from './text.ts';

/**
 * Values that only the platform can read: the kind under which each is shown, its class, and what of it. It is read through
 * the platform's own getters, which check the brand of what they are given and throw otherwise. Some of the classes are
 * absent in a worker or in Node. The viewer makes words of it.
 */
const SHOWN =
  'error Error;error DOMException:name,message;map Map:size;set Set:size;date Date:getTime;' +
  'regexp RegExp:source,global,ignoreCase,multiline,dotAll,unicode,unicodeSets,sticky;' +
  'typed-array TypedArray:length;typed-array ArrayBuffer:byteLength;' +
  'dom Element:localName,id,className;dom Node:nodeName;event Event:type;url URL:href;' +
  'request Request:method,url;response Response:status,statusText,url;object Window';

export interface BuiltIn {
  readonly kind: string;
  readonly fields: readonly (readonly [key: string, read: Reader | undefined])[];
}

/** What can be told of a value by its prototypes, without running page code. */
export interface ClassInfo {
  /** The constructor's name; '' without one. */
  readonly name: string;
  /** The nearest built-in it derives from, which its brand has yet to prove. */
  readonly base: BuiltIn | undefined;
}

const builtIns: Record<string, BuiltIn> = Object.create(null);
for (const line of SHOWN.split(';')) {
  const [kind = '', name = '', keys = ''] = line.split(/[ :]/);
  const prototype =
    name === 'TypedArray' ? getPrototypeOf(Uint8Array.prototype) : Reflect.get(globalThis, name)?.prototype;
  builtIns[name] = {
    kind,
    fields: keys.split(',').map((key) => [key, reader(prototype, key)]),
  };
}

// By prototype, so that the walk is done once a class. Weak: it holds no class of the page.
const known = new WeakMap<object, ClassInfo>();
const { get, set } = WeakMap.prototype;

/** `undefined` for an object without a prototype. A Proxy's trap may throw. */
export function classOf(value: object): ClassInfo | undefined {
  const start = getPrototypeOf(value);
  if (!start) return undefined;
  const cached: ClassInfo | undefined = apply(get, known, [start]);
  if (cached) return cached;
  let name: string | undefined;
  let base: BuiltIn | undefined;
  for (let prototype: object | null = start, i = 0; prototype && !base && i < 20; i++) {
    const maker = ownData(prototype, 'constructor');
    const own = typeof maker === 'function' ? ownData(maker, 'name') : undefined;
    if (typeof own === 'string') {
      name ??= cutText(own, 200);
      base = builtIns[own];
    }
    prototype = getPrototypeOf(prototype);
  }
  const info = { name: name ?? '', base };
  apply(set, known, [start, info]);
  return info;
}
