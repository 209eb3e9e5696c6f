import { diagnose } from '../diagnostics/diagnose.ts';
import type { Insight, RuleId } from '../diagnostics/rule.ts';
import { attemptCount } from '../model/selectors.ts';
import type { TaskModel } from '../model/types.ts';
import type { TaskLog } from './task-log.ts';
import { stateOf, type TaskStateName } from './task-query.ts';

/** `never`: whatever comes, it will not hold any more. */
export type Verdict = 'holds' | 'not yet' | 'never';

const ENDED: ReadonlySet<TaskStateName> = new Set(['success', 'error', 'cancelled']);

/** The worst of some; nothing at all is not yet. */
function every<T>(items: readonly T[], check: (item: T) => Verdict): Verdict {
  const verdicts = items.map(check);
  if (verdicts.includes('never')) return 'never';
  return verdicts.length > 0 && verdicts.every((one) => one === 'holds') ? 'holds' : 'not yet';
}

/** Every one of them is in that state or was. */
export function reached(rows: readonly TaskModel[], state: TaskStateName): Verdict {
  return every(rows, (row) => {
    if (wasIn(row, state)) return 'holds';
    return ENDED.has(stateOf(row)) ? 'never' : 'not yet';
  });
}

function wasIn(row: TaskModel, state: TaskStateName): boolean {
  if (stateOf(row) === state) return true;
  if (state === 'pending') return row.registeredAt !== undefined;
  if (state === 'running') return row.startedAt !== undefined;
  return state === 'retrying' && row.attempts.some((attempt) => attempt.decision === 'retried');
}

export function hasAttempts(rows: readonly TaskModel[], count: number): Verdict {
  return every(rows, (row) => {
    const seen = attemptCount(row);
    const ended = ENDED.has(stateOf(row));
    if (seen.kind !== 'counted') return ended ? 'never' : 'not yet';
    if (seen.attempts === count) return 'holds';
    return ended || seen.attempts > count ? 'never' : 'not yet';
  });
}

/** Tasks that ran, and of whose attempts nothing was told. */
export function notReported(rows: readonly TaskModel[]): TaskModel[] {
  return rows.filter((row) => attemptCount(row).kind === 'not-reported');
}

/** What a retry may be asked for: the class of its error, its type, or what it says. */
export type Because = string | RegExp | (abstract new (...args: never[]) => unknown);

export function retriedBecause(rows: readonly TaskModel[], because: Because): Verdict {
  return every(rows, (row) => {
    if (reasonsOf(row).some((error) => fits(error, because))) return 'holds';
    return ENDED.has(stateOf(row)) ? 'never' : 'not yet';
  });
}

interface Reason {
  readonly class: string;
  readonly name: string;
  readonly type?: string;
  readonly message: string;
}

/** The errors after which it was tried again. */
export function reasonsOf(row: TaskModel): Reason[] {
  return row.attempts.flatMap(({ error, decision, plannedWait }) =>
    error && (decision === 'retried' || (decision === undefined && plannedWait !== undefined)) ? [error] : [],
  );
}

function fits({ class: name, name: own, type, message }: Reason, because: Because): boolean {
  if (because instanceof RegExp) return new RegExp(because).test(`${name}: ${message}`);
  const wanted = typeof because === 'string' ? because : because.name;
  return name === wanted || own === wanted || (typeof because === 'string' && type === because);
}

export interface Limits {
  /** Attempts that any task may have. */
  readonly attemptsPerTask?: number | undefined;
  /** Tasks of one runtime that may run at a time. */
  readonly concurrency?: number | undefined;
}

/** Which limits were passed, in words; what was not reported cannot be said to have stayed within. */
export function passed(rows: readonly TaskModel[], limits: Limits): string[] {
  const found: string[] = [];
  const { attemptsPerTask, concurrency } = limits;
  if (attemptsPerTask !== undefined) {
    for (const row of rows) {
      const seen = attemptCount(row);
      if (seen.kind === 'counted' && seen.attempts > attemptsPerTask) {
        found.push(`${JSON.stringify(row.name)} had ${seen.attempts} attempts, of at most ${attemptsPerTask}`);
      }
    }
  }
  if (concurrency !== undefined) {
    for (const [runtime, most] of mostAtOnce(rows)) {
      if (most > concurrency) found.push(`${most} tasks of ${runtime} ran at a time, of at most ${concurrency}`);
    }
  }
  return found;
}

/** By runtime key: the most of them that ran at one time. One that ends when another begins does not count beside it. */
function mostAtOnce(rows: readonly TaskModel[]): Map<string, number> {
  const turns = new Map<string, { readonly at: number; readonly by: 1 | -1 }[]>();
  for (const { runtimeKey, startedAt, endedAt } of rows) {
    if (startedAt === undefined) continue;
    const of = turns.get(runtimeKey) ?? [];
    turns.set(runtimeKey, of);
    of.push({ at: startedAt, by: 1 });
    if (endedAt !== undefined) of.push({ at: endedAt, by: -1 });
  }
  const most = new Map<string, number>();
  for (const [runtime, of] of turns) {
    let now = 0;
    let high = 0;
    for (const { by } of of.sort((a, b) => a.at - b.at || a.by - b.by)) {
      now += by;
      high = Math.max(high, now);
    }
    most.set(runtime, high);
  }
  return most;
}

/** The findings that concern any of them. */
export function insightsOf(log: TaskLog, rows: readonly TaskModel[], except: readonly RuleId[]): Insight[] {
  const keys = new Set(rows.map((row) => row.key));
  return diagnose(log.model).filter(({ rule, tasks }) => !except.includes(rule) && tasks.some((key) => keys.has(key)));
}
