/** Stands for Infinity while JSON.stringify, which knows none, is at work; no text that an app is likely to have. */
const MARK = '\u0000tasklens\u0000';
const PLUS = JSON.stringify(`${MARK}+`);
const MINUS = JSON.stringify(`${MARK}-`);

/** `json`: events as JSON texts joined by commas, as they leave the page. Infinity stands there as 1e999. */
export function parseEvents(json: string): unknown[] {
  return JSON.parse(`[${json}]`);
}

/** The same way back, Infinity included. */
export function writeEvents(events: unknown): string {
  const text = JSON.stringify(events, markInfinity).slice(1, -1);
  return text.replaceAll(PLUS, '1e999').replaceAll(MINUS, '-1e999');
}

function markInfinity(_: string, value: unknown): unknown {
  if (value === Number.POSITIVE_INFINITY) return `${MARK}+`;
  return value === Number.NEGATIVE_INFINITY ? `${MARK}-` : value;
}
