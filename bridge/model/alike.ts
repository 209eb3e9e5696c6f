import type { WireError } from '../protocol.ts';

/** Units of a label; a longer name is told by its beginning. */
const LONGEST = 120;

/** A word with a digit in it, up to a blank or a slash: `photo-0412.jpg`, `42`, a UUID. */
const NUMBERED = /[^\s/]*\d[^\s/]*/g;
/** So many digits in a word name a thing and not a kind: `1734006000`, not `503`. */
const LONG_NUMBER = 4;
const withoutLongNumbers = (text: string): string =>
  text.replace(/[^\s/]+/g, (word) => (word.replace(/\D/g, '').length >= LONG_NUMBER ? '*' : word));

function cut(text: string): string {
  const line = text.replace(/[\s"]+/g, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * What names have in common that differ in their numbers alone, for sums by name: `upload photo-0412.jpg` and
 * `upload video-07.mp4` are `upload *`. Quotes and line breaks are blanks in it, so that it can stand in a filter.
 */
export function nameGroup(name: string): string {
  return cut(name.slice(0, 4 * LONGEST).replace(NUMBERED, '*'));
}

/**
 * What failures have in common, for sums by error: its name, its type and its message, long numbers aside. An error that
 * left its name at "Error" goes by its class, since a minified build renames the class and not the name.
 */
export function errorGroup(error: WireError): string {
  const { name, type = '' } = error;
  const title = name !== '' && (name !== 'Error' || error.class === '') ? name : error.class;
  const message = withoutLongNumbers(error.message.slice(0, 4 * LONGEST));
  const said = type !== '' && !message.toLowerCase().startsWith(type.toLowerCase()) ? [type] : [];
  return cut([title, ...said, ...(message === '' ? [] : [message])].join(' · '));
}
