/**
 * A bounded, JSON-safe picture of any value. A string, a finite number (but -0), a boolean and null stand for
 * themselves; everything else is an object with a `kind`.
 */
export type Preview = string | number | boolean | null | PreviewNode;

export interface PreviewNode {
  /** 'undefined', 'number' (NaN, Infinity, -0), 'bigint', 'symbol', 'string' (cut), 'function', 'object', 'array', 'map', 'set', 'date', 'regexp', 'error', 'typed-array', 'dom', 'url', 'response', 'request', 'cycle', 'shared', 'accessor', 'cut', 'unreadable' … */
  readonly kind: string;
  /** What a reader sees of a leaf: `10n`, `NaN`, `f()`, the cut string's first part. */
  readonly text?: string;
  /** Constructor's name of an instance. */
  readonly class?: string;
  /** True length of a cut string, array, map, set or typed array. */
  readonly size?: number;
  readonly entries?: readonly (readonly [key: Preview, value: Preview])[];
  /** Entries left out. */
  readonly more?: number;
  /** Under this number the page may be asked for what is left out, while it holds the value. */
  readonly ref?: number;
}
