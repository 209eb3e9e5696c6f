// RFC 9110 §5.6.7: IMF-fixdate, rfc850-date, asctime-date. The weekday is not checked; letters are case-sensitive there.
const DATES = [
  /^[A-Z][a-z]{2}, (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^[A-Z][a-z]{5,8}, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
];
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/**
 * Milliseconds to wait for a Retry-After header (RFC 9110 §10.2.3): whole seconds, or one of the three HTTP-date forms, always
 * UTC, which gives the wait from `now` (a past date: 0). Anything else, `null` included, is `undefined`: `Date.parse` would read
 * "-5" or "1.5" as a year.
 *
 * @param now epoch ms of the wall clock; default `Date.now()`
 * @example
 * ```ts
 * retryAfterMs('120'); // => 120000
 * retryAfterMs('Wed, 21 Oct 2026 07:28:00 GMT', Date.UTC(2026, 9, 21, 7, 27, 30)); // => 30000
 * retryAfterMs('soon'); // => undefined
 * ```
 */
export function retryAfterMs(header: string | null | undefined, now: number = Date.now()): number | undefined {
  if (typeof header !== 'string') return undefined;
  const text = header.replace(/^[ \t]+|[ \t]+$/g, '');
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  for (const form of DATES) {
    const groups = form.exec(text)?.groups;
    if (groups) {
      const epoch = epochOf(groups, now);
      return epoch === undefined ? undefined : Math.max(0, epoch - now);
    }
  }
  return undefined;
}

/** Epoch ms, or undefined for a day or time that does not exist. Second 60 is a leap second and accepted. */
function epochOf({ day, month = '', year = '', time = '' }: Record<string, string>, now: number): number | undefined {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  const monthIndex = MONTHS.indexOf(month) / 3;
  const date = new Date(0);
  // Not Date.UTC: it reads the years 0 to 99 as 1900 to 1999.
  const inYear = (fullYear: number) =>
    date.setUTCFullYear(fullYear, monthIndex, Number(day)) + ((hour * 60 + minute) * 60 + second) * 1000;
  let epoch = inYear(Number(year));
  if (year.length === 2) {
    // One that appears over 50 years ahead is the most recent past year with the same digits.
    const limit = new Date(now);
    const lastYear = limit.getUTCFullYear() + 50;
    const fullYear = lastYear - (lastYear % 100) + Number(year);
    epoch = inYear(fullYear);
    if (epoch > limit.setUTCFullYear(lastYear)) epoch = inYear(fullYear - 100);
  }
  const exists = date.getUTCMonth() === monthIndex && date.getUTCDate() === Number(day);
  return exists && hour < 24 && minute < 60 && second <= 60 ? epoch : undefined;
}
