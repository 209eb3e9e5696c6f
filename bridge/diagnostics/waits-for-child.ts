import type { Model } from '../model/model.ts';
import type { TaskKey, TaskModel } from '../model/types.ts';
import type { ModelRule } from './rule.ts';

/**
 * Tasks that hold every slot of their runtime while tasks that they enqueued there wait for one. Probably they await them: then
 * none of them ever ends. Also after the fact: a parent that timed out, and whose child began only then.
 */
export const waitsForChild: ModelRule = {
  id: 'waits-for-child',
  severity: 'error',
  look(model) {
    const tasks = new Set<TaskKey>();
    let example = '';
    for (const parents of stuckParents(model)) {
      for (const parent of parents) tasks.add(parent.key);
      example ||= parents[0]?.name ?? '';
    }
    return tasks.size === 0 ? undefined : { tasks, worst: tasks.size, example };
  },
};

function* stuckParents(model: Model): Generator<TaskModel[]> {
  const byName = new Map<string, TaskModel>();
  const children: TaskModel[] = [];
  const running = new Map<string, TaskModel[]>();
  for (const row of model.tasks.values()) {
    if (row.parent !== undefined) children.push(row);
    if (row.state !== 'running') continue;
    const of = running.get(row.runtimeKey);
    if (of) of.push(row);
    else running.set(row.runtimeKey, [row]);
  }
  if (children.length === 0) return;
  for (const row of model.tasks.values()) byName.set(`${row.runtimeKey} ${row.id}`, row);
  const parentOf = (child: TaskModel): TaskModel | undefined => byName.get(`${child.runtimeKey} ${child.parent}`);
  const waiting = new Set(children.filter((child) => child.state === 'pending').map(parentOf));
  for (const [key, holders] of running) {
    const slots = model.runtimes.get(key)?.concurrency ?? Number.POSITIVE_INFINITY;
    if (holders.length >= slots && holders.every((row) => waiting.has(row))) yield holders;
  }
  for (const child of children) {
    const parent = parentOf(child);
    if (parent && child.registeredAt !== undefined && brokenByTimeout(parent, child)) yield [parent];
  }
}

/** The parent's timeout ended it while the child was still in the queue. */
function brokenByTimeout(parent: TaskModel, child: TaskModel): boolean {
  if (parent.endedAt === undefined || !parent.layers.some((layer) => layer.timeoutFiredAt !== undefined)) return false;
  const begun = child.startedAt ?? child.endedAt ?? Number.POSITIVE_INFINITY;
  return parent.state === 'error' && (child.registeredAt ?? 0) < parent.endedAt && begun >= parent.endedAt;
}
