import type { Decision } from './observe.ts';
import { isThenable, report } from './report.ts';

/**
 * Asks a predicate of the app.
 *
 * @throws {TypeError} for an async one: its promise would always pass
 */
export function holds<T>(name: string, predicate: (value: T) => boolean, value: T): boolean {
  const answer: unknown = predicate(value);
  if (!isThenable(answer)) return Boolean(answer);
  answer.then(undefined, report);
  throw new TypeError(`Expected \`${name}\` to return a boolean, got a promise: it must be synchronous`);
}

/** `undefined`: go on. A predicate that throws means no; what it threw is reported, the outcome stays that of the task. */
export function veto(name: string, predicate: (error: unknown) => boolean, error: unknown): Decision | undefined {
  try {
    return holds(name, predicate, error) ? undefined : 'vetoed';
  } catch (thrown) {
    report(thrown);
    return 'predicate-failed';
  }
}
