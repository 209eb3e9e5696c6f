import type { WireError } from '../protocol.ts';
import { retriedErrorsOf } from './errors-of.ts';
import type { TaskRule } from './rule.ts';

const BUGS: ReadonlySet<string> = new Set(['ReferenceError', 'SyntaxError', 'RangeError', 'TypeError']);

/**
 * What browsers and Node say in a TypeError when a fetch failed
 * (https://github.com/sindresorhus/is-network-error/blob/main/index.js).
 */
const FETCH_FAILED =
  /^(?:Failed to fetch|fetch failed|NetworkError when|Load failed|network error|The Internet connection|The network connection|terminated)/i;

/** A mistake in the code that was retried as if it were weather: it will be there next time too. */
export const bugRetried: TaskRule = {
  id: 'bug-retried',
  severity: 'error',
  look(row) {
    let count = 0;
    let example = '';
    for (const error of retriedErrorsOf(row)) {
      if (!isBug(error)) continue;
      count++;
      example ||= `${error.class}: ${error.message}`;
    }
    return count === 0 ? undefined : { worst: count, example };
  },
};

function isBug({ class: name, message }: WireError): boolean {
  return BUGS.has(name) && !(name === 'TypeError' && FETCH_FAILED.test(message));
}
