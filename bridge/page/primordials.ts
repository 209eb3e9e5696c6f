/**
 * References taken before page code ran (in the MAIN world at document_start; in an app's bundle, when it is loaded). What a
 * page later puts on a prototype is neither called by us nor told anything. Only what is listed here touches a value of a page.
 */
export const apply: typeof Reflect.apply = Reflect.apply;
export const getOwnPropertyDescriptor: typeof Reflect.getOwnPropertyDescriptor = Reflect.getOwnPropertyDescriptor;
export const getPrototypeOf: typeof Reflect.getPrototypeOf = Reflect.getPrototypeOf;
export const ownKeys: typeof Reflect.ownKeys = Reflect.ownKeys;
/** As an ordinary read; for objects of ours. */
export const read: typeof Reflect.get = Reflect.get;
export const hasOwn: typeof Object.hasOwn = Object.hasOwn;
/** As the operator `in`, but for what a page may have put on `Object.prototype`. */
export const has = hasOwn as <T extends object, K extends PropertyKey>(of: T, key: K) => of is Having<T, K>;
type Having<T, K extends PropertyKey> = T extends unknown ? (K extends keyof T ? T : never) : never;
export const isArray: typeof Array.isArray = Array.isArray;
export const asIntN: typeof BigInt.asIntN = BigInt.asIntN;
const { stringify, parse: parseJson } = JSON;
/** What the relay wrote. */
export const parse: typeof JSON.parse = parseJson;

/** As JSON. A string has no `toJSON` to look up, so no page code runs; lone surrogates come out escaped. */
export const quote = (text: string): string => stringify(text);

const { slice, charCodeAt } = String.prototype;
export const sliceText = (text: string, from: number, to: number): string => apply(slice, text, [from, to]);
export const codeAt = (text: string, at: number): number => apply(charCodeAt, text, [at]);

/** Monotonic ms. A page that fakes its clock later does not change it. */
export const now: () => number = performance.now.bind(performance);

/** The own data property of that name, or undefined: accessors are not called. */
export function ownData(target: object, key: PropertyKey): unknown {
  const found = getOwnPropertyDescriptor(target, key);
  return found && hasOwn(found, 'value') ? found.value : undefined;
}

/** Reads one property of the platform off a value; throws when the value is not of that brand. */
export type Reader = (value: object) => unknown;

/** The platform's own getter, or method without arguments, for values of which nothing else is known. Absent where it has none. */
export function reader(prototype: object | null | undefined, key: PropertyKey): Reader | undefined {
  const found = prototype && getOwnPropertyDescriptor(prototype, key);
  const called: unknown = found && (found.get ?? found.value);
  return typeof called === 'function' ? (value) => apply(called, value, []) : undefined;
}

/** Of a symbol it makes `Symbol(…)` without a look at the symbol's prototype. */
export const toText: StringConstructor = String;
