import { check, MS, type Rule } from '../check.ts';
import type { Clock, TimerHandle } from '../clock.ts';
import { macrotask } from '../macrotask.ts';
import { sleepOn } from '../sleep-on.ts';

const EPOCH_MS: Rule = ['number', 'a number of epoch milliseconds', (value: number) => !Number.isNaN(value)];

/** A clock that stands still until it is told to go on. */
export interface TestClock extends Clock {
  wallOffset(): number;
  /**
   * Goes on by `ms`, from timer to timer: each fires at its own time, those of equal deadline in the order armed, and what they start is
   * honoured on the way. Promises settle in between. `advance(0)` fires what is due and lets promises settle.
   */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock, as a user would: displayed times jump, `now()` and timers do not. */
  setTime(epochMs: number): void;
  /** Timers armed and neither fired nor cleared. */
  readonly timers: number;
}

interface Timer {
  readonly deadline: number;
  readonly order: number;
  /** Unset once fired or cleared. */
  fire: (() => void) | undefined;
}

/** Taken before a test may fake it. One turn of it lets every promise settle, however long its chain. */
const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => unknown };

async function settle(): Promise<void> {
  if (setImmediate) return new Promise((resolve) => setImmediate(resolve));
  // Twice: what fails at once gives way to the event loop now and then, by a message that is sent after our first.
  await macrotask();
  await macrotask();
}

/**
 * A virtual clock for tests: hand it to `createRuntime({ clock })` or to a middleware, and let time pass with `advance`.
 *
 * @param start epoch ms at which it stands; default 0
 * @example
 * ```ts
 * const clock = createTestClock();
 * const runtime = createRuntime({ clock });
 * const task = runtime.enqueue(retry(upload, { retries: 1, delay: 1000 }));
 * await clock.advance(1000); // the second attempt has run
 * ```
 */
export function createTestClock(start = 0): TestClock {
  check('start', start, EPOCH_MS);
  let now = start;
  let offset = 0;
  let order = 0;
  let live = 0;
  const heap: Timer[] = [];

  const before = (a: Timer, b: Timer): boolean =>
    a.deadline < b.deadline || (a.deadline === b.deadline && a.order < b.order);

  const push = (timer: Timer): void => {
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = heap[up] as Timer;
      if (before(parent, timer)) break;
      heap[at] = parent;
      heap[up] = timer;
      at = up;
    }
  };

  const pop = (): void => {
    const moved = heap.pop();
    if (moved === undefined || heap.length === 0) return;
    heap[0] = moved;
    for (let at = 0; ; ) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
      if (left === undefined) return;
      const child = right !== undefined && before(right, left) ? 2 * at + 2 : 2 * at + 1;
      const best = heap[child] as Timer;
      if (before(moved, best)) return;
      heap[at] = best;
      heap[child] = moved;
      at = child;
    }
  };

  const clock: TestClock = {
    now: () => now,
    wallOffset: () => offset,
    get timers() {
      return live;
    },
    sleep: (ms, signal) => sleepOn(clock, ms, signal),
    setTimer<A>(callback: (arg: A) => void, ms: number, arg?: A): TimerHandle {
      const timer: Timer = { deadline: now + ms, order: order++, fire: () => callback(arg as A) };
      if (ms === Infinity) return timer;
      live++;
      push(timer);
      return timer;
    },
    clearTimer(handle) {
      const timer = handle as Timer;
      if (timer.fire !== undefined && timer.deadline < Infinity) live--;
      timer.fire = undefined;
    },
    async advance(ms) {
      check('ms', ms, MS);
      const target = now + ms;
      await settle();
      for (let timer = heap[0]; timer !== undefined && timer.deadline <= target; timer = heap[0]) {
        pop();
        const { fire } = timer;
        if (fire === undefined) continue;
        now = Math.max(now, timer.deadline);
        timer.fire = undefined;
        live--;
        fire();
        await settle();
      }
      now = Math.max(now, target);
    },
    setTime(epochMs) {
      check('epochMs', epochMs, EPOCH_MS);
      offset = epochMs - now;
    },
  };
  return clock;
}
