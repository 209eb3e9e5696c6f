import type { TaskModel } from '../../../bridge/model/types.ts';
import { type FilterWorld, findKey, type Test } from './keys.ts';
import { parseFilter, type Term } from './parse.ts';
import { finderOf, findsIn } from './plain.ts';

/** What is wrong with a term: its key is none, or its value is none of its key. */
export interface FilterProblem {
  readonly key: string;
  readonly value?: string;
}

/** A term as it is understood. */
export interface UnderstoodTerm extends Term {
  /** A key that is none, or a value that is none of its key: the term is text, and the box underlines it. */
  readonly problem: FilterProblem | undefined;
}

export interface CompiledFilter {
  readonly terms: readonly UnderstoodTerm[];
  readonly test: (task: TaskModel, world: FilterWorld) => boolean;
  /** Its answer for a task that has not ended may change with time alone. */
  readonly timely: boolean;
}

/**
 * A filter as a test. Terms of different keys must all hold, of terms of one key one is enough, every plain word must
 * be found, and a negated term must not hold.
 */
export function compileFilter(text: string): CompiledFilter {
  const alone: Test[] = [];
  const groups = new Map<string, Test[]>();
  let timely = false;
  const terms = parseFilter(text).map((term): UnderstoodTerm => {
    const key = term.key === undefined ? undefined : findKey(term.key);
    const found = key?.compile(term.value);
    const test = found ?? textTest(term.whole);
    if (term.negated) alone.push((task, world) => !test(task, world));
    else if (key === undefined || found === undefined) alone.push(test);
    else groups.set(key.name, [...(groups.get(key.name) ?? []), test]);
    timely ||= found !== undefined && key?.timely === true;
    return { ...term, problem: problemOf(term, key !== undefined, found !== undefined) };
  });
  const alternatives = [...groups.values()];
  return {
    terms,
    timely,
    test: (task, world) =>
      alone.every((test) => test(task, world)) &&
      alternatives.every((tests) => tests.some((test) => test(task, world))),
  };
}

function textTest(text: string): Test {
  const finds = finderOf(text);
  return (task) => findsIn(task, finds);
}

function problemOf({ key, value }: Term, isKey: boolean, isValue: boolean): FilterProblem | undefined {
  if (key === undefined || isValue) return undefined;
  return isKey ? { key, value } : { key };
}
