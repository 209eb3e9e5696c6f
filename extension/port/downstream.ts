import type { Downstream } from '../../bridge/protocol.ts';
import { isCount, isObject, readCommand } from './command.ts';

/**
 * What a viewer may say to a page: a closed list with checked arguments; undefined for anything else. Written by hand: the
 * relay is in every page, and a validator is ten times as large as this.
 */
export function readDownstream(message: unknown): Downstream | undefined {
  if (!isObject(message)) return undefined;
  const { type, protocol, batch, from, to, request, ref, resume, sentAt } = message;
  switch (type) {
    case 'attach':
      if (!isCount(protocol)) return undefined;
      if (!isObject(resume) || typeof resume.session !== 'string' || !isCount(resume.batch)) return { type, protocol };
      return { type, protocol, resume: { session: resume.session, batch: resume.batch } };
    case 'ack':
      return isCount(batch) ? { type, batch } : undefined;
    case 'again':
      return isCount(from) && isCount(to) ? { type, from, to } : undefined;
    case 'expand':
      return isCount(request) && isCount(ref) ? { type, request, ref } : undefined;
    case 'command':
      // Without a request nobody could be answered; a wrong command is answered as such.
      if (!isCount(request) || typeof sentAt !== 'number') return undefined;
      return { type, request, sentAt, command: readCommand(message.command) };
    case 'ping':
    case 'leave':
      return { type };
    default:
      return undefined;
  }
}
