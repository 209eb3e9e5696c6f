import type { Decision } from './observe.ts';
import { isThenable, report } from './report.ts';

/** `undefined`: go on. A predicate that throws, or is async and would always pass, means no retry. */
export function askPredicate(predicate: (error: unknown) => boolean, error: unknown): Decision | undefined {
  try {
    const answer: unknown = predicate(error);
    if (!isThenable(answer)) return answer ? undefined : 'vetoed';
    answer.then(undefined, report);
    throw new TypeError('Expected the predicate to return a boolean, got a promise: it must be synchronous');
  } catch (thrown) {
    report(thrown);
    return 'predicate-failed';
  }
}
