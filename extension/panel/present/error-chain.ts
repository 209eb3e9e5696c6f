import type { Preview, PreviewNode } from '../../../bridge/preview-types.ts';
import type { WireError } from '../../../bridge/protocol.ts';
import { errorTitle } from './error.ts';

/** One error of a cause chain, as far as it could be looked at. */
export interface ErrorLink {
  /** Undefined: what was thrown or given as a cause is no error. */
  readonly name: string | undefined;
  readonly message: string;
  readonly stack: string | undefined;
  /** The error's own fields besides the well-known ones. */
  readonly fields: readonly (readonly [string, Preview])[];
}

const KNOWN = new Set(['name', 'message', 'stack', 'cause']);

function isNode(value: Preview | undefined): value is PreviewNode {
  return typeof value === 'object' && value !== null;
}

/** A string, or the kept part of a cut one. */
function textOf(value: Preview | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return isNode(value) && value.kind === 'string' ? value.text : undefined;
}

function field(node: PreviewNode, name: string): Preview | undefined {
  return node.entries?.find(([key]) => key === name)?.[1];
}

/** A value that was thrown or given as a cause, in one line where it is no error. */
export function previewLine(value: Preview): string {
  if (typeof value === 'string') return value;
  if (!isNode(value)) return String(value);
  return value.text ?? value.class ?? value.kind;
}

function linkOf(value: Preview): ErrorLink {
  if (!isNode(value) || value.kind !== 'error') {
    return { name: undefined, message: previewLine(value), stack: undefined, fields: [] };
  }
  return {
    name: errorTitle({ name: textOf(field(value, 'name')) ?? 'Error', class: value.class ?? '' }) || 'Error',
    message: textOf(field(value, 'message')) ?? value.text ?? '',
    stack: textOf(field(value, 'stack')),
    fields: (value.entries ?? []).flatMap(([key, entry]) =>
      typeof key === 'string' && !KNOWN.has(key) ? [[key, entry] as const] : [],
    ),
  };
}

/** What the digest says in words of its own is not listed once more; where the two differ, both are shown. */
function saidAlready(error: WireError, name: string, value: Preview): boolean {
  if (name !== 'type' && name !== 'retryable' && name !== 'retryAfter') return false;
  const told = error[name];
  return told === undefined ? isNode(value) && value.kind === 'undefined' : told === value;
}

/**
 * The error and what caused it, the error itself first. Name and message of the first are the runtime's own digest, for
 * a preview may no longer be held. A chain that bites its own tail ends where the preview says so.
 */
export function errorChain(error: WireError): readonly ErrorLink[] {
  const first = error.preview === undefined ? undefined : linkOf(error.preview);
  const chain: ErrorLink[] = [
    {
      name: errorTitle(error),
      message: error.message,
      stack: first?.stack,
      fields: (first?.fields ?? []).filter(([name, value]) => !saidAlready(error, name, value)),
    },
  ];
  let at: Preview | undefined = error.preview;
  while (isNode(at) && at.kind === 'error') {
    at = field(at, 'cause');
    if (at !== undefined) chain.push(linkOf(at));
  }
  return chain;
}
