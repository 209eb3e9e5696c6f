import { OTHERS } from '../../../../bridge/model/groups.ts';
import { quoteValue } from '../../filter/parse.ts';

/** The filters that list the tasks behind a number. Each lists exactly as many as the number says, where it counts tasks. */
export const FILTERS = {
  reported: 'reported:yes',
  unreported: 'reported:no',
  backOff: 'backoff:>0ms',
  failed: 'state:error',
  gaveUp: 'state:error retryable:yes',
  paidOff: 'ending:after-retries',
  retried: 'retries:>0 -state:running',
  held: 'held:>0ms',
  open: 'state:pending state:running',
} as const;

/** What all tasks of a group have in common, as a term; undefined for those that found no room. */
export const groupTerm = (key: 'group' | 'failure' | 'cause', group: string): string | undefined =>
  group === OTHERS || group === '' ? undefined : `${key}:${quoteValue(group)}`;

/** A runtime by the whole of its label. */
export const runtimeTerm = (label: string): string => `runtime:${quoteValue(`=${label}`)}`;

/** Two filters that must both hold. */
export const both = (term: string | undefined, filter: string): string | undefined =>
  term === undefined ? undefined : `${term} ${filter}`;
