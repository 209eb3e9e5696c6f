import type { TaskModel } from '../model/types.ts';
import type { WireError } from '../protocol.ts';

/** Every error that is known of a task: of its attempts, and the one it ended with. */
export function* errorsOf(row: TaskModel): Generator<WireError> {
  for (const { error } of row.attempts) if (error) yield error;
  if (row.error) yield row.error;
}

/** The errors after which there was another attempt. */
export function* retriedErrorsOf(row: TaskModel): Generator<WireError> {
  for (const { error, decision, plannedWait } of row.attempts) {
    // Where only `onAttempt` is wired there is a planned wait and no decision.
    if (error && (decision === 'retried' || (decision === undefined && plannedWait !== undefined))) yield error;
  }
}
