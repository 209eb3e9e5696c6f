import type { WireError } from '../../../bridge/protocol.ts';
import { clip } from '../format/text.ts';

/** Longer texts are cut before the cell's own ellipsis does it, so that a 10 kB message costs a row nothing. */
const MESSAGE_IN_A_ROW = 300;

/**
 * What an error is called. Its own name, where it has one: a minified build renames the class, not the name. A subclass
 * that left its name at plain "Error" is called by its class.
 */
export function errorTitle(error: Pick<WireError, 'name' | 'class'>): string {
  const { name } = error;
  return name !== '' && (name !== 'Error' || error.class === '') ? name : error.class;
}

/** Title, type and message as one line: `TaskError · network · connection refused`; a type is not said twice. */
export function errorLine(error: WireError): string {
  const { type = '', message } = error;
  const parts = [errorTitle(error)];
  if (type !== '' && !message.toLowerCase().startsWith(type.toLowerCase())) parts.push(type);
  if (message !== '') parts.push(clip(message, MESSAGE_IN_A_ROW));
  return parts.join(' · ');
}
