/**
 * Characters that change how the text around them is shown, or that show nothing at all: bidirectional controls, C0 and
 * C1 controls, line and paragraph separators, zero-width space and no-break space, soft hyphen, invisible operators.
 * The joiners U+200C and U+200D stay: scripts and emoji families need them.
 */
const HIDDEN = new RegExp(
  [
    '[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]',
    // Half of a surrogate pair.
    '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]',
  ].join('|'),
);
const HIDDEN_ALL = new RegExp(HIDDEN, 'g');

/** A stretch of text, or one character that must be made visible. */
export interface TextPart {
  readonly text: string;
  /** `U+202E`, or a sign, for a character that would else be unseen. */
  readonly mark?: string;
}

/** Signs that a reader knows better than their numbers. */
const SIGNS: Partial<Record<string, string>> = { '\n': '↵', '\t': '⇥' };

const markOf = (char: string): string =>
  SIGNS[char] ?? `U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Cuts a text into plain stretches and the characters among them that must be made visible. */
export function textParts(text: string): readonly TextPart[] {
  if (!HIDDEN.test(text)) return [{ text }];
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN_ALL)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: match[0], mark: markOf(match[0]) });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** The text with every hidden character spelled out, for tooltips and names, where nothing can be styled. */
export function spellOut(text: string): string {
  return text.replace(HIDDEN_ALL, (char) => `⟨${markOf(char)}⟩`);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * At most `max` UTF-16 units of a text, cut between two visible characters, never inside one: an emoji family is kept
 * or dropped whole. What was left out is told by an ellipsis.
 */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  // One grapheme may be long (a hundred combining marks): look a little further, then give up on keeping it whole.
  let end = 0;
  for (const { index, segment } of segmenter.segment(text.slice(0, max + 64))) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end)}…`;
}
