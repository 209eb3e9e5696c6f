// Where the error of somebody else's callback goes: it changes no outcome of ours, and it must not be lost.

/** To `reportError` where the platform has one (it reaches `window.onerror`), else to the console. */
export function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}

/** Calls a hook of the app. What it throws, or what its promise rejects with, is reported and changes nothing. */
export function guarded<A extends unknown[]>(hook: (...args: A) => unknown, ...args: A): void {
  try {
    watchRejection(hook(...args));
  } catch (error) {
    report(error);
  }
}

/** An async hook that rejects must not become an unhandled rejection of ours. */
export function watchRejection(result: unknown): void {
  if (isThenable(result)) result.then(undefined, report);
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
