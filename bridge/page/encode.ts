import type { ErrorDigest, LedgerEvent, RuntimeEvent } from '../../runtime/hub.ts';
import { digestOf } from './digest.ts';
import { previewJson } from './preview.ts';
import { hasOwn, ownKeys, quote } from './primordials.ts';

// Events as JSON, written by hand: `JSON.stringify` over an object would look for a `toJSON` that the page may have put on a
// prototype, and would read what the page may have put there besides.

/** Anything but a string is the mistake of a foreign library: it becomes an empty one. */
function text(value: unknown): string {
  return typeof value === 'string' ? quote(value) : '""';
}

/** `Infinity` as 1e999, which every JSON parser reads back; what is no number as null, which the receiver refuses. */
function number(value: unknown): string {
  if (typeof value !== 'number') return 'null';
  if (value - value === 0) return `${value}`;
  if (value > 0) return '1e999';
  return value < 0 ? '-1e999' : 'null';
}

const optional = {
  text: (name: string, value: unknown): string => (value === undefined ? '' : `,"${name}":${text(value)}`),
  number: (name: string, value: unknown): string => (value === undefined ? '' : `,"${name}":${number(value)}`),
};

/** A value of the app; absent where there is none. */
function picture(name: string, value: unknown): string {
  return value === undefined ? '' : `,"${name}":${previewJson(value)}`;
}

function errorJson(digest: ErrorDigest, preview: string | undefined): string {
  return (
    `,"error":{"name":${text(digest.name)},"message":${text(digest.message)},"class":${text(digest.class)}` +
    `${optional.text('type', digest.type)},"retryable":${digest.retryable === true}` +
    `${optional.number('retryAfter', digest.retryAfter)}${preview === undefined ? '' : `,"preview":${preview}`}}`
  );
}

/** Whether the event carries a value of the app, which must be looked at now: later it may be another. */
export function carriesValue(event: RuntimeEvent): boolean {
  switch (event.type) {
    case 'task:registered':
      return event.meta !== undefined;
    case 'task:progress':
    case 'task:cancel-requested':
      return true;
    case 'task:done':
      return event.state !== 'success';
    default:
      return false;
  }
}

/** `digest`: of an error that is no longer held. */
export function runtimeEventJson(event: RuntimeEvent, digest?: ErrorDigest): string {
  const head = `{"type":"${event.type}","runtimeId":${text(event.runtimeId)},"seq":${number(event.seq)},"at":${number(event.at)}`;
  switch (event.type) {
    case 'runtime:created':
      return `${head},"name":${text(event.name)},"concurrency":${number(event.concurrency)},"onError":${text(event.onError)},"maxPending":${number(event.maxPending)}}`;
    case 'runtime:changed':
      return `${head}${optional.text('state', event.state)}${optional.number('concurrency', event.concurrency)}}`;
    case 'runtime:idle':
      return `${head}}`;
    case 'task:registered':
      return `${head},"id":${text(event.id)},"name":${text(event.name)},"priority":${number(event.priority)}${optional.text('parent', event.parent)}${optional.text('rerunOf', event.rerunOf)}${picture('meta', event.meta)}}`;
    case 'task:started':
      return `${head},"id":${text(event.id)},"slot":${number(event.slot)}${optional.text('injected', event.injected)}}`;
    case 'task:progress':
      return `${head},"id":${text(event.id)}${picture('value', event.value)}}`;
    case 'task:cancel-requested':
      return `${head},"id":${text(event.id)}${picture('reason', event.reason)}}`;
    case 'task:done':
      return `${head},"id":${text(event.id)},"state":${text(event.state)},"retryable":${event.retryable === true},"registeredAt":${number(event.registeredAt)}${optional.number('startedAt', event.startedAt)},"endedAt":${number(event.endedAt)}${doneError(event, digest)}}`;
  }
}

function doneError(event: Extract<RuntimeEvent, { type: 'task:done' }>, digest: ErrorDigest | undefined): string {
  if (hasOwn(event, 'error')) return errorJson(digestOf(event.error, event.retryable), previewJson(event.error));
  return digest ? errorJson(digest, undefined) : '';
}

export function ledgerEventJson(told: LedgerEvent): string {
  const { event, task } = told;
  const of = task ? `,"runtimeId":${text(task.runtimeId)},"id":${text(task.id)}` : optional.text('run', told.run);
  const head = `{"type":"${event.type}","ledgerId":${text(told.ledgerId)},"seq":${number(told.seq)}${of}`;
  switch (event.type) {
    case 'layer-start':
      return `${head},"layer":${number(event.layer)}${optional.number('parentLayer', event.parentLayer)},"kind":${text(event.kind)}${optional.text('label', event.label)},"options":${optionsJson(event.options)},"at":${number(event.at)}}`;
    case 'attempt-start':
      return `${head},"layer":${number(event.layer)},"attempt":${number(event.attempt)},"at":${number(event.at)}}`;
    case 'attempt-end':
      return `${head},"layer":${number(event.layer)},"attempt":${number(event.attempt)},"at":${number(event.at)},"decision":${text(event.decision)}${optional.number('planned', event.planned)}${stepError(told)}}`;
    case 'wait-end':
      return `${head},"layer":${number(event.layer)},"attempt":${number(event.attempt)},"planned":${number(event.planned)},"real":${number(event.real)},"at":${number(event.at)}}`;
    case 'timeout-fired':
      return `${head},"layer":${number(event.layer)},"ms":${number(event.ms)},"at":${number(event.at)}}`;
    case 'layer-end':
      return `${head},"layer":${number(event.layer)},"outcome":${text(event.outcome)},"at":${number(event.at)}}`;
    case 'retry-reported':
      return `${head},"attempt":${number(event.attempt)}${optional.number('maxRetries', event.maxRetries)},"delay":${number(event.delay)},"requested":${number(event.requested)}${optional.text('capped', event.capped)}${optional.text('label', event.label)},"startedAt":${number(event.startedAt)},"failedAt":${number(event.failedAt)}${stepError(told)}}`;
    case 'attempt-gap':
      return `${head},"layer":${number(event.layer)},"from":${number(event.from)},"to":${number(event.to)}}`;
  }
}

/** The ledger keeps of an error what it is told and holds: its digest, and while it is there the error itself. */
function stepError(told: LedgerEvent): string {
  const { digest, event } = told;
  if (!digest) return '';
  return errorJson(
    digest,
    event.type === 'attempt-end' && hasOwn(event, 'error') ? previewJson(event.error) : undefined,
  );
}

function optionsJson(options: Readonly<Record<string, unknown>>): string {
  const keys = ownKeys(options);
  let json = '';
  for (let i = 0; i < keys.length && i < 50; i++) {
    const key = keys[i];
    if (typeof key !== 'string') continue;
    const value = options[key];
    const shown = typeof value === 'string' ? quote(value) : typeof value === 'boolean' ? `${value}` : number(value);
    if (shown !== 'null') json += `${json && ','}${quote(key)}:${shown}`;
  }
  return `{${json}}`;
}
