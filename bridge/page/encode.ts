import type { ErrorDigest, LedgerEvent, Redact, RuntimeEvent } from '../../runtime/hub.ts';
import { type Hold, previewJson, redacted } from './preview.ts';
import { codeAt, has, hasOwn, quote, read } from './primordials.ts';
import { cutText } from './text.ts';

// JSON written by hand: `JSON.stringify` over an object would look for a `toJSON` that the page may have put on a prototype.
// Fields are written as they are found, so what a newer library adds reaches a viewer that knows it.

/** How the values of an event are shown. */
export interface Manner {
  /** The app's own say on what leaves the page. */
  readonly redact?: Redact | undefined;
  /** Keeps what a picture could not show in full, for a viewer that asks for more. */
  readonly hold?: Hold;
}

/** Fields that hold a value of the app (1), or a name that it gave (2). */
const OF_THE_APP: Readonly<Record<string, unknown>> = {
  __proto__: null,
  meta: 1,
  value: 1,
  reason: 1,
  result: 1,
  name: 2,
  id: 2,
  parent: 2,
  label: 2,
};

/** Whether the event must be written now: it carries a value of the app, which later may be another. */
export function carriesValue(event: object): boolean {
  for (const key in event) {
    if (OF_THE_APP[key] === 1 && hasOwn(event, key) && read(event, key) !== undefined) return true;
  }
  return hasOwn(event, 'error');
}

/** `digest`: what a row needs of the event's error, whether or not that is still held. */
export function eventJson(told: RuntimeEvent | LedgerEvent, manner: Manner = {}, digest?: ErrorDigest): string {
  if (!has(told, 'ledgerId')) return `{${fieldsJson(told, manner)}${errorJson(told, manner, digest)}}`;
  const { ledgerId, seq, task, run, event } = told;
  const of = fieldsJson({ ledgerId, seq, run, runtimeId: task?.runtimeId, id: task?.id }, manner);
  return `{${of},${fieldsJson(event, manner)}${errorJson(event, manner, told.digest)}}`;
}

function errorJson(event: object, manner: Manner, digest: ErrorDigest | undefined): string {
  if (!digest) return '';
  const preview = hasOwn(event, 'error') ? `,"preview":${previewJson(read(event, 'error'), 'error', manner)}` : '';
  return `,"error":{${fieldsJson(digest, manner, 'error.')}${preview}}`;
}

/** `"key":` of the fields that occur again and again. */
const names: Record<string, string> = Object.create(null);

function nameJson(key: string): string {
  names[key] ??= `${quote(key)}:`;
  return names[key];
}

/** The own fields of one of our objects, without braces: texts, numbers, flags, pictures of values, objects one level down. */
export function fieldsJson(source: object, manner: Manner = {}, within = ''): string {
  const { redact } = manner;
  let json = '';
  // A third of the time that a list of the keys takes; what a page may have put on a prototype is left out.
  for (const key in source) {
    if (!hasOwn(source, key) || key === 'error') continue;
    let value = read(source, key);
    // The names that the app gave, and what it threw; the rest is the runtime's own.
    if (redact && (within || OF_THE_APP[key] === 2)) {
      value = redacted(redact, within + (key === 'parent' ? 'id' : key), value);
    }
    const written =
      value === undefined ? '' : OF_THE_APP[key] === 1 ? previewJson(value, key, manner) : fieldJson(value, within);
    if (written) json += `${json && ','}${nameJson(key)}${written}`;
  }
  return json;
}

function fieldJson(value: unknown, within: string): string {
  switch (typeof value) {
    case 'string':
      return quote(value.length > TEXT ? cut(value) : value);
    case 'boolean':
      return `${value}`;
    case 'number':
      // Infinity as 1e999, which every JSON parser reads back.
      if (value - value === 0) return `${value}`;
      return value > 0 ? '1e999' : value < 0 ? '-1e999' : '';
    case 'object':
      return value === null || within ? '' : `{${fieldsJson(value, {}, ' ')}}`;
    default:
      return '';
  }
}

/** UTF-16 units of one text. */
const TEXT = 10_000;

/** The first part, and what tells it from another that begins the same: ids stay apart. */
function cut(text: string): string {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (hash * 31 + codeAt(text, i)) | 0;
  return `${cutText(text, TEXT)}… (${text.length} #${hash})`;
}
