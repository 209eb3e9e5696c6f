import { NO_VALUE } from './duration.ts';

/** A part of a whole in percent: `83 %`, with one digit below ten (`0.4 %`); "–" of nothing. */
export function formatShare(part: number, whole: number): string {
  if (!(whole > 0)) return NO_VALUE;
  const percent = (100 * part) / whole;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}
