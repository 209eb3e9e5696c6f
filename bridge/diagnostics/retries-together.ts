import type { TaskKey } from '../model/types.ts';
import { type RetryStart, retryStarts } from './retry-starts.ts';
import type { ModelRule, Moment } from './rule.ts';

/** ms within which retries count as landing together. */
export const TOGETHER = 50;
/** So many tasks make a crowd. */
export const CROWD = 5;

/**
 * Retries of many tasks in the same moment, after the same wait: those who failed together come back together and hit the
 * server as one. With jitter their waits would differ.
 */
export const retriesTogether: ModelRule = {
  id: 'retries-together',
  severity: 'warning',
  look(model) {
    const tasks = new Set<TaskKey>();
    const moments: Moment[] = [];
    const byWait = new Map<number, RetryStart[]>();
    for (const start of retryStarts(model)) {
      if (start.planned <= 0) continue;
      const same = byWait.get(start.planned);
      if (same) same.push(start);
      else byWait.set(start.planned, [start]);
    }
    for (const starts of byWait.values()) {
      for (let from = 0; from < starts.length; ) {
        const first = starts[from]?.at ?? 0;
        let to = from;
        const keys = new Set<TaskKey>();
        for (let next = starts[to]; next && next.at < first + TOGETHER; next = starts[++to]) keys.add(next.row.key);
        if (keys.size >= CROWD) {
          moments.push({ at: first, tasks: keys.size });
          for (const key of keys) tasks.add(key);
          from = to;
        } else from++;
      }
    }
    if (moments.length === 0) return undefined;
    const most = moments.reduce((a, b) => (b.tasks > a.tasks ? b : a));
    return { tasks, worst: most.tasks, example: '', moments: moments.sort((a, b) => a.at - b.at) };
  },
};
