import type { TaskContext } from './task-context.ts';

/** Why a layer did what it did after an attempt: one closed union for every kind of layer. */
export type Decision =
  | 'retried'
  | 'succeeded'
  | 'not-retryable'
  | 'exhausted'
  | 'schedule-ended'
  | 'elapsed'
  | 'budget'
  | 'vetoed'
  | 'predicate-failed'
  | 'bad-delay'
  | 'cancelled'
  | 'timeout'
  | 'fallback'
  | 'repeated'
  | 'until'
  | 'while';

export type LayerKind = 'retry' | 'timeout' | 'activity-timeout' | 'fallback' | 'repeat';

/**
 * What a middleware tells its observer. A layer is one run of one middleware: a retry inside a retry is a new layer
 * with a new number at each outer attempt. Numbers are unique within a task (or within a call without a runtime),
 * counted from 1; they and the parents travel in the derived ctx. `at` is epoch ms, waits are ms.
 */
export type LayerEvent =
  | {
      readonly type: 'layer-start';
      readonly layer: number;
      readonly parentLayer?: number;
      readonly kind: LayerKind;
      readonly label?: string;
      /** The plain numbers and flags of the options: `{ retries: 2 }`, `{ ms: 5000 }`; never functions. */
      readonly options: Readonly<Record<string, number | string | boolean>>;
      readonly at: number;
    }
  | { readonly type: 'attempt-start'; readonly layer: number; readonly attempt: number; readonly at: number }
  | {
      readonly type: 'attempt-end';
      readonly layer: number;
      /** 1-based, the first call included. */
      readonly attempt: number;
      readonly at: number;
      /** Present when the attempt failed; the thrown value may itself be `undefined`, so test with `'error' in event`. */
      readonly error?: unknown;
      readonly decision: Decision;
      /** The wait planned before the next attempt, where the decision is `retried` or `repeated`. */
      readonly planned?: number;
    }
  | {
      readonly type: 'wait-end';
      readonly layer: number;
      /** The attempt after which was waited. */
      readonly attempt: number;
      readonly planned: number;
      readonly real: number;
      readonly at: number;
    }
  | { readonly type: 'timeout-fired'; readonly layer: number; readonly ms: number; readonly at: number }
  | { readonly type: 'layer-end'; readonly layer: number; readonly outcome: Decision; readonly at: number };

/** Hears every step of a layer. `ctx.task` names the task; it is absent when no runtime runs the call. */
export type LayerObserver = (event: LayerEvent, ctx: TaskContext) => void;
