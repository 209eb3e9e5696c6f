import { expect as base, type ExpectMatcherState, type Locator, type MatcherReturnType } from '@playwright/test';
import { RULE_IDS, type RuleId } from '../diagnostics/rule.ts';
import { WORDS } from '../diagnostics/words.ts';
import type { TaskModel } from '../model/types.ts';
import {
  type Because,
  hasAttempts,
  insightsOf,
  type Limits,
  notReported,
  passed,
  reached,
  reasonsOf,
  retriedBecause,
  type Verdict,
} from './checks.ts';
import { seenText } from './seen-text.ts';
import { STATES, TaskQuery, type TaskStateName, takes } from './task-query.ts';
import { waitUntil } from './wait.ts';

export interface Timed {
  /** Real ms to wait; default: that of `expect`. */
  readonly timeout?: number | undefined;
}

/** The matchers for tasks, for `expect.extend`; `expect` of this package has them. */
export const matchers = {
  /** Every one of the tasks, of which there is at least one, is in that state or was. */
  async toReach(this: ExpectMatcherState, received: TaskQuery, state: TaskStateName, options: Timed = {}) {
    const query = tasksOf('toReach', received);
    if (!STATES.includes(state)) throw takes('toReach', `one of ${STATES.join(', ')}`, state);
    return await judge(this, 'toReach', query, options, `to reach ${state}`, (rows) => reached(rows, state));
  },

  /** Every one of the tasks, of which there is at least one, has had so many attempts, the first one included. */
  async toHaveAttempts(this: ExpectMatcherState, received: TaskQuery, count: number, options: Timed = {}) {
    const query = tasksOf('toHaveAttempts', received);
    if (!Number.isInteger(count) || count < 0) throw takes('toHaveAttempts', 'a whole number, 0 or more', count);
    const wanted = `to have ${count} attempt${count === 1 ? '' : 's'}`;
    const result = await judge(this, 'toHaveAttempts', query, options, wanted, (rows) => hasAttempts(rows, count));
    const silent = notReported(query.rows());
    if (silent.length === 0) return result;
    const names = [...new Set(silent.map((row) => JSON.stringify(row.name)))].join(', ');
    return failed(this, 'toHaveAttempts', query, `${wanted}: retries not reported; import traced (${names})`);
  },

  /** Every one of the tasks was retried at least once because of an error of that class or type, or one that says so. */
  async toHaveBeenRetriedBecause(this: ExpectMatcherState, received: TaskQuery, because: Because, options: Timed = {}) {
    const query = tasksOf('toHaveBeenRetriedBecause', received);
    const isKnown = typeof because === 'string' || because instanceof RegExp || typeof because === 'function';
    if (!isKnown) throw takes('toHaveBeenRetriedBecause', 'an error class, a type or a RegExp', because);
    const what = typeof because === 'function' ? because.name : String(because);
    const result = await judge(
      this,
      'toHaveBeenRetriedBecause',
      query,
      options,
      `to have been retried because of ${what}`,
      (rows) => retriedBecause(rows, because),
    );
    const reasons = query
      .rows()
      .flatMap((row) => reasonsOf(row).map((error) => `  ${row.name}: ${error.class}: ${error.message}`));
    const told =
      reasons.length === 0 ? 'There was no retry.' : `Retried because of:\n${reasons.slice(0, 20).join('\n')}`;
    return { ...result, message: () => `${result.message()}\n\n${told}` };
  },

  /** There are so many of them. For none it waits until every runtime that was seen is idle. A Locator is counted as ever. */
  async toHaveCount(this: ExpectMatcherState, received: TaskQuery | Locator, count: number, options: Timed = {}) {
    if (!(received instanceof TaskQuery)) return await countLocator(this, received, count, options);
    if (!Number.isInteger(count) || count < 0) throw takes('toHaveCount', 'a whole number, 0 or more', count);
    const has = (): boolean => received.rows().length === count;
    const text = (): string => `to have count ${count}, got ${received.rows().length}`;
    if (count === 0 || this.isNot) {
      const refused = await idle(this, 'toHaveCount', received, options);
      if (refused) return refused;
      return verdict(this, 'toHaveCount', received, has(), text());
    }
    const pass = await waitUntil(received.log, has, timeoutOf(this, options));
    return verdict(this, 'toHaveCount', received, pass, text());
  },

  /** The diagnostics find no fault with any of them, once every runtime that was seen is idle. */
  async toHaveNoInsights(
    this: ExpectMatcherState,
    received: TaskQuery,
    options: Timed & { readonly except?: readonly RuleId[] | undefined } = {},
  ) {
    const query = tasksOf('toHaveNoInsights', received);
    const { except = [] } = options;
    for (const rule of except) {
      if (!RULE_IDS.includes(rule)) throw takes('toHaveNoInsights', `except: rules such as ${RULE_IDS[0]}`, rule);
    }
    const refused = await idle(this, 'toHaveNoInsights', query, options);
    if (refused) return refused;
    const found = insightsOf(query.log, query.rows(), except);
    const told = found.map(({ rule, facts }) => `  ${rule}: ${WORDS[rule].why(facts)}\n    ${WORDS[rule].mend}`);
    const wanted = found.length === 0 ? 'to have no insights' : `to have no insights, got\n${told.join('\n')}`;
    return verdict(this, 'toHaveNoInsights', query, found.length === 0, wanted);
  },

  /** None of them passed a limit at any time, once every runtime that was seen is idle. */
  async toStayWithin(this: ExpectMatcherState, received: TaskQuery, limits: Limits & Timed) {
    const query = tasksOf('toStayWithin', received);
    const isLimit = (value: unknown): boolean => value === undefined || (typeof value === 'number' && value >= 0);
    const { attemptsPerTask, concurrency } = Object(limits);
    const given = attemptsPerTask !== undefined || concurrency !== undefined;
    if (!given || !isLimit(attemptsPerTask) || !isLimit(concurrency)) {
      throw takes('toStayWithin', '{ attemptsPerTask, concurrency }, numbers, at least one of them', limits);
    }
    const refused = await idle(this, 'toStayWithin', query, limits);
    if (refused) return refused;
    const silent = attemptsPerTask === undefined ? [] : notReported(query.rows());
    if (silent.length > 0)
      return failed(this, 'toStayWithin', query, 'to stay within: retries not reported; import traced');
    const found = passed(query.rows(), limits);
    const wanted = found.length === 0 ? 'to stay within' : `to stay within, but\n  ${found.join('\n  ')}`;
    return verdict(this, 'toStayWithin', query, found.length === 0, wanted);
  },
};

