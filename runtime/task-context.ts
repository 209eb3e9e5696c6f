import type { Clock } from './clock.ts';

/** Names one task. The same object in every attempt and for as long as the task's record is kept, so it may key a WeakMap. */
export interface TaskIdentity {
  readonly runtimeId: string;
  /** Holds the runtime's random id and is the same in every attempt: usable as an idempotency key. */
  readonly id: string;
  readonly name: string;
}

/** What a task's body is given. Members work destructured. */
export interface TaskContext {
  /** Made on first read. Aborted by `cancel()`, by a timeout around the body and by `stop({ cancelRunning: true })`. */
  readonly signal: AbortSignal;
  /** Re-arms every activity timeout around the body; a no-op elsewhere and after the end. */
  readonly resetTimeout: () => void;
  /** Emits `task:progress`; a no-op without a runtime. */
  readonly progress: (value: unknown) => void;
  /** Absent (`undefined`) without a runtime. */
  readonly clock?: Clock | undefined;
  /** Absent (`undefined`) without a runtime. */
  readonly task?: TaskIdentity | undefined;
}

/** The work: gets a context, returns a value or a promise. */
export type TaskFn<T> = (ctx: TaskContext) => T | PromiseLike<T>;

/** What a wrapped TaskFn accepts, so that it can be called without a runtime. */
export type BareContext = Pick<TaskContext, 'signal'> & Partial<TaskContext>;
