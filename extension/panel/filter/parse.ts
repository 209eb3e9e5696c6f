/** One term of a filter, with its place in the text, so that the box can colour it. */
export interface Term {
  /** Places in the text, the sign, key and quotes included; `end` is behind it. */
  readonly start: number;
  readonly end: number;
  readonly negated: boolean;
  /** What stands before the colon, as it was written; undefined for plain text. */
  readonly key: string | undefined;
  /** What is looked for: the value of the key, or the plain text; without its quotes. */
  readonly value: string;
  /** The same with its key, for a key that turns out not to be one. */
  readonly whole: string;
}

const isSpace = (char: string | undefined): boolean => char === undefined || /\s/.test(char);

/**
 * Cuts a filter into terms: words, `"quoted text"`, `key:value` and `key:"quoted value"`, each after an optional `-`.
 * Nothing is an error: what is no key, no quote and no sign is plain text. A quote that is not closed reaches to the end.
 */
export function parseFilter(text: string): readonly Term[] {
  const terms: Term[] = [];
  let at = 0;
  while (at < text.length) {
    if (isSpace(text[at])) {
      at += 1;
      continue;
    }
    const start = at;
    // A sign that stands alone is text.
    const negated = text[at] === '-' && !isSpace(text[at + 1]);
    if (negated) at += 1;
    const from = at;
    const key = /^[a-z]+(?=:)/i.exec(text.slice(at))?.[0];
    if (key !== undefined) at += key.length + 1;
    const value = takeValue(text, at);
    at = value.end;
    if (value.text === '' && key === undefined) continue;
    terms.push({
      start,
      end: at,
      negated,
      key,
      value: value.text,
      whole: key === undefined ? value.text : text.slice(from, from + key.length + 1) + value.text,
    });
  }
  return terms;
}

function takeValue(text: string, from: number): { readonly text: string; readonly end: number } {
  if (text[from] === '"') {
    const close = text.indexOf('"', from + 1);
    return close === -1
      ? { text: text.slice(from + 1), end: text.length }
      : { text: text.slice(from + 1, close), end: close + 1 };
  }
  let end = from;
  while (!isSpace(text[end])) end += 1;
  return { text: text.slice(from, end), end };
}

/** A value as it is written in a filter: in quotes where it would else be cut. */
export function quoteValue(value: string): string {
  return value === '' || /^"|\s/.test(value) ? `"${value.replaceAll('"', '')}"` : value;
}
