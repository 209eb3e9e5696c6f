// How this library refuses an argument: one message pattern, at the border, naming option, expectation and value.
// Wrong type: TypeError; right type, wrong value: RangeError.

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function describe(value: unknown): string {
  try {
    return `\`${typeof value === 'object' && value !== null ? Object.prototype.toString.call(value) : String(value)}\` (${value === null ? 'null' : typeof value})`;
  } catch {
    return `a value that cannot be shown (${typeof value})`;
  }
}

/** The error for a wrong type or, with `Kind` given, a wrong value. */
export function wrong(name: string, expected: string, value: unknown, Kind: ErrorConstructor = TypeError): Error {
  return new Kind(`Expected \`${name}\` to be ${expected}, got ${describe(value)}`);
}

export function checkFunction(name: string, value: unknown): void {
  if (typeof value !== 'function') throw wrong(name, 'a function', value);
}

/** For an option that may be left out. */
export function checkOptionalFunction(name: string, value: unknown): void {
  if (value !== undefined) checkFunction(name, value);
}

/** `undefined` passes: everything in an options object has a default. */
export function checkOptions(value: unknown): void {
  if (value !== undefined && (typeof value !== 'object' || value === null)) throw wrong('options', 'an object', value);
}

export function checkBoolean(name: string, value: unknown): void {
  if (typeof value !== 'boolean') throw wrong(name, 'a boolean', value);
}

export function checkString(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'string') throw wrong(name, 'a string', value);
}

export function checkOneOf(name: string, value: unknown, allowed: readonly string[]): void {
  if (typeof value !== 'string' || !allowed.includes(value)) {
    const list = allowed.map((one) => `'${one}'`).join(' or ');
    throw wrong(name, list, value, typeof value === 'string' ? RangeError : TypeError);
  }
}

/** A number that is `min` or more; `whole` asks for an integer. Infinity passes unless `finite`. */
export function checkNumber(name: string, value: unknown, min: number, expected: string, whole = false): void {
  if (typeof value !== 'number') throw wrong(name, expected, value);
  if (!(value >= min) || (whole && value !== Infinity && !Number.isInteger(value))) {
    throw wrong(name, expected, value, RangeError);
  }
}

/** Milliseconds: 0 or more, Infinity allowed. A duration written as text is shown the number to write instead. */
export function checkMs(name: string, value: unknown): void {
  const written = typeof value === 'string' ? /^([\d.]+) *(ms|milli|s|m|h|d|$)/i.exec(value) : null;
  const hint = written ? ` (write ${Number(written[1]) * (UNITS[written[2] ?? ''] ?? 1)})` : '';
  checkNumber(name, value, 0, `a number of milliseconds, 0 or more${hint}`);
}

/** By its shape: clocks are the app's to make. */
export function checkClock(value: unknown): void {
  const isClock =
    typeof value === 'object' && value !== null && 'now' in value && 'sleep' in value && 'setTimer' in value;
  if (value !== undefined && !isClock) throw wrong('clock', 'a Clock', value);
}

/** What the options of every middleware share. */
export function checkLayerOptions(options: {
  readonly label?: unknown;
  readonly clock?: unknown;
  readonly observe?: unknown;
}): void {
  checkOptions(options);
  checkString('label', options.label);
  checkClock(options.clock);
  checkOptionalFunction('observe', options.observe);
}

/** By its shape: a signal of another realm is one too. */
export function checkSignal(name: string, value: unknown): void {
  const isSignal =
    typeof value === 'object' &&
    value !== null &&
    'aborted' in value &&
    'addEventListener' in value &&
    typeof value.addEventListener === 'function';
  if (!isSignal) throw wrong(name, 'an AbortSignal', value);
}
