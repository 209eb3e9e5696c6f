// The five ways in which this library itself says no. A Symbol.for brand makes `instanceof` and `isRetryable` agree
// across two copies of the library and across realms, where prototypes differ.

const BRAND: unique symbol = Symbol.for('tasklens.error');

type ErrorKind = 'CancelledError' | 'TimeoutError' | 'QueueStoppedError' | 'QueueFullError' | 'TaskError';

/** Reads one property of a thrown value, which may be anything: a getter or proxy that throws reads as undefined. */
export function read(value: unknown, key: PropertyKey): unknown {
  try {
    return (typeof value === 'object' && value !== null) || typeof value === 'function'
      ? Reflect.get(value, key)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Which of the five an error is, a subclass, another copy's or another realm's included; hostile getters and proxies are none. */
export function kindOf(value: unknown): unknown {
  return read(value, BRAND);
}

abstract class BrandedError extends Error {
  /** Own on each of the five; a subclass of the app has none of its own and is told by its prototype as usual. */
  declare static readonly tasklensKind: ErrorKind;
  /** On the prototype: on each error it would cost as much as half of its stack. */
  get [BRAND](): ErrorKind {
    return (this.constructor as typeof BrandedError).tasklensKind;
  }
  override get name(): string {
    return this[BRAND];
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.hasOwn(this, 'tasklensKind')
      ? kindOf(value) === this.tasklensKind
      : Function.prototype[Symbol.hasInstance].call(this, value);
  }
}

/**
 * The caller does not want the task any more. `cause` is the reason that was given, with its identity.
 *
 * @example
 * ```ts
 * const error = new CancelledError('left the page');
 * error.cause; // => 'left the page'
 * ```
 */
export class CancelledError extends BrandedError {
  static override readonly tasklensKind: ErrorKind = 'CancelledError';
  constructor(reason?: unknown) {
    super(
      typeof reason === 'string' ? `Cancelled: ${reason}` : 'Cancelled',
      reason === undefined ? undefined : { cause: reason },
    );
  }
}

/**
 * The budget of `ms` milliseconds ran out. Never retryable: only an explicit translation (`retryOnTimeout`) is retried.
 *
 * @example
 * ```ts
 * new TimeoutError(5000).retryable; // => false
 * ```
 */
export class TimeoutError extends BrandedError {
  static override readonly tasklensKind: ErrorKind = 'TimeoutError';
  /** The budget, in milliseconds. */
  readonly ms: number;
  constructor(ms: number, options?: ErrorOptions) {
    super(`Timed out after ${ms} ms`, options);
    this.ms = ms;
  }
  get retryable(): false {
    return false;
  }
}

/** The scheduler was stopped before the task could start. `cause`: the error or reason that stopped it. */
export class QueueStoppedError extends BrandedError {
  static override readonly tasklensKind: ErrorKind = 'QueueStoppedError';
  constructor(message = 'The queue was stopped', options?: ErrorOptions) {
    super(message, options);
  }
}

/** `maxPending` was reached and the overflow policy chose this task. */
export class QueueFullError extends BrandedError {
  static override readonly tasklensKind: ErrorKind = 'QueueFullError';
  constructor(message = 'The queue is full', options?: ErrorOptions) {
    super(message, options);
  }
}

export interface TaskErrorOptions extends ErrorOptions {
  /** The app's own word for the kind of failure: 'network', 'validation' … It decides nothing. */
  readonly type?: string | undefined;
  /** Default `false`: a TaskError is retried only when it says so. */
  readonly retryable?: boolean | undefined;
  /** Milliseconds; `retryAfterMs` reads them from a Retry-After header. */
  readonly retryAfter?: number | undefined;
}

/**
 * The structured error that a task body throws itself.
 *
 * @example
 * ```ts
 * const busy = new TaskError('429', { type: 'rate-limit', retryable: true, retryAfter: retryAfterMs('2') });
 * busy.retryAfter; // => 2000
 * new TaskError('connection refused').retryable; // => false
 * ```
 */
export class TaskError extends BrandedError {
  static override readonly tasklensKind: ErrorKind = 'TaskError';
  readonly type: string | undefined;
  readonly retryable: boolean;
  /** Milliseconds. */
  readonly retryAfter: number | undefined;
  constructor(message?: string, options: TaskErrorOptions = {}) {
    super(message, options);
    this.type = options.type;
    this.retryable = options.retryable === true;
    this.retryAfter = options.retryAfter;
  }
}

/**
 * The classifier behind the `retryable` of `task:done`: QueueFull, QueueStopped, Timeout and Cancelled are not; a TaskError
 * says so itself; everything else, thrown strings, `undefined` and errors of other realms included, optimistically is.
 *
 * @example
 * ```ts
 * isRetryable(new Error('socket hang up')); // => true
 * isRetryable(new TaskError('bad input')); // => false
 * ```
 */
export function isRetryable(error: unknown): boolean {
  const kind = kindOf(error);
  return kind === 'TaskError' ? read(error, 'retryable') === true : kind === undefined;
}
