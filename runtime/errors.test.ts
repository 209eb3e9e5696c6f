import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import {
  CancelledError,
  createRuntime,
  isRetryable,
  QueueFullError,
  QueueStoppedError,
  retry,
  TaskError,
  TimeoutError,
} from './index.ts';
import { bare, doneOf, listen, rejection } from './testing/kit.ts';

const five = {
  CancelledError: new CancelledError('why'),
  TimeoutError: new TimeoutError(20),
  QueueStoppedError: new QueueStoppedError(),
  QueueFullError: new QueueFullError(),
  TaskError: new TaskError('x'),
};
const classes = { CancelledError, TimeoutError, QueueStoppedError, QueueFullError, TaskError };

describe('the five errors', () => {
  test('runtime 1: each has a stable name, is an Error and an instance of its own class only', () => {
    for (const [name, error] of Object.entries(five)) {
      expect(error.name).toBe(name);
      expect(error).toBeInstanceOf(Error);
      expect(error.stack).toContain(`${name}: `);
      for (const [other, Class] of Object.entries(classes)) expect(error instanceof Class).toBe(other === name);
    }
  });

  test('runtime 1: causes pass through with their identity', () => {
    const cause = { why: 1 };
    expect(new CancelledError(cause).cause).toBe(cause);
    expect('cause' in new CancelledError()).toBe(false);
    expect(new CancelledError(null).cause).toBeNull();
    expect(new TimeoutError(5, { cause }).cause).toBe(cause);
    expect(new QueueStoppedError('m', { cause }).cause).toBe(cause);
    expect(new QueueFullError('m', { cause }).cause).toBe(cause);
    expect(new TaskError('m', { cause }).cause).toBe(cause);
    expect(new TaskError('m', { cause: undefined })).toHaveProperty('cause', undefined);
    expect('cause' in new TaskError('m')).toBe(false);
  });

  test('runtime 1: messages say what happened', () => {
    expect(new CancelledError('left the page').message).toBe('Cancelled: left the page');
    expect(new CancelledError({}).message).toBe('Cancelled');
    expect(new TimeoutError(20).message).toBe('Timed out after 20 ms');
    expect(new TimeoutError(20).ms).toBe(20);
    expect(new QueueStoppedError().message).toBe('The queue was stopped');
    expect(new QueueFullError().message).toBe('The queue is full');
  });

  test('runtime 1: TimeoutError.retryable is the read-only literal false', () => {
    const error = new TimeoutError(1);
    expect(error.retryable).toBe(false);
    expect(() => Object.assign(error, { retryable: true })).toThrow(TypeError);
  });

  test('runtime 1: TaskError keeps type, retryable and retryAfter, with their defaults', () => {
    const error = new TaskError('429', { type: 'rate', retryable: true, retryAfter: 2000 });
    expect(error).toMatchObject({ message: '429', type: 'rate', retryable: true, retryAfter: 2000 });
    expect(new TaskError('x')).toMatchObject({ type: undefined, retryable: false, retryAfter: undefined });
  });

  test('runtime 1: instanceof and isRetryable agree across two copies of the library', async () => {
    vi.resetModules();
    const other = await import('./errors.ts');
    expect(other.TaskError).not.toBe(TaskError);
    for (const [name, Class] of Object.entries(classes)) {
      const foreign = name === 'TimeoutError' ? new other.TimeoutError(1) : new other[name as 'TaskError']('x');
      expect(foreign instanceof Class).toBe(true);
      expect(foreign).not.toBeInstanceOf(name === 'TaskError' ? TimeoutError : TaskError);
    }
    expect(isRetryable(new other.TaskError('x', { retryable: true }))).toBe(true);
    expect(isRetryable(new other.TimeoutError(1))).toBe(false);
    expect(other.isRetryable(new QueueFullError())).toBe(false);
  });

  test('runtime 1: a subclass of the app is told by its prototype', () => {
    class HttpError extends TaskError {}
    const error = new HttpError('404');
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toBeInstanceOf(TaskError);
    expect(new TaskError('x')).not.toBeInstanceOf(HttpError);
    expect(isRetryable(new HttpError('x', { retryable: true }))).toBe(true);
  });

  test('runtime 1: the brand is not enumerable, and hostile values have none', () => {
    expect(Object.keys(new CancelledError('x'))).toEqual([]);
    const hostile = new Proxy(
      {},
      {
        has() {
          throw new Error('no');
        },
        getPrototypeOf() {
          throw new Error('no');
        },
      },
    );
    expect(isRetryable(hostile)).toBe(true);
    expect(hostile instanceof TaskError).toBe(false);
    for (const value of [null, undefined, 'x', 0]) expect(value).not.toBeInstanceOf(TaskError);
  });

  test('runtime 1: one that a body throws itself ends the task: CancelledError cancelled, the others error', async () => {
    for (const [name, error] of Object.entries(five)) {
      const runtime = createRuntime();
      const events = listen(runtime);
      const task = runtime.enqueue(() => {
        throw error;
      });
      expect(await rejection(task.promise)).toBe(error);
      expect(task.state).toBe(name === 'CancelledError' ? 'cancelled' : 'error');
      expect(doneOf(events)).toMatchObject({ state: task.state, error, retryable: false });
    }
  });
});

describe('isRetryable', () => {
  test('runtime 2: the five say no, a TaskError says so itself, everything else is retryable', () => {
    for (const error of Object.values(five)) expect(isRetryable(error)).toBe(false);
    expect(isRetryable(new TaskError('x', { retryable: true }))).toBe(true);
    const foreign: unknown = runInNewContext('new Error("realm")');
    for (const value of [
      new Error('x'),
      new TypeError('x'),
      'boom',
      undefined,
      null,
      42,
      foreign,
      { retryable: false },
    ]) {
      expect(isRetryable(value)).toBe(true);
    }
  });

  test('runtime 2: an error of the same brand from another realm agrees', () => {
    const foreign: unknown = runInNewContext(
      'const e = new Error("t"); e[Symbol.for("tasklens.error")] = "TimeoutError"; e',
    );
    expect(foreign).toBeInstanceOf(TimeoutError);
    expect(isRetryable(foreign)).toBe(false);
    const broken = {
      [Symbol.for('tasklens.error')]: 'TaskError',
      get retryable() {
        throw new Error('no');
      },
    };
    expect(isRetryable(broken)).toBe(false);
  });

  test('runtime 3: a TaskError without `retryable: true` is not retried, whatever its type', async () => {
    for (const error of [new TaskError('connection refused'), new TaskError('x', { type: 'network' })]) {
      const body = vi.fn(() => {
        throw error;
      });
      expect(isRetryable(error)).toBe(false);
      expect(await rejection(retry(body)(bare()))).toBe(error);
      expect(body).toHaveBeenCalledTimes(1);
    }
  });
});
