import { describe, expectTypeOf, test } from 'vitest';
import {
  type BareContext,
  createRuntime,
  type Decision,
  exponentialBackoff,
  isRetryable,
  type LayerEvent,
  pipe,
  type RetryAttemptInfo,
  type RuntimeEvent,
  repeat,
  retry,
  Schedule,
  type Task,
  type TaskContext,
  TaskError,
  type TaskFn,
  TimeoutError,
  withFallback,
  withTimeout,
} from './index.ts';

// Checked by `npm run typecheck`; at run time these only build things.

describe('types of the public API', () => {
  test('a task has the type of its body, whatever is stacked around it', () => {
    const runtime = createRuntime({ devtools: false, paused: true });
    expectTypeOf(runtime.enqueue(() => 1)).toEqualTypeOf<Task<number>>();
    expectTypeOf(runtime.enqueue(async () => 'x').promise).toEqualTypeOf<Promise<string>>();
    expectTypeOf(runtime.enqueue(retry(withTimeout(async () => ['x'], 5)))).toEqualTypeOf<Task<string[]>>();
    const stack = pipe(
      () => 1,
      (fn) => retry(fn),
      (fn) => withFallback(fn, () => 'cached'),
    );
    expectTypeOf(runtime.enqueue(stack)).toEqualTypeOf<Task<string | number>>();
    expectTypeOf(runtime.enqueue(() => 1)).toExtend<Task<unknown>>();
  });

  test('a middleware takes a TaskFn and gives what a bare context can be handed', () => {
    const body: TaskFn<string> = ({ signal }) => String(signal.aborted);
    expectTypeOf(retry(body)).toEqualTypeOf<(ctx: BareContext) => Promise<string>>();
    expectTypeOf(retry(body)).toExtend<TaskFn<string>>();
    expectTypeOf<{ signal: AbortSignal }>().toExtend<BareContext>();
    expectTypeOf<TaskContext>().toExtend<BareContext>();
    // @ts-expect-error a context needs a signal
    expectTypeOf(retry(body)).toBeCallableWith({});
  });

  test('decorrelated jitter is for exponentialBackoff only; predicates are synchronous', () => {
    exponentialBackoff({ jitter: 'decorrelated' });
    // @ts-expect-error it has state: retry takes the stateless kinds
    expectTypeOf(() => retry(() => 1, { jitter: 'decorrelated' })).toBeFunction();
    // @ts-expect-error a promise is always truthy
    expectTypeOf(() => retry(() => 1, { retryable: async () => true })).toBeFunction();
    // @ts-expect-error durations are numbers of milliseconds
    expectTypeOf(() => withTimeout(() => 1, '5 seconds')).toBeFunction();
    // @ts-expect-error a typed string
    expectTypeOf(() => createRuntime({ onError: 'ignore' })).toBeFunction();
  });

  test('errors', () => {
    expectTypeOf(new TimeoutError(1).retryable).toEqualTypeOf<false>();
    expectTypeOf(new TaskError('x').retryable).toEqualTypeOf<boolean>();
    expectTypeOf(isRetryable).parameter(0).toBeUnknown();
  });

  test('events and decisions are closed unions, discriminated by type', () => {
    const runtime = createRuntime({ devtools: false });
    runtime.events.on('task:done', (event) => {
      expectTypeOf(event.state).toEqualTypeOf<'success' | 'error' | 'cancelled'>();
    });
    runtime.events.on('*', (event) => expectTypeOf(event).toEqualTypeOf<RuntimeEvent>());
    const word = (event: LayerEvent): string => {
      switch (event.type) {
        case 'layer-start':
        case 'attempt-start':
        case 'attempt-end':
        case 'wait-end':
        case 'timeout-fired':
        case 'layer-end':
          return event.type;
      }
    };
    expectTypeOf(word).returns.toBeString();
    expectTypeOf<'given-up'>().not.toExtend<Decision>();
    expectTypeOf<RetryAttemptInfo['maxRetries']>().toEqualTypeOf<number | undefined>();
  });

  test('a repeat hands its value on to its predicates and its schedule', () => {
    repeat(() => ({ done: true }), {
      until: (job) => job.done,
      schedule: Schedule.whileStep(Schedule.identity<{ done: boolean }>(), ({ input }) => !input.done),
    });
    expectTypeOf(Schedule.max([Schedule.recurs(1), Schedule.once])).toExtend<Schedule.Schedule<number>>();
  });
});
