import type { Model } from '../model/model.ts';
import type { TaskKey, TaskModel } from '../model/types.ts';

/** `error`: it does harm now; `warning`: it will; `note`: worth knowing. */
export type Severity = 'error' | 'warning' | 'note';

export const RULE_IDS = [
  'network-not-retryable',
  'retry-after-in-seconds',
  'retries-together',
  'retry-around-timeout',
  'fallback-unreached',
  'signal-ignored',
  'retries-multiply',
  'unbounded-retry',
  'client-error-retried',
  'waits-for-child',
  'retry-after-ignored',
  'bug-retried',
  'blocked-by-back-off',
  'retry-storm',
] as const;

export type RuleId = (typeof RULE_IDS)[number];

/** What a finding says in figures; the words for them are by rule (`words.ts`, and the panel's catalogs). */
export interface Facts {
  /** Tasks that show it. */
  readonly tasks: number;
  /** How bad the worst case is: ms, attempts or tasks, as the rule says. */
  readonly worst: number;
  /** A name, type or message of that case; '' where it has none. */
  readonly example: string;
}

/** A moment at which it showed. */
export interface Moment {
  /** Epoch ms. */
  readonly at: number;
  readonly tasks: number;
}

/** One finding: a rule, and all tasks that show it. */
export interface Insight {
  readonly rule: RuleId;
  readonly severity: Severity;
  /** In the order of the model. */
  readonly tasks: readonly TaskKey[];
  readonly facts: Facts;
  /** For what happens between tasks: when. In order of time. */
  readonly moments: readonly Moment[];
}

/** One case of it. */
export interface Case {
  readonly worst: number;
  readonly example: string;
}

/** A rule that looks at one task alone. */
export interface TaskRule {
  readonly id: RuleId;
  readonly severity: Severity;
  readonly look: (row: TaskModel) => Case | undefined;
}

/** A rule that looks at tasks together. */
export interface ModelRule {
  readonly id: RuleId;
  readonly severity: Severity;
  readonly look: (model: Model) => ModelCase | undefined;
}

export interface ModelCase extends Case {
  readonly tasks: Iterable<TaskKey>;
  readonly moments?: readonly Moment[];
}

/** The worst of some cases; undefined without any. */
export function worstOf(cases: Iterable<Case | undefined>): Case | undefined {
  let worst: Case | undefined;
  for (const one of cases) if (one && (worst === undefined || one.worst > worst.worst)) worst = one;
  return worst;
}
