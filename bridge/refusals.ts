import type { Refusal } from './protocol.ts';

/** Every refusal once. */
const ALL: Readonly<Record<Refusal, true>> = {
  gone: true,
  ended: true,
  stopped: true,
  'not-held': true,
  'old-library': true,
  'bad-arguments': true,
  'commands-off': true,
  late: true,
  failed: true,
};

export const REFUSALS: readonly Refusal[] = Object.keys(ALL).filter(isRefusal);

export function isRefusal(word: string): word is Refusal {
  return Object.hasOwn(ALL, word);
}
