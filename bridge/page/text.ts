import { codeAt, sliceText } from './primordials.ts';

/** The first part of a text, at most `longest` UTF-16 units, never cut inside a surrogate pair. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const last = codeAt(text, longest - 1);
  return sliceText(text, 0, last >= 0xd800 && last <= 0xdbff ? longest - 1 : longest);
}
