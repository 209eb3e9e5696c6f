import { nameGroup } from './alike.ts';
import { ENDINGS, type Ending, endingOf, retriesOf } from './endings.ts';
import { errorsMet } from './errors-met.ts';
import { createGroups } from './groups.ts';
import { backOffs, heldAfterTimeout, lengthOf } from './stretches.ts';
import type { TaskDiffListener } from './task-diff.ts';
import type { TaskKey, TaskModel } from './types.ts';

/** What retrying cost, of all tasks or of those that have something in common. Times in ms, exact to the µs. */
export interface Figures {
  readonly tasks: number;
  /** Tasks of which it is known how many attempts they made; of the others nothing is summed, nothing taken for 0. */
  readonly reported: number;
  /** Tasks that ran, and of whose attempts nobody told. */
  readonly unreported: number;
  /** Calls of those `reported`: one each, and one more for each retry of any retry layer. */
  readonly attempts: number;
  readonly retries: number;
  /** Ended tasks that were retried, and those of them that a retry brought to success. */
  readonly retried: number;
  readonly paidOff: number;
  /** Tasks that ended in `error`, and those of them whose error the runtime called retryable. */
  readonly failed: number;
  readonly gaveUp: number;
  readonly endings: Readonly<Record<Ending, number>>;
  readonly backOff: BackOffFigures;
}

export interface BackOffFigures {
  readonly waits: number;
  /** Of the waits whose real length was told: what was planned for them, and what it became. */
  readonly planned: number;
  readonly real: number;
  /** Waits that go on, or whose real length nobody told, and what was planned for them. */
  readonly unmeasured: number;
  readonly unmeasuredPlanned: number;
  /** Attempts that were let go with their waits: the sums are at least what they say. */
  readonly leftOut: number;
}

/** How often one error was met. */
export interface ErrorFigures {
  /** Failed attempts, and failed tasks of whose attempts nobody told. */
  readonly attempts: number;
  /** Those of them whose error was retryable. */
  readonly retryable: number;
  /** Tasks that ended with it in `error`. */
  readonly ended: number;
}

export interface HeldFigures {
  /** Tasks that held their slot after a timeout had fired, and for how long in all, ms. */
  readonly tasks: number;
  readonly ms: number;
  readonly longest: { readonly key: TaskKey; readonly ms: number } | undefined;
}

export interface AccountingFigures {
  readonly all: Figures;
  /** By what names have in common (`nameGroup`); beyond `MAX_GROUPS` of them under `OTHERS`, as in the other maps. */
  readonly byName: ReadonlyMap<string, Figures>;
  /** By the key of the runtime. */
  readonly byRuntime: ReadonlyMap<string, Figures>;
  /** By what failures have in common (`errorGroup`). */
  readonly byError: ReadonlyMap<string, ErrorFigures>;
  readonly held: HeldFigures;
}

