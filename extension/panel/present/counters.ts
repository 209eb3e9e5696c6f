import type { SessionModel } from '../../../bridge/model/types.ts';
import type { Counters } from '../../../bridge/protocol.ts';

/** The counters of all documents together; each adds up, so the sum does. */
export function sumCounters(sessions: Iterable<SessionModel>): Counters {
  const sum = { emitted: 0, delivered: 0, dropped: 0, pending: 0, lost: 0 };
  for (const { counters } of sessions) {
    sum.emitted += counters.emitted;
    sum.delivered += counters.delivered;
    sum.dropped += counters.dropped;
    sum.pending += counters.pending;
    sum.lost += counters.lost;
  }
  return sum;
}
