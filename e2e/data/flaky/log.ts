import type { LayerEvent, Runtime, RuntimeEvent, TaskContext } from 'tasklens';
import { isRetryable } from 'tasklens';

/** What the app itself heard, by the runtime's bus and by observers: tests compute from it what a view must show. */
export type LogEntry =
  | { readonly kind: 'task'; readonly runtime: string; readonly event: TaskEntry }
  | { readonly kind: 'layer'; readonly runtime: string; readonly task: string; readonly event: LayerEntry };

type WithError<E> = Omit<E, 'error'> & { readonly error?: LoggedError };

type TaskEntry = Exclude<RuntimeEvent, { type: 'task:done' }> | WithError<Extract<RuntimeEvent, { type: 'task:done' }>>;

type LayerEntry =
  | Exclude<LayerEvent, { type: 'attempt-end' }>
  | WithError<Extract<LayerEvent, { type: 'attempt-end' }>>;

export interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly type?: string;
  readonly retryable: boolean;
  readonly retryAfter?: number;
}

/** Gathers the log of some runtimes. */
export class Log {
  readonly entries: LogEntry[] = [];
  readonly #names = new Map<string, string>();

  listen(runtime: Runtime): void {
    this.#names.set(runtime.id, runtime.name);
    runtime.events.on('*', (event) => {
      this.entries.push({
        kind: 'task',
        runtime: runtime.name,
        event: event.type === 'task:done' ? withError(event) : event,
      });
    });
  }

  readonly observe = (event: LayerEvent, ctx: TaskContext): void => {
    const runtime = this.#names.get(ctx.task?.runtimeId ?? '');
    if (runtime === undefined || ctx.task === undefined) return;
    const told = event.type === 'attempt-end' ? withError(event) : event;
    this.entries.push({ kind: 'layer', runtime, task: ctx.task.id, event: told });
  };
}

function withError<E extends { readonly error?: unknown }>(event: E): WithError<E> {
  const { error, ...rest } = event;
  return 'error' in event ? { ...rest, error: logged(error) } : rest;
}

function logged(error: unknown): LoggedError {
  const { name, message, type, retryAfter } = Object(error);
  return {
    name: String(name),
    message: String(message),
    retryable: isRetryable(error),
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof retryAfter === 'number' ? { retryAfter } : {}),
  };
}
