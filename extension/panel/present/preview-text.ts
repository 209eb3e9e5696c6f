import type { Preview, PreviewNode } from '../../../bridge/preview-types.ts';
import { clip } from '../format/text.ts';

/** Units of one line; what is longer is opened. */
const LINE = 120;
const TEXT = 60;
const SOME = 5;

export function isNode(value: Preview): value is PreviewNode {
  return typeof value === 'object' && value !== null;
}

const quoted = (text: string): string => `"${clip(text, TEXT)}"`;

/** Whether there is something inside to open. */
export function isExpandable(value: Preview): value is PreviewNode {
  return isNode(value) && ((value.entries?.length ?? 0) > 0 || (value.more ?? 0) > 0);
}

/** What stands before the contents of a node, or for a node that has none to show. */
function headOf(node: PreviewNode): string {
  const { kind, class: name = '', size } = node;
  const sized = size === undefined ? '' : `(${size})`;
  switch (kind) {
    case 'object':
      return name;
    case 'array':
      return `${name === '' ? 'Array' : name}${sized}`;
    case 'function':
      return `ƒ ${node.text ?? ''}()`;
    case 'string':
      return `${quoted(node.text ?? '')} ${node.size === undefined ? '' : `(${node.size} units)`}`.trim();
    case 'undefined':
    case 'cycle':
    case 'shared':
    case 'cut':
      return kind === 'undefined' ? kind : `${name === '' ? '' : `${name} `}(${kind})`;
    default:
      return node.text === undefined ? `${name === '' ? kind : name}${sized}` : clip(node.text, TEXT);
  }
}

function keyText(key: Preview): string {
  return typeof key === 'string' ? key : previewSummary(key, false);
}

/** A value in one line, as a console shows it: `{ size: 3, tags: Array(2), … }`. Nested ones by their head alone. */
export function previewSummary(value: Preview, open = true): string {
  if (typeof value === 'string') return quoted(value);
  if (!isNode(value)) return String(value);
  const head = headOf(value);
  if (value.kind === 'error') {
    const message = value.entries?.find(([key]) => key === 'message')?.[1];
    return typeof message === 'string' ? `${value.class ?? 'Error'}: ${clip(message, TEXT)}` : head;
  }
  if (!open || value.entries === undefined) return head === '' ? '{…}' : head;
  const isList = value.kind === 'array' || value.kind === 'set';
  const parts = value.entries
    .slice(0, SOME)
    .map(([key, entry]) =>
      isList ? previewSummary(entry, false) : `${keyText(key)}: ${previewSummary(entry, false)}`,
    );
  if (value.entries.length > SOME || (value.more ?? 0) > 0) parts.push('…');
  const inside = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  return clip(head === '' ? inside : `${head} ${inside}`, LINE);
}

/** The entries of a node by the name that is shown for each. */
export function previewEntries(node: PreviewNode): readonly (readonly [name: string, value: Preview])[] {
  return (node.entries ?? []).map(([key, value]) => [keyText(key), value]);
}
