// How this library refuses an argument: one message pattern, at the border, naming option, expectation and value.
// Wrong type: TypeError; right type, wrong value: RangeError. What an option must be is data: a Rule.

/** The type of a value, the same in words, and what more must hold of it. */
export type Rule = readonly [type: string, expected: string, holds?: (value: never) => boolean];

const notNegative = (value: number): boolean => value >= 0;

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export const FUNCTION: Rule = ['function', 'a function'];
export const BOOLEAN: Rule = ['boolean', 'a boolean'];
export const STRING: Rule = ['string', 'a string'];
export const OBJECT: Rule = ['object', 'an object'];
export const NUMBER: Rule = ['number', 'a number, 0 or more', notNegative];
export const COUNT: Rule = [
  'number',
  'a whole number, 0 or more',
  (value: number) => value >= 0 && (value === Infinity || Number.isInteger(value)),
];
/** The rule of each option. */
export type Rules<Name extends string> = Readonly<Record<Name, Rule>>;

/** 0 or more, Infinity allowed. */
export const MS: Rule = ['number', 'a number of milliseconds, 0 or more', notNegative];
/** By their shape: clocks are the app's to make, and a signal of another realm is one too. */
export const CLOCK: Rule = /* @__PURE__ */ shape('a Clock', 'now', 'sleep', 'setTimer');
export const SIGNAL: Rule = /* @__PURE__ */ shape('an AbortSignal', 'aborted', 'addEventListener');

export function shape(expected: string, ...members: readonly string[]): Rule {
  return ['object', expected, (value: object) => members.every((member) => member in value)];
}

export function oneOf(...words: readonly string[]): Rule {
  return ['string', words.map((word) => `'${word}'`).join(' or '), (value: string) => words.includes(value)];
}

/** What the options of every middleware share. */
export const LAYER_RULES: Rules<'label' | 'clock' | 'observe'> = { label: STRING, clock: CLOCK, observe: FUNCTION };

function typeOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

function shown(value: unknown): string {
  try {
    return typeof value === 'object' && value !== null ? Object.prototype.toString.call(value) : String(value);
  } catch {
    return '?';
  }
}

/** The error for a wrong type or, with `Kind` given, a wrong value. */
export function wrong(name: string, expected: string, value: unknown, Kind: ErrorConstructor = TypeError): Error {
  return new Kind(`Expected \`${name}\` to be ${expected}, got \`${shown(value)}\` (${typeOf(value)})`);
}

/** A duration written as text is shown the number to write instead. */
function hint(value: unknown): string {
  const written = typeof value === 'string' ? /^([\d.]+) *(ms|milli|[smhd]|$)/i.exec(value) : null;
  return written ? ` (write ${Number(written[1]) * (UNITS[written[2] ?? ''] ?? 1)})` : '';
}

/** @throws {TypeError | RangeError} for a `value` that is not what `rule` says */
export function check(name: string, value: unknown, rule: Rule): void {
  const [type, expected, holds] = rule;
  const fits = typeOf(value) === type;
  // Of the type that the rule is for, as was just seen.
  if (fits && holds?.(value as never) !== false) return;
  const Kind = fits && type !== 'object' ? RangeError : TypeError;
  throw wrong(name, rule === MS ? expected + hint(value) : expected, value, Kind);
}

/** `undefined` passes: everything in an options object has a default. */
export function checkOptions<Name extends string>(
  options: { readonly [N in NoInfer<Name>]?: unknown } | undefined,
  rules: Rules<Name>,
  path = '',
): void {
  if (options === undefined) return;
  check('options', options, OBJECT);
  for (const name in rules) {
    const value: unknown = options[name];
    if (value !== undefined) check(path + name, value, rules[name]);
  }
}
