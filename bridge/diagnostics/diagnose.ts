import type { Model } from '../model/model.ts';
import type { TaskKey, TaskModel } from '../model/types.ts';
import { blockedByBackOff } from './blocked-by-back-off.ts';
import { bugRetried } from './bug-retried.ts';
import { clientErrorRetried } from './client-error-retried.ts';
import { fallbackUnreached } from './fallback-unreached.ts';
import { networkNotRetryable } from './network-not-retryable.ts';
import { retriesMultiply } from './retries-multiply.ts';
import { retriesTogether } from './retries-together.ts';
import { retryAfterIgnored } from './retry-after-ignored.ts';
import { retryAfterInSeconds } from './retry-after-in-seconds.ts';
import { retryAroundTimeout } from './retry-around-timeout.ts';
import { retryStorm } from './retry-storm.ts';
import {
  type Case,
  type Insight,
  type ModelRule,
  RULE_IDS,
  type RuleId,
  type Severity,
  type TaskRule,
} from './rule.ts';
import { signalIgnored } from './signal-ignored.ts';
import { unboundedRetry } from './unbounded-retry.ts';
import { waitsForChild } from './waits-for-child.ts';

const OF_TASKS: readonly TaskRule[] = [
  networkNotRetryable,
  retryAfterInSeconds,
  retryAroundTimeout,
  fallbackUnreached,
  signalIgnored,
  retriesMultiply,
  unboundedRetry,
  clientErrorRetried,
  retryAfterIgnored,
  bugRetried,
];

const OF_MODELS: readonly ModelRule[] = [retriesTogether, waitsForChild, blockedByBackOff, retryStorm];

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

type Cases = readonly (Case | undefined)[];

/** What each rule said of a row. A row never changes, so it is looked at once, however often the model is. */
const looked = new WeakMap<TaskModel, Cases>();

const NOTHING: Cases = [];

function casesOf(row: TaskModel): Cases {
  // Most tasks succeed at once, and no rule has anything to say of them.
  if (row.layers.length === 0 && row.error === undefined && row.attempts.length === 0) return NOTHING;
  const known = looked.get(row);
  if (known) return known;
  const cases = OF_TASKS.map((rule) => rule.look(row));
  const kept = cases.some((one) => one !== undefined) ? cases : NOTHING;
  looked.set(row, kept);
  return kept;
}

/**
 * What is wrong with how tasks are retried, timed and queued, as far as the model shows it: the gravest first. Pure; called
 * again after a change, it looks only at the rows that are new, but for the rules that look at tasks together.
 *
 * @example
 * ```ts
 * for (const { rule, facts } of diagnose(model)) console.log(WORDS[rule].why(facts), WORDS[rule].mend);
 * ```
 */
export function diagnose(model: Model): Insight[] {
  const found = OF_TASKS.map(() => ({ tasks: [] as TaskKey[], worst: undefined as Case | undefined }));
  for (const row of model.tasks.values()) {
    const cases = casesOf(row);
    for (let at = 0; at < cases.length; at++) {
      const [one, finding] = [cases[at], found[at]];
      if (!one || !finding) continue;
      finding.tasks.push(row.key);
      if (finding.worst === undefined || one.worst > finding.worst.worst) finding.worst = one;
    }
  }
  const insights: Insight[] = [];
  OF_TASKS.forEach(({ id, severity }, at) => {
    const { tasks = [], worst } = found[at] ?? {};
    if (worst) insights.push(insight(id, severity, tasks, worst, []));
  });
  for (const { id, severity, look } of OF_MODELS) {
    const one = look(model);
    if (one) insights.push(insight(id, severity, [...one.tasks], one, one.moments ?? []));
  }
  const place = (one: Insight): number => RANK[one.severity] * RULE_IDS.length + RULE_IDS.indexOf(one.rule);
  return insights.sort((a, b) => place(a) - place(b));
}

function insight(
  rule: RuleId,
  severity: Severity,
  tasks: readonly TaskKey[],
  { worst, example }: Case,
  moments: Insight['moments'],
): Insight {
  return { rule, severity, tasks, facts: { tasks: tasks.length, worst, example }, moments };
}
