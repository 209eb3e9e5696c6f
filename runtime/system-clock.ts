import type { Clock, TimerHandle } from './clock.ts';
import { sleepOn } from './sleep-on.ts';

/** The longest wait that `setTimeout` keeps: it clamps a longer one to 1 ms (HTML, "timer initialisation steps"). */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** How far the wall clock must have moved before displayed times follow it. */
const REANCHOR_MS = 1000;
/** How often the wall clock is looked at, in monotonic ms: reading it at each event would double the cost of a stamp. */
const WALL_CHECK_MS = 100;

let anchor: number | undefined;
let offset = 0;
/** The last `now()`, and the one from which the wall is looked at again. In an array: a variable would box each number. */
const moments: Float64Array<ArrayBuffer> = /* @__PURE__ */ new Float64Array(2);
const LAST_NOW = 0;
const NEXT_WALL_CHECK = 1;

/** A wait longer than one timer can be: a chain of timers that does not fire early. */
interface Chain {
  timer: ReturnType<typeof setTimeout> | undefined;
}

function next(chain: Chain, ms: number, callback: () => void): Chain {
  const part = Math.min(ms, MAX_TIMER_MS);
  chain.timer = setTimeout(() => (part < ms ? next(chain, ms - part, callback) : callback()), part);
  return chain;
}

/** `Infinity` waits for nothing: no timer is armed. */
const NEVER: Chain = { timer: undefined };

/**
 * The clock of the platform: `performance.now()` for durations, anchored to the epoch at its first use, the wall clock for
 * display. Timers are looked up at each call, so a page clock that a test installs later works.
 *
 * @example
 * ```ts
 * const before = systemClock.now();
 * await systemClock.sleep(0);
 * systemClock.now() >= before; // => true
 * ```
 */
export const systemClock: Clock = {
  now() {
    const monotonic = performance.now();
    if (anchor === undefined) anchor = Date.now() - monotonic;
    const now = anchor + monotonic;
    moments[LAST_NOW] = now;
    return now;
  },
  wallOffset() {
    if ((moments[LAST_NOW] as number) >= (moments[NEXT_WALL_CHECK] as number)) {
      const now = systemClock.now();
      const drift = Date.now() - now;
      moments[NEXT_WALL_CHECK] = now + WALL_CHECK_MS;
      if (Math.abs(drift - offset) > REANCHOR_MS) offset = drift;
    }
    return offset;
  },
  sleep(ms, signal) {
    return sleepOn(systemClock, ms, signal);
  },
  setTimer<A>(callback: (arg: A) => void, ms: number, arg?: A): TimerHandle {
    if (ms === Infinity) return NEVER;
    // Rounded up: engines cut fractions off, and a timer must not fire early.
    const whole = Math.ceil(ms);
    if (whole > MAX_TIMER_MS) return next({ timer: undefined }, whole, () => callback(arg as A));
    return setTimeout(callback, whole, arg as A);
  },
  clearTimer(handle) {
    const timer = typeof handle === 'object' && 'timer' in handle ? (handle as Chain).timer : handle;
    clearTimeout(timer as ReturnType<typeof setTimeout> | undefined);
  },
};
