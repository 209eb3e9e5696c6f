import type { Preview } from './preview-types.ts';

/** Deeper or larger than any picture we make: what goes beyond was not made by us. */
const MAX_DEPTH = 32;
const MAX_NODES = 20_000;

/** Whether a value of a page has the form of a preview, within bounds. */
export function isPreview(value: unknown): value is Preview {
  return check(value, 0, { nodes: 0 });
}

function check(value: unknown, depth: number, spent: { nodes: number }): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || Array.isArray(value)) return false;
  if (depth > MAX_DEPTH || ++spent.nodes > MAX_NODES) return false;
  if (!('kind' in value) || typeof value.kind !== 'string') return false;
  if ('text' in value && typeof value.text !== 'string') return false;
  if ('class' in value && typeof value.class !== 'string') return false;
  if ('size' in value && typeof value.size !== 'number') return false;
  if ('ref' in value && typeof value.ref !== 'number') return false;
  if ('more' in value && typeof value.more !== 'number') return false;
  if (!('entries' in value)) return true;
  if (!Array.isArray(value.entries)) return false;
  return value.entries.every(
    (entry: unknown) =>
      Array.isArray(entry) &&
      entry.length === 2 &&
      check(entry[0], depth + 1, spent) &&
      check(entry[1], depth + 1, spent),
  );
}
