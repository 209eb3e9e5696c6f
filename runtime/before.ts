import type { TaskContext, TaskFn } from './task-context.ts';

/**
 * Something that was put before taskFns from outside the app. What it returns takes the place of the call; `undefined`: the taskFn
 * is called as if nothing were there.
 */
export type Before = <T>(fn: TaskFn<T>, ctx: TaskContext) => PromiseLike<T> | undefined;

/** Empty unless a viewer injects faults: then a call costs no more than to see that. */
export const before: Set<Before> = /* @__PURE__ */ new Set();

/** On every fn that a middleware of this copy made. */
const LAYER: unique symbol = /* @__PURE__ */ Symbol('layer');

/** Marks what a middleware returns, so that what comes before a taskFn comes inside of it. */
export function layerFn<F extends object>(fn: F): F {
  return Object.assign(fn, { [LAYER]: true });
}

/**
 * How the runtime and every middleware call what they are around. The innermost of them finds a fn that is no layer, the taskFn
 * itself: only there something may come before it, so that it is retried, timed and cancelled as the taskFn would be.
 */
export function callFn<T>(fn: TaskFn<T>, ctx: TaskContext): T | PromiseLike<T> {
  if (before.size === 0 || LAYER in fn) return fn(ctx);
  for (const hook of before) {
    const run = hook(fn, ctx);
    if (run !== undefined) return run;
  }
  return fn(ctx);
}
