import { attemptCount } from '../../../bridge/model/selectors.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { errorTitle } from '../present/error.ts';

/** A string literal of TypeScript: JSON's, in single quotes as tests are written. */
function literal(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function lines(task: TaskModel): readonly string[] {
  const named = `tasks.named(${literal(task.name)})`;
  const count = attemptCount(task);
  const said = [`await expect(${named}).toReach(${literal(task.state)});`];
  if (count.kind === 'counted' && task.reported !== 'none') {
    said.push(`await expect(${named}).toHaveAttempts(${count.attempts});`);
  }
  const causes = new Set<string>();
  for (const { error, decision } of task.attempts) {
    if (decision === 'retried' && error !== undefined) causes.add(errorTitle(error));
  }
  for (const cause of causes) said.push(`await expect(${named}).toHaveBeenRetriedBecause(${literal(cause)});`);
  return said;
}

/** What happened to tasks as assertions of `tasklens/playwright`: where they got to, in how many attempts, and why. */
export function asPlaywright(tasks: readonly TaskModel[]): string {
  return `${[...new Set(tasks.flatMap(lines))].join('\n')}\n`;
}
