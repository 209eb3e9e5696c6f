import type { Decision } from '../../runtime/hub.ts';
import type { WireLedgerEvent } from '../protocol.ts';
import type { TaskModel } from './types.ts';

const GOOD: ReadonlySet<Decision> = new Set(['succeeded', 'fallback', 'repeated', 'until', 'while', 'schedule-ended']);

/**
 * A run of middlewares that no runtime knows ("untracked"): it has no task events, so its row lives by its outermost
 * layer. `before` is the row as it was, `after` the one in which the step is already noted.
 */
export function untrackedRow(before: TaskModel, after: TaskModel, event: WireLedgerEvent): TaskModel {
  const begun = after.startedAt === undefined ? begin(after, event) : after;
  if (event.type !== 'layer-end' || event.layer !== before.layers[0]?.layer) return begun;
  const ended: TaskModel = { ...begun, endedAt: event.at, doneSeq: event.seq, retrying: false };
  if (GOOD.has(event.outcome)) return { ...ended, state: 'success' };
  const error = begun.attempts.findLast((attempt) => attempt.layer === event.layer)?.error;
  if (event.outcome === 'cancelled') return { ...ended, state: 'cancelled', error };
  return { ...ended, state: 'error', error, retryable: error?.retryable === true };
}

function begin(row: TaskModel, event: WireLedgerEvent): TaskModel {
  const at = row.layers[0]?.startedAt;
  const partial = event.type !== 'layer-start';
  return {
    ...row,
    name: row.layers[0]?.label ?? row.id,
    state: 'running',
    registeredAt: at,
    startedAt: at,
    registeredSeq: event.seq,
    partial,
  };
}
