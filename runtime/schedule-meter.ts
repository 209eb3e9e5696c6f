import type { ScheduleMetadata } from './schedule-value.ts';

type Measured = Pick<ScheduleMetadata, 'attempt' | 'start' | 'now' | 'elapsed' | 'elapsedSincePrevious'>;

/** Counts steps and time of one run, as effect@4 counts them: from the first step on. */
export function createMeter(): (now: number) => Measured {
  let attempt = 0;
  let start = 0;
  let previous = 0;
  return (now) => {
    attempt++;
    if (attempt === 1) {
      start = now;
      previous = now;
    }
    const elapsedSincePrevious = now - previous;
    previous = now;
    return { attempt, start, now, elapsed: now - start, elapsedSincePrevious };
  };
}
