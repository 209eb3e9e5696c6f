import type {
  FallbackInfo,
  LayerObserver,
  RetryAttemptInfo,
  Runtime,
  TaskContext,
  TimeoutInfo,
} from '../../runtime/index.ts';
import { ledger } from './ledger.ts';

/** What the middlewares take, wired to the ledger that viewers see. */
export interface Accounting {
  readonly onAttempt: (info: RetryAttemptInfo, ctx: TaskContext) => void;
  readonly onTimeout: (info: TimeoutInfo, ctx: TaskContext) => void;
  readonly onFallback: (info: FallbackInfo, ctx: TaskContext) => void;
  /** Tells everything; with it the other three add nothing, and nothing is counted twice. */
  readonly observe: LayerObserver;
}

/**
 * Makes retries visible: the runtime's bus says nothing of them. Pass what it returns to the middlewares, or import
 * `traced`, which has done so. With `observe` a viewer sees every attempt; with `onAttempt` alone only that there were retries,
 * and what was planned. Given a `runtime`, it tells of that runtime's tasks only.
 *
 * @example
 * ```ts
 * const upload = retry(send, { retries: 3, ...accounting() });
 * ```
 */
export function accounting(runtime?: Pick<Runtime, 'id'>): Accounting {
  const concerns = (ctx: TaskContext): boolean => runtime === undefined || ctx.task?.runtimeId === runtime.id;
  return {
    onAttempt: (info, ctx) => {
      if (concerns(ctx)) ledger().onAttempt(info, ctx);
    },
    // Without an observer a timeout or fallback has no layer in the ledger to belong to; with one it is told already.
    onTimeout: () => {},
    onFallback: () => {},
    observe: (event, ctx) => {
      if (concerns(ctx)) ledger().observe(event, ctx);
    },
  };
}