/** Waits for a positive answer; for a negative one until all is idle, since what is not yet may still come. */
async function judge(
  state: ExpectMatcherState,
  name: string,
  query: TaskQuery,
  options: Timed,
  wanted: string,
  check: (rows: readonly TaskModel[]) => Verdict,
): Promise<MatcherReturnType> {
  const now = (): Verdict => check(query.rows());
  if (state.isNot) {
    const refused = await idle(state, name, query, options);
    return refused ?? verdict(state, name, query, now() === 'holds', wanted);
  }
  await waitUntil(query.log, () => now() !== 'not yet', timeoutOf(state, options));
  return verdict(state, name, query, now() === 'holds', wanted);
}

/** Until every runtime seen is idle; a failure, if none was seen or they never were. */
async function idle(
  state: ExpectMatcherState,
  name: string,
  query: TaskQuery,
  options: Timed,
): Promise<MatcherReturnType | undefined> {
  const { log } = query;
  if (await waitUntil(log, () => log.seen && log.idle, timeoutOf(state, options))) return undefined;
  const why = log.seen
    ? 'a runtime was not idle in time, so it cannot be said'
    : 'no runtime was seen, so it says nothing';
  return failed(state, name, query, `: ${why}`);
}

function timeoutOf(state: ExpectMatcherState, { timeout }: Timed): number {
  return timeout ?? state.timeout;
}

function tasksOf(name: string, received: unknown): TaskQuery {
  if (received instanceof TaskQuery) return received;
  throw takes(name, 'tasks (`tasks`, `tasks.named("upload")`, `tasks.failed()` …)', received);
}

function verdict(
  state: ExpectMatcherState,
  name: string,
  query: TaskQuery,
  pass: boolean,
  wanted: string,
): MatcherReturnType {
  const not = state.isNot ? 'not ' : '';
  return {
    pass,
    name,
    message: () => `Expected ${query.description} ${not}${wanted}\n\n${seenText(query)}`,
  };
}

/** Fails whatever was asked for, the contrary included. */
function failed(state: ExpectMatcherState, name: string, query: TaskQuery, wanted: string): MatcherReturnType {
  return verdict(state, name, query, state.isNot, wanted);
}

/** Playwright's own: it is hidden by ours of the same name. */
async function countLocator(
  state: ExpectMatcherState,
  received: Locator,
  count: number,
  options: Timed,
): Promise<MatcherReturnType> {
  const isLocator = typeof received === 'object' && received !== null && 'locator' in received;
  if (!isLocator) throw takes('toHaveCount', 'tasks or a Locator', received);
  const timeout = options.timeout === undefined ? {} : { timeout: options.timeout };
  if (state.isNot) await base(received).not.toHaveCount(count, timeout);
  else await base(received).toHaveCount(count, timeout);
  return { pass: !state.isNot, message: () => '' };
}
