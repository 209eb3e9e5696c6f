import { isTerminal } from './invariants.ts';
import type { Rows } from './rows.ts';
import type { RuntimeState, SessionState } from './session-state.ts';
import type { TaskModel } from './types.ts';

/** Steps of attempts were dropped: of tasks that run, or that have ended without a word of their attempts. */
export function markSilent(rows: Rows, state: SessionState): void {
  for (const { latest } of state.runtimes.values()) {
    for (const key of latest.values()) {
      const row = rows.tasks.get(key);
      if (row?.state !== 'running' && !state.silent.has(key)) continue;
      if (row && !row.stepsLost) rows.put({ ...row, partial: true, stepsLost: true });
    }
  }
  state.silent.clear();
}

/** Events of a runtime were dropped, or its snapshot does not know a task: what is live by our account may not be. */
export function markLive(rows: Rows, runtime: RuntimeState, which: (row: TaskModel) => boolean): void {
  for (const key of runtime.latest.values()) {
    const row = rows.tasks.get(key);
    if (row && !row.partial && !isTerminal(row.state) && which(row)) rows.put({ ...row, partial: true });
  }
}
