import type { Downstream } from '../../bridge/protocol.ts';

/**
 * What a viewer may say to a page: a closed list with checked arguments; undefined for anything else. Written by hand: the
 * relay is in every page, and a validator is ten times as large as this.
 */
export function readDownstream(message: unknown): Downstream | undefined {
  if (!isObject(message)) return undefined;
  const { type, protocol, batch, from, to, request, ref, resume } = message;
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
    case 'ping':
    case 'leave':
      return { type };
    default:
      return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
