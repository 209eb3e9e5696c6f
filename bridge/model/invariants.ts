import type { TaskState } from '../../runtime/hub.ts';
import { TASK_TRANSITIONS } from '../../runtime/index.ts';
import type { LayerModel, TaskModel, Violation } from './types.ts';

/** What must not happen is shown on the task, but a page that does it all day does not fill the memory. */
const MAX_VIOLATIONS = 20;

const TERMINAL: ReadonlySet<TaskState> = new Set(['success', 'error', 'cancelled']);

export function isTerminal(state: TaskState): boolean {
  return TERMINAL.has(state);
}

/** An event of a task that has already ended, told by a seq after that of its end. */
export function afterTerminal(row: TaskModel, type: string, seq: number): Violation | undefined {
  if (row.doneSeq === undefined || seq < row.doneSeq) return undefined;
  return { rule: 'after-terminal', detail: `${type} (seq ${seq}) after task:done (seq ${row.doneSeq})` };
}

/** Two ends of one task. */
export function secondEnd(row: TaskModel, seq: number): Violation | undefined {
  if (row.doneSeq === undefined || row.doneSeq === seq) return undefined;
  return { rule: 'second-end', detail: `task:done (seq ${seq}) after task:done (seq ${row.doneSeq})` };
}

/** A step that the runtime's own table does not have. Where a part of the story was lost nothing is claimed. */
export function unknownTransition(row: TaskModel, to: TaskState): Violation | undefined {
  if (row.partial) return undefined;
  if (TASK_TRANSITIONS.some((step) => step.from === row.state && step.to === to)) return undefined;
  return { rule: 'unknown-transition', detail: `${row.state} → ${to}` };
}

/** An attempt whose number does not follow, or lies over the layer's limit. */
export function attemptNumber(row: TaskModel, layer: LayerModel, attempt: number): Violation | undefined {
  if (layer.limit !== undefined && attempt > layer.limit) {
    return { rule: 'over-limit', detail: `attempt ${attempt} of at most ${layer.limit} (layer ${layer.layer})` };
  }
  if (row.partial || attempt === layer.attempts + 1) return undefined;
  return {
    rule: 'attempt-jump',
    detail: `attempt ${attempt} after attempt ${layer.attempts} (layer ${layer.layer})`,
  };
}

/** The row with the violation noted, or the same row. */
export function noted(row: TaskModel, violation: Violation | undefined): TaskModel {
  if (!violation || row.violations.length >= MAX_VIOLATIONS) return row;
  return { ...row, violations: [...row.violations, violation] };
}
