import { FILTER_KEYS, type FilterKeyName, findKey } from './keys.ts';
import { parseFilter, quoteValue } from './parse.ts';
import { fold } from './plain.ts';

/** What can be put in the place of the word at the caret. */
export interface Suggestion {
  /** The text as it will stand. */
  readonly text: string;
  /** What it is, where there is something to say. */
  readonly about: FilterKeyName | 'saved' | undefined;
  /** The filter and the caret after it is taken. */
  readonly filter: string;
  readonly caret: number;
}

/** The values that are there now, for the keys whose values depend on the tasks. */
export interface Present {
  readonly errors: readonly string[];
  readonly types: readonly string[];
  readonly runtimes: readonly string[];
  /** What names, failures and the failures that ended tasks have in common. */
  readonly groups: readonly string[];
  readonly failures: readonly string[];
  readonly causes: readonly string[];
}

const MOST = 10;

function valuesOf(key: string, present: () => Present): readonly string[] {
  switch (key) {
    case 'error':
      return present().errors;
    case 'type':
      return present().types;
    case 'runtime':
      return present().runtimes;
    case 'group':
      return present().groups;
    case 'failure':
      return present().failures;
    case 'cause':
      return present().causes;
    default:
      return findKey(key)?.values ?? [];
  }
}

/**
 * What may be meant by the word at the caret: keys that begin with it, or values of the key that stands before it. A
 * whole value is not offered once more, and a word that is no beginning of a key gets nothing: most words are text.
 */
export function suggest(filter: string, caret: number, present: () => Present): readonly Suggestion[] {
  const term = parseFilter(filter).find(({ start, end }) => start < caret && caret <= end);
  const start = term?.start ?? caret;
  const end = term?.end ?? caret;
  const sign = term?.negated === true ? '-' : '';
  const put = (text: string, about: Suggestion['about'], after: string): Suggestion => {
    const written = sign + text + after;
    return {
      text: sign + text,
      about,
      filter: filter.slice(0, start) + written + filter.slice(end),
      caret: start + written.length,
    };
  };
  const space = /^\s/.test(filter.slice(end)) ? '' : ' ';
  if (term?.key === undefined) {
    const begun = term?.value.toLowerCase() ?? '';
    if (filter[start + sign.length] === '"') return [];
    return FILTER_KEYS.filter((key) => key.name.startsWith(begun)).map((key) => put(`${key.name}:`, key.name, ''));
  }
  const key = findKey(term.key);
  if (key === undefined) return [];
  const begun = fold(term.value);
  return valuesOf(key.name, present)
    .filter((value) => fold(value).startsWith(begun) && fold(value) !== begun)
    .slice(0, MOST)
    .map((value) => put(`${key.name}:${quoteValue(value)}`, undefined, space));
}
