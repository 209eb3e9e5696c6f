/** Where time comes from. All times are milliseconds. */
export interface Clock {
  /** Monotonic ms, anchored to the epoch once. */
  now(): number;
  /** Added only to displayed times and HTTP-dates: how far the wall clock has moved away from `now()` since the anchor. */
  wallOffset?(): number;
  /** Resolves after `ms`; rejects with `signal.reason` on abort, leaving no timer and no listener behind. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `callback(arg)` once after `ms`; longer than 2^31-1 ms does not fire early. */
  setTimer<A = undefined>(callback: (arg: A) => void, ms: number, arg?: A): TimerHandle;
  clearTimer(handle: TimerHandle): void;
}

/** Opaque: give it back to the clock that made it. */
export type TimerHandle = object | number;

/** The epoch time that a person would read off the wall at the monotonic moment `at`. */
export function displayed(clock: Pick<Clock, 'wallOffset'>, at: number): number {
  return at + (clock.wallOffset?.() ?? 0);
}
