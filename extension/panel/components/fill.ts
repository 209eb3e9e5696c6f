import type { ComponentChild } from 'preact';

/** A text with what stands in its places: `fill('Press {0} for the keys.', <kbd>?</kbd>)`. */
export function fill(text: string, ...parts: readonly ComponentChild[]): readonly ComponentChild[] {
  // Every second piece is a place's number: split keeps what a group catches.
  return text.split(/\{(\d)\}/).map((piece, index) => (index % 2 === 0 ? piece : parts[Number(piece)]));
}
