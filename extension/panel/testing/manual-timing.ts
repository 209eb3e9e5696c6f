import type { Timing } from '../store/timing.ts';
import { T0 } from './tasks.ts';

/** Time that stands until a test moves it, and frames that come when a test says so. */
export interface ManualTiming extends Timing {
  /** Draws one frame, if one is asked for; says whether it was. */
  readonly frame: () => boolean;
  /** Moves time; timers that fall due fire, in order. */
  readonly advance: (ms: number) => void;
  readonly framesAsked: () => number;
  readonly timers: () => number;
}

export function createManualTiming(start = T0): ManualTiming {
  let now = start;
  let asked = 0;
  const frames = new Set<() => void>();
  const timers = new Map<() => void, number>();
  return {
    now: () => now,
    onFrame(callback) {
      asked += 1;
      frames.add(callback);
      return () => frames.delete(callback);
    },
    after(ms, callback) {
      timers.set(callback, now + ms);
      return () => timers.delete(callback);
    },
    frame() {
      const due = [...frames];
      frames.clear();
      for (const callback of due) callback();
      return due.length > 0;
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const next = [...timers].sort(([, a], [, b]) => a - b)[0];
        if (next === undefined || next[1] > until) break;
        now = next[1];
        timers.delete(next[0]);
        next[0]();
      }
      now = until;
    },
    framesAsked: () => asked,
    timers: () => timers.size,
  };
}
