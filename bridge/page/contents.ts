import { apply, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, ownData, reader } from './primordials.ts';

const iterate = { map: reader(Map.prototype, 'entries'), set: reader(Set.prototype, 'values') };
const step = {
  map: reader(getPrototypeOf(new Map().entries()), 'next'),
  set: reader(getPrototypeOf(new Set().values()), 'next'),
};

/** The first of what a Map ([key, value]) or Set holds; undefined for anything else. */
export function itemsOf(value: object, kind: string, most: number): readonly unknown[] | undefined {
  if (kind !== 'map' && kind !== 'set') return undefined;
  const items: unknown[] = [];
  const iterator = iterate[kind]?.(value);
  for (let i = 0; i < most && typeof iterator === 'object' && iterator; i++) {
    const next = step[kind]?.(iterator);
    if (typeof next !== 'object' || !next || ownData(next, 'done')) break;
    items[i] = ownData(next, 'value');
  }
  return items;
}

// V8 gives each error an own accessor for its stack, one getter for all errors of a realm; others have it on the prototype.
const ErrorClass = Error;
const ownStack = getOwnPropertyDescriptor(new Error(), 'stack')?.get;
const inheritedStack = reader(Error.prototype, 'stack');

/**
 * An error's stack, unless the page would run for it: where the page has its own accessor, or has asked V8 to call it for
 * each stack (`Error.prepareStackTrace`), it is `undefined`.
 */
export function stackOf(error: object): unknown {
  const own = getOwnPropertyDescriptor(error, 'stack');
  if (own && hasOwn(own, 'value')) return own.value;
  if (ownData(ErrorClass, 'prepareStackTrace')) return undefined;
  if (own) return own.get === ownStack && ownStack ? apply(ownStack, error, []) : undefined;
  return inheritedStack?.(error);
}
