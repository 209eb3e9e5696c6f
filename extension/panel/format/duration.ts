const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What stands where a duration is not known. */
export const NO_VALUE = '–';

const two = (n: number): string => String(n).padStart(2, '0');

/**
 * A duration in ms with its unit, short enough for a column: `85 ms`, `1.2 s`, `2 min 05 s`, `1 h 02 min`, `3 d 04 h`.
 * It is rounded first and the unit chosen afterwards, so `999.7` is `1.0 s` and never `1000 ms`.
 */
export function formatDuration(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms)) return NO_VALUE;
  if (ms < 0.5) return '0 ms';
  if (Math.round(ms) < SECOND) return `${Math.round(ms)} ms`;
  if (Math.round(ms / 100) * 100 < MINUTE) return `${(ms / SECOND).toFixed(1)} s`;
  const seconds = Math.round(ms / SECOND);
  if (seconds < HOUR / SECOND) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
  const minutes = Math.round(ms / MINUTE);
  if (minutes < DAY / MINUTE) return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
  const hours = Math.round(ms / HOUR);
  return `${Math.floor(hours / 24)} d ${two(hours % 24)} h`;
}
