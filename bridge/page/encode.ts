import type { ErrorDigest, LedgerEvent, RuntimeEvent } from '../../runtime/hub.ts';
import { previewJson } from './preview.ts';
import { hasOwn, quote, read } from './primordials.ts';

// JSON written by hand: `JSON.stringify` over an object would look for a `toJSON` that the page may have put on a prototype.
// Fields are written as they are found, so what a newer library adds reaches a viewer that knows it.

/** Whether the event carries a value of the app, which must be looked at now: later it may be another. */
export function carriesValue(event: RuntimeEvent): boolean {
  return (
    hasOwn(event, 'error') ||
    hasOwn(event, 'value') ||
    hasOwn(event, 'reason') ||
    (event.type === 'task:registered' && event.meta !== undefined)
  );
}

/** `digest`: what a row needs of the event's error, whether or not that is still held. */
export function eventJson(told: RuntimeEvent | LedgerEvent, digest?: ErrorDigest): string {
  if (!('ledgerId' in told)) return `{${fieldsJson(told)}${errorJson(told, digest)}}`;
  const { ledgerId, seq, task, run, event } = told;
  const of = fieldsJson({ ledgerId, seq, run, runtimeId: task?.runtimeId, id: task?.id });
  return `{${of},${fieldsJson(event)}${errorJson(event, told.digest)}}`;
}

function errorJson(event: object, digest: ErrorDigest | undefined): string {
  if (!digest) return '';
  const preview = hasOwn(event, 'error') ? `,"preview":${previewJson(read(event, 'error'))}` : '';
  return `,"error":{${fieldsJson(digest)}${preview}}`;
}

/** `"key":` of the fields that occur again and again; what a hostile page names besides is not kept. */
const names: Record<string, string> = Object.create(null);
let known = 0;

function nameJson(key: string): string {
  const name = names[key] ?? `${quote(key)}:`;
  if (known < 100 && !names[key]) {
    known++;
    names[key] = name;
  }
  return name;
}

/** The own fields of one of our objects, without braces: texts, numbers, flags, pictures of values, objects one level down. */
export function fieldsJson(source: object, nested = false): string {
  let json = '';
  // A third of the time that a list of the keys takes; what a page may have put on a prototype is left out.
  for (const key in source) {
    if (!hasOwn(source, key) || key === 'error') continue;
    const value = read(source, key);
    if (value === undefined) continue;
    const written =
      key === 'meta' || key === 'value' || key === 'reason' ? previewJson(value) : fieldJson(value, nested);
    if (written) json += `${json && ','}${nameJson(key)}${written}`;
  }
  return json;
}

function fieldJson(value: unknown, nested: boolean): string {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'boolean':
      return `${value}`;
    case 'number':
      // Infinity as 1e999, which every JSON parser reads back.
      if (value - value === 0) return `${value}`;
      return value > 0 ? '1e999' : '';
    case 'object':
      return value === null || nested ? '' : `{${fieldsJson(value, true)}}`;
    default:
      return '';
  }
}
