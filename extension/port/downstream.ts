import type { Downstream } from '../../bridge/protocol.ts';

/**
 * What a viewer may say to a page: a closed list with checked arguments; undefined for anything else. Written by hand: the
 * relay is in every page, and a validator is ten times as large as this.
 */
export function readDownstream(message: unknown): Downstream | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message)) return undefined;
  if (message.type === 'attach' && 'protocol' in message && typeof message.protocol === 'number') {
    return { type: 'attach', protocol: message.protocol };
  }
  if (message.type === 'ack' && 'batch' in message && typeof message.batch === 'number') {
    return { type: 'ack', batch: message.batch };
  }
  return undefined;
}
