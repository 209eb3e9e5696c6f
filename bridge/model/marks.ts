import { isTerminal } from './invariants.ts';
import type { Rows } from './rows.ts';
import type { RuntimeState, SessionState } from './session-state.ts';
import type { TaskModel } from './types.ts';

/** What is known to be wrong with a row, by whoever saw it happen. */
export interface RowMarks extends Pick<TaskModel, 'runtimeId' | 'id' | 'registeredSeq' | 'partial' | 'violations'> {
  readonly stepsLost: boolean;
}

/** Names a task of one session, also where an id was used again. */
export function taskName(runtimeId: string, id: string, registeredSeq: number | undefined): string {
  return JSON.stringify([runtimeId, id, registeredSeq]);
}

export function withMarks(row: TaskModel, { partial, stepsLost, violations }: RowMarks): TaskModel {
  return { ...row, partial, violations, ...(stepsLost ? { stepsLost: true } : {}) };
}

/**
 * Steps of attempts were dropped: of tasks that run, or that have ended without a word of their attempts. Each is marked once,
 * since gaps may come by the thousand.
 */
export function markSilent(rows: Rows, state: SessionState): void {
  for (const marked of [state.running, state.silent]) {
    for (const key of marked) {
      const row = rows.tasks.get(key);
      if (row && !row.stepsLost) rows.put({ ...row, partial: true, stepsLost: true });
    }
    marked.clear();
  }
}

/** Events of a runtime up to `seq` were dropped: what is live by our account may not be. */
export function markLive(rows: Rows, runtime: RuntimeState, seq: number): void {
  for (const key of runtime.latest.values()) {
    const row = rows.tasks.get(key);
    if (!row || row.partial || isTerminal(row.state) || (row.registeredSeq ?? 0) > seq) continue;
    rows.put({ ...row, partial: true });
  }
}

/**
 * A new snapshot up to `seq` told these. Of what else was live here the end was lost, and with it what it ended as: it is
 * counted as dropped, not shown as if it still went on. What was told is whole again, as far as it has been heard.
 */
export function settleLive(
  rows: Rows,
  state: SessionState,
  runtime: RuntimeState,
  told: ReadonlySet<string>,
  seq: number,
): void {
  for (const row of rows.tasks.values()) {
    if (row.runtimeKey !== runtime.key || (row.registeredSeq ?? 0) > seq) continue;
    if (!told.has(row.id) || runtime.latest.get(row.id) !== row.key) {
      if (!isTerminal(row.state)) rows.remove(row);
    } else if (row.partial) {
      const { stepsLost: _, ...whole } = row;
      rows.put({ ...whole, partial: isPartial(row) });
      if (row.state === 'running') state.running.add(row.key);
    }
  }
}

function isPartial({ registeredSeq, startedSeq, startedAt, attempts }: TaskModel): boolean {
  if (registeredSeq === undefined || (startedAt !== undefined && startedSeq === undefined)) return true;
  return attempts.some((attempt) => attempt.startedAt === undefined);
}
