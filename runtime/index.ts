// The package's `.` entry: every public name of the runtime, and nothing else.
export { type BackoffOptions, type DelayFn, exponentialBackoff, type StatelessJitter } from './backoff.ts';
export type { Clock, TimerHandle } from './clock.ts';
export { withSignal } from './context.ts';
export type { DevtoolsOptions } from './devtools.ts';
export {
  CancelledError,
  isRetryable,
  QueueFullError,
  QueueStoppedError,
  TaskError,
  type TaskErrorOptions,
  TimeoutError,
} from './errors.ts';
export type { EventOf, RuntimeEvents } from './event-bus.ts';
export type * from './events.ts';
export { withActivityTimeout } from './middleware/activity-timeout.ts';
export { type FallbackInfo, type FallbackOptions, withFallback } from './middleware/fallback.ts';
export { pipe } from './middleware/pipe.ts';
export { type RepeatOptions, repeat } from './middleware/repeat.ts';
export { retry } from './middleware/retry.ts';
export { retryOnTimeout } from './middleware/retry-on-timeout.ts';
export type { RetryAttemptInfo, RetryOptions } from './middleware/retry-policy.ts';
export type { TimeoutInfo, TimeoutOptions } from './middleware/timed-run.ts';
export { withTimeout } from './middleware/timeout.ts';
export type * from './observe.ts';
export { retryAfterMs } from './retry-after.ts';
export { type RetryBudget, type RetryBudgetOptions, retryBudget } from './retry-budget.ts';
export { createRuntime, type Runtime } from './runtime.ts';
export type { EnqueueOptions, RuntimeOptions, StopOptions } from './runtime-options.ts';
export * as Schedule from './schedule.ts';
export type { RuntimeState, SchedulerOptions } from './scheduler.ts';
export type { Scope } from './scope.ts';
export { sleep } from './sleep.ts';
export { systemClock } from './system-clock.ts';
export type { Task } from './task.ts';
export type { BareContext, TaskContext, TaskFn, TaskIdentity } from './task-context.ts';
export {
  TASK_STATES,
  TASK_TRANSITIONS,
  type TaskState,
  type TaskTransition,
  type TerminalState,
} from './task-states.ts';
export { VERSION } from './version.ts';
