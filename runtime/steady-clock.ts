import { wrong } from './check.ts';
import type { Clock } from './clock.ts';
import { report } from './report.ts';
import { systemClock } from './system-clock.ts';

/** What stamps need of a clock. */
export type Stamps = Pick<Clock, 'now' | 'wallOffset'>;

/**
 * The moments of a clock that the app made, for the runtime's own stamps: one that throws, or gives no number, is reported, and time
 * stands still meanwhile. So no task is left unsettled, and no slot held, because it could not be stamped.
 */
export function steadyClock(clock: Clock): Stamps {
  if (clock === systemClock) return clock;
  let last = 0;
  return {
    now() {
      try {
        last = moment(clock);
      } catch (error) {
        report(error);
      }
      return last;
    },
    wallOffset() {
      try {
        return clock.wallOffset?.() ?? 0;
      } catch (error) {
        report(error);
        return 0;
      }
    },
  };
}

/** @throws what the clock throws, or a RangeError when it gives no moment */
export function moment(clock: Clock): number {
  const now: unknown = clock.now();
  if (typeof now === 'number' && Number.isFinite(now)) return now;
  throw wrong('clock.now()', 'a finite number', now, RangeError);
}
