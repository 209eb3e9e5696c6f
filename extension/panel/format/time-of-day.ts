import { NO_VALUE } from './duration.ts';

const pad = (n: number, width: number): string => String(n).padStart(width, '0');

/** Epoch ms as the local time of day to the millisecond: `14:02:11.123`. */
export function formatTimeOfDay(at: number | undefined): string {
  if (at === undefined) return NO_VALUE;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return NO_VALUE;
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map((n) => pad(n, 2)).join(':');
  return `${time}.${pad(date.getMilliseconds(), 3)}`;
}
