const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// RFC 9110 §5.6.7. The weekday is not checked; letters are case-sensitive there.
const IMF_FIXDATE = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/;
const RFC850 = /^[A-Z][a-z]{5,8}, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d):(\d\d):(\d\d) GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})$/;

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
  const date = parseHttpDate(text, now);
  return date === undefined ? undefined : Math.max(0, date - now);
}

function parseHttpDate(text: string, now: number): number | undefined {
  let match = IMF_FIXDATE.exec(text);
  if (match) return utc(match[3], match[2], match[1], match[4], match[5], match[6]);
  match = RFC850.exec(text);
  if (match) {
    // A two-digit year that appears over 50 years ahead is the most recent past year with the same digits.
    const thisYear = new Date(now).getUTCFullYear();
    let year = thisYear - (thisYear % 100) + Number(match[3]);
    const at = (candidate: number) =>
      utc(String(candidate), match?.[2], match?.[1], match?.[4], match?.[5], match?.[6]);
    const limit = new Date(now).setUTCFullYear(thisYear + 50);
    if ((at(year + 100) ?? Infinity) <= limit) year += 100;
    else if ((at(year) ?? 0) > limit) year -= 100;
    return at(year);
  }
  match = ASCTIME.exec(text);
  if (match) return utc(match[6], match[1], match[2], match[3], match[4], match[5]);
  return undefined;
}

/** Epoch ms, or undefined for a day or time that does not exist. Second 60 is a leap second and accepted. */
function utc(year?: string, month?: string, day?: string, hour?: string, minute?: string, second?: string) {
  const [y, m, d, h, min, s] = [year, MONTHS.indexOf(month ?? ''), day, hour, minute, second].map(Number);
  if (y === undefined || m === undefined || d === undefined) return undefined;
  if (h === undefined || min === undefined || s === undefined) return undefined;
  if (m < 0 || h > 23 || min > 59 || s > 60) return undefined;
  const date = new Date(0);
  // Not Date.UTC: it reads the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(y, m, d);
  if (date.getUTCMonth() !== m || date.getUTCDate() !== d) return undefined;
  return date.setUTCHours(h, min, s);
}
