import type { WireError } from '../../../bridge/protocol.ts';
import { clip } from '../format/text.ts';

/** Longer texts are cut before the cell's own ellipsis does it, so that a 10 kB message costs a row nothing. */
const MESSAGE_IN_A_ROW = 300;

/** Class, type and message as one line: `TaskError · network · connection refused`; a type is not said twice. */
export function errorLine(error: WireError): string {
  const { type = '', message } = error;
  const parts = [error.class === '' ? error.name : error.class];
  if (type !== '' && !message.toLowerCase().startsWith(type.toLowerCase())) parts.push(type);
  if (message !== '') parts.push(clip(message, MESSAGE_IN_A_ROW));
  return parts.join(' · ');
}
