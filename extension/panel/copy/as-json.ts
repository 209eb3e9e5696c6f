import type { Model } from '../../../bridge/model/model.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';

/** Tasks as JSON, every name and text exactly as it is; one task alone, several as a list. */
export function asJson(tasks: readonly TaskModel[], model: Model): string {
  const records = tasks.map((task) => {
    const { key: _key, runtimeKey, session, ...rest } = task;
    return { runtime: model.runtimes.get(runtimeKey)?.name, page: model.sessions.get(session)?.url, ...rest };
  });
  return JSON.stringify(records.length === 1 ? records[0] : records, null, 2);
}
