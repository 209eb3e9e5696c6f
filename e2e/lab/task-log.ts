import type { Runtime } from 'tasklens';

/** The moments of one task as the app itself heard them. Epoch ms. */
export interface LoggedTask {
  readonly name: string;
  readonly registeredAt: number;
  startedAt?: number;
  endedAt?: number;
}

declare global {
  /** By task, in the order of registration. */
  var taskLog: LoggedTask[];
}

/** Keeps what the app hears on its runtime's own bus: what a panel shows can be compared with it. */
export function keepTaskLog(runtime: Runtime): void {
  const byId = new Map<string, LoggedTask>();
  globalThis.taskLog = [];
  runtime.events.on('task:registered', ({ id, name, at }) => {
    const task = { name, registeredAt: at };
    byId.set(id, task);
    globalThis.taskLog.push(task);
  });
  runtime.events.on('task:started', ({ id, at }) => {
    const task = byId.get(id);
    if (task) task.startedAt = at;
  });
  runtime.events.on('task:done', ({ id, endedAt }) => {
    const task = byId.get(id);
    if (task) task.endedAt = endedAt;
  });
}