/** Sums over tasks that follow what changes: what `createTaskDiff` tells is added and taken off again. */
export interface Accounting extends TaskDiffListener {
  /** As of now. `untilOf` tells, of a task that goes on, up to when that is known, epoch ms; undefined: nobody can tell. */
  readonly figures: (untilOf: (task: TaskModel) => number | undefined) => AccountingFigures;
  readonly reset: () => void;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Sums are kept in whole µs, so that what was added can be taken off without a trace. */
const MICRO = 1000;
const micro = (ms: number): number => Math.round(ms * MICRO);

/**
 * Sums up what retrying cost.
 * @example
 * const accounting = createAccounting();
 * for (const task of model.tasks.values()) accounting.come(task);
 * accounting.figures(() => Date.now()).all.backOff.real; // ms
 */
export function createAccounting(): Accounting {
  let all = noSums();
  const byName = createGroups(noSums, isNone);
  const byRuntime = createGroups(noSums, isNone);
  const byError = createGroups(noErrors, (sums) => sums.attempts === 0 && sums.ended === 0);
  /** Of tasks that a timeout caught: ended ones in µs, the others as they are. */
  const held = new Map<TaskKey, number>();
  const holding = new Map<TaskKey, TaskModel>();

  const change = (task: TaskModel, sign: 1 | -1): void => {
    const cost = costOf(task);
    add(all, cost, sign);
    byName.change(nameGroup(task.name), (sums) => add(sums, cost, sign));
    byRuntime.change(task.runtimeKey, (sums) => add(sums, cost, sign));
    for (const { group, retryable, ended, attempt } of errorsMet(task)) {
      byError.change(group, (sums) => {
        if (attempt) sums.attempts += sign;
        if (attempt && retryable) sums.retryable += sign;
        if (ended) sums.ended += sign;
      });
    }
    if (!task.layers.some((layer) => layer.timeoutFiredAt !== undefined)) return;
    if (sign === -1) {
      held.delete(task.key);
      holding.delete(task.key);
    } else if (task.endedAt === undefined) holding.set(task.key, task);
    else held.set(task.key, micro(lengthOf(heldAfterTimeout(task, task.endedAt))));
  };

  return {
    come: (task) => change(task, 1),
    gone: (task) => change(task, -1),
    figures: (untilOf) => ({
      all: told(all),
      byName: new Map([...byName.groups].map(([name, sums]) => [name, told(sums)])),
      byRuntime: new Map([...byRuntime.groups].map(([key, sums]) => [key, told(sums)])),
      byError: new Map([...byError.groups].map(([group, sums]) => [group, { ...sums }])),
      held: heldFigures(held, holding, untilOf),
    }),
    reset() {
      all = noSums();
      for (const groups of [byName, byRuntime, byError]) groups.clear();
      held.clear();
      holding.clear();
    },
  };
}

/** The figures of these tasks, in one go. `until`: where stretches end that go on, epoch ms. */
export function accountingOf(tasks: Iterable<TaskModel>, until: number): AccountingFigures {
  const accounting = createAccounting();
  for (const task of tasks) accounting.come(task);
  return accounting.figures(() => until);
}

/** What one task adds: the same object each time. */
function costOf(task: TaskModel): Sums {
  const sums = scratch.fill(0);
  const ran = task.startedAt !== undefined;
  const known = ran && task.layers.length > 0;
  const retries = retriesOf(task);
  const ending = endingOf(task);
  sums[AT.tasks] = 1;
  if (known) {
    sums[AT.reported] = 1;
    sums[AT.attempts] = 1 + retries;
    sums[AT.retries] = retries;
  } else if (ran) sums[AT.unreported] = 1;
  if (task.state === 'error') {
    sums[AT.failed] = 1;
    if (task.retryable) sums[AT.gaveUp] = 1;
  }
  if (ending !== undefined) {
    sums[ENDINGS_AT + ENDINGS.indexOf(ending)] = 1;
    if (retries > 0) sums[AT.retried] = 1;
    if (ending === 'after-retries') sums[AT.paidOff] = 1;
  }
  sums[AT.leftOut] = task.attemptsLeftOut;
  for (const { planned = 0, real } of backOffs(task)) {
    bump(sums, AT.waits, 1);
    if (real === undefined) {
      bump(sums, AT.unmeasured, 1);
      bump(sums, AT.unmeasuredPlanned, micro(planned));
    } else {
      bump(sums, AT.planned, micro(planned));
      bump(sums, AT.real, micro(real));
    }
  }
  return sums;
}

function heldFigures(
  held: ReadonlyMap<TaskKey, number>,
  holding: ReadonlyMap<TaskKey, TaskModel>,
  untilOf: (task: TaskModel) => number | undefined,
): HeldFigures {
  let sum = 0;
  let tasks = 0;
  let longest: { key: TaskKey; ms: number } | undefined;
  const take = (key: TaskKey, micros: number): void => {
    if (micros <= 0) return;
    sum += micros;
    tasks += 1;
    if (longest === undefined || micros / MICRO > longest.ms) longest = { key, ms: micros / MICRO };
  };
  for (const [key, micros] of held) take(key, micros);
  for (const [key, task] of holding) {
    const until = untilOf(task);
    if (until !== undefined) take(key, micro(lengthOf(heldAfterTimeout(task, until))));
  }
  return { tasks, ms: sum / MICRO, longest };
}

/** All sums of a group in one row of numbers, since they are added by the million. */
type Sums = Float64Array;
const AT = {
  tasks: 0,
  reported: 1,
  unreported: 2,
  attempts: 3,
  retries: 4,
  retried: 5,
  paidOff: 6,
  failed: 7,
  gaveUp: 8,
  waits: 9,
  planned: 10,
  real: 11,
  unmeasured: 12,
  unmeasuredPlanned: 13,
  leftOut: 14,
} as const;
const ENDINGS_AT = 15;
const LENGTH = ENDINGS_AT + ENDINGS.length;

const noSums = (): Sums => new Float64Array(LENGTH);
const isNone = (sums: Sums): boolean => sums[AT.tasks] === 0;
const scratch = noSums();

function bump(sums: Sums, at: number, by: number): void {
  sums[at] = (sums[at] ?? 0) + by;
}

function add(sums: Sums, cost: Sums, sign: 1 | -1): void {
  for (let at = 0; at < LENGTH; at += 1) bump(sums, at, sign * (cost[at] ?? 0));
}

function noErrors(): Mutable<ErrorFigures> {
  return { attempts: 0, retryable: 0, ended: 0 };
}

function told(sums: Sums): Figures {
  const of = (name: keyof typeof AT): number => sums[AT[name]] ?? 0;
  const endings = Object.fromEntries(ENDINGS.map((ending, index) => [ending, sums[ENDINGS_AT + index] ?? 0]));
  return {
    tasks: of('tasks'),
    reported: of('reported'),
    unreported: of('unreported'),
    attempts: of('attempts'),
    retries: of('retries'),
    retried: of('retried'),
    paidOff: of('paidOff'),
    failed: of('failed'),
    gaveUp: of('gaveUp'),
    endings: endings as Record<Ending, number>,
    backOff: {
      waits: of('waits'),
      planned: of('planned') / MICRO,
      real: of('real') / MICRO,
      unmeasured: of('unmeasured'),
      unmeasuredPlanned: of('unmeasuredPlanned') / MICRO,
      leftOut: of('leftOut'),
    },
  };
}
