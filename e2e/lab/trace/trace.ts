import type { Decision, LayerEvent, LayerKind, LayerObserver, Runtime, TaskContext, TaskFn, TaskState } from 'tasklens';
import { CancelledError } from 'tasklens';

// What a figure draws is what the runtime said (its bus, its layers) and what the bodies themselves wrote down. All times are ms from
// the start of the run.

/** One call of a body. */
export interface CallTrace {
  readonly part: 'main' | 'fallback';
  readonly from: number;
  to?: number;
  outcome?: 'ok' | 'fail' | 'off';
}

export interface AttemptTrace {
  readonly attempt: number;
  readonly from: number;
  to?: number;
  error?: unknown;
  decision?: Decision;
  /** ms: the wait after it, as planned and as it was. */
  planned?: number;
  real?: number;
}

export interface LayerTrace {
  readonly layer: number;
  readonly kind: LayerKind;
  readonly from: number;
  readonly attempts: AttemptTrace[];
  readonly timeouts: number[];
  to?: number;
  outcome?: Decision;
}

export interface TaskTrace {
  readonly id: string;
  readonly name: string;
  /** The name of its runtime. */
  readonly runtime: string;
  readonly registeredAt: number;
  readonly calls: CallTrace[];
  readonly layers: LayerTrace[];
  /** When the body said that it is alive. */
  readonly resets: number[];
  state: TaskState;
  startedAt?: number;
  endedAt?: number;
  error?: unknown;
  retryable?: boolean;
}

export interface Trace {
  /** In the order of registration. */
  readonly tasks: readonly TaskTrace[];
  readonly watch: (runtime: Runtime) => void;
  readonly observe: LayerObserver;
  /** The body, with its calls written down. */
  readonly body: <T>(fn: TaskFn<T>, part?: CallTrace['part']) => TaskFn<T>;
  /** The body's sign of life, written down: no event tells of it. */
  readonly reset: (ctx: TaskContext) => void;
  /** ms since the start. */
  readonly now: () => number;
}

/** Writes down what happens, by the given clock. */
export function createTrace(clock: { readonly now: () => number }): Trace {
  const origin = clock.now();
  const now = (): number => clock.now() - origin;
  const tasks: TaskTrace[] = [];
  const byId = new Map<string, TaskTrace>();

  const watch = (runtime: Runtime): void => {
    runtime.events.on('*', (event) => {
      if (event.type === 'task:registered') {
        const task: TaskTrace = {
          id: event.id,
          name: event.name,
          runtime: runtime.name,
          registeredAt: event.at - origin,
          calls: [],
          layers: [],
          resets: [],
          state: 'pending',
        };
        tasks.push(task);
        byId.set(event.id, task);
        return;
      }
      const task = 'id' in event ? byId.get(event.id) : undefined;
      if (task === undefined) return;
      if (event.type === 'task:started') {
        task.state = 'running';
        task.startedAt = event.at - origin;
      } else if (event.type === 'task:done') {
        task.state = event.state;
        task.endedAt = event.endedAt - origin;
        task.retryable = event.retryable;
        if ('error' in event) task.error = event.error;
      }
    });
  };

  const observe: LayerObserver = (event, { task }) => {
    const traced = task && byId.get(task.id);
    if (traced) tellLayer(traced, event, event.at - origin);
  };

  const body: Trace['body'] = (fn, part = 'main') => {
    return async (ctx) => {
      const task = ctx.task && byId.get(ctx.task.id);
      const call: CallTrace = { part, from: now() };
      task?.calls.push(call);
      const end = (returned: boolean): void => {
        call.to = now();
        call.outcome = outcomeOf(returned, ctx.signal);
      };
      try {
        const value = await fn(ctx);
        end(true);
        return value;
      } catch (error) {
        end(false);
        throw error;
      }
    };
  };

  const reset: Trace['reset'] = (ctx) => {
    if (ctx.task) byId.get(ctx.task.id)?.resets.push(now());
    ctx.resetTimeout();
  };

  return { tasks, watch, observe, body, reset, now };
}

/** What a body returns after its budget ran out is dropped: such a call has failed, whatever it says. */
function outcomeOf(returned: boolean, signal: AbortSignal): NonNullable<CallTrace['outcome']> {
  if (signal.aborted) return signal.reason instanceof CancelledError ? 'off' : 'fail';
  return returned ? 'ok' : 'fail';
}

function tellLayer(task: TaskTrace, event: LayerEvent, at: number): void {
  if (event.type === 'layer-start') {
    task.layers.push({ layer: event.layer, kind: event.kind, from: at, attempts: [], timeouts: [] });
    return;
  }
  const layer = task.layers.find((one) => one.layer === event.layer);
  if (layer === undefined) return;
  if (event.type === 'attempt-start') layer.attempts.push({ attempt: event.attempt, from: at });
  else if (event.type === 'timeout-fired') layer.timeouts.push(at);
  else if (event.type === 'layer-end') {
    layer.to = at;
    layer.outcome = event.outcome;
  } else {
    const attempt = layer.attempts.find((one) => one.attempt === event.attempt);
    if (attempt === undefined) return;
    if (event.type === 'wait-end') attempt.real = event.real;
    else {
      attempt.to = at;
      attempt.decision = event.decision;
      if ('error' in event) attempt.error = event.error;
      if (event.planned !== undefined) attempt.planned = event.planned;
    }
  }
}
