import type { TaskState, TerminalState } from './task-states.ts';

/** What every event carries. `seq` counts the runtime's events, those nobody saw included; `at` is epoch ms. */
interface EventBase {
  readonly runtimeId: string;
  readonly seq: number;
  readonly at: number;
}

export interface RuntimeCreatedEvent extends EventBase {
  readonly type: 'runtime:created';
  readonly name: string;
  readonly concurrency: number;
  readonly onError: 'continue' | 'stop';
  /** `Infinity` when unbounded. */
  readonly maxPending: number;
}

export interface RuntimeChangedEvent extends EventBase {
  readonly type: 'runtime:changed';
  readonly state?: 'running' | 'paused' | 'stopped';
  readonly concurrency?: number;
}

export interface RuntimeIdleEvent extends EventBase {
  readonly type: 'runtime:idle';
}

export interface TaskRegisteredEvent extends EventBase {
  readonly type: 'task:registered';
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly meta: unknown;
  /** The id of the task in whose synchronous part `enqueue` ran, or the one given. */
  readonly parent?: string;
  /** The id of the task whose taskFn DevTools runs again. */
  readonly rerunOf?: string;
}

export interface TaskStartedEvent extends EventBase {
  readonly type: 'task:started';
  readonly id: string;
  /** The lowest slot number that was free, from 0. */
  readonly slot: number;
  /** The last fault that DevTools had put before its taskFn; only where the event is made again for a viewer that comes later. */
  readonly injected?: string;
}

/** A fault that DevTools put before the taskFn acts: once for each call of it. */
export interface TaskInjectedEvent extends EventBase {
  readonly type: 'task:injected';
  readonly id: string;
  readonly fault: string;
}

export interface TaskProgressEvent extends EventBase {
  readonly type: 'task:progress';
  readonly id: string;
  readonly value: unknown;
}

export interface TaskCancelRequestedEvent extends EventBase {
  readonly type: 'task:cancel-requested';
  readonly id: string;
  readonly reason: unknown;
}

export interface TaskDoneEvent extends EventBase {
  readonly type: 'task:done';
  readonly id: string;
  readonly state: TerminalState;
  /** True only when `state` is `error` and the classifier says so. */
  readonly retryable: boolean;
  /** What the body threw, or why it was cancelled or refused; absent on success. */
  readonly error?: unknown;
  /** What the body returned; present with `devtools: { capture: 'all' }`. */
  readonly result?: unknown;
  /** Epoch ms with sub-ms digits. Durations between them are never negative. */
  readonly registeredAt: number;
  readonly startedAt?: number;
  readonly endedAt: number;
}

/** Everything a runtime says: a closed union, discriminated by `type`. */
export type RuntimeEvent =
  | RuntimeCreatedEvent
  | RuntimeChangedEvent
  | RuntimeIdleEvent
  | TaskRegisteredEvent
  | TaskStartedEvent
  | TaskInjectedEvent
  | TaskProgressEvent
  | TaskCancelRequestedEvent
  | TaskDoneEvent;

export type RuntimeEventType = RuntimeEvent['type'];
export type { TaskState };
