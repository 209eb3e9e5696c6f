import type { FaultRule } from '../../../../bridge/protocol.ts';

export const FAULT_KINDS = ['TaskError', 'Error', 'QueueFullError', 'latency', 'hang'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** What stands in the form; numbers as they were typed. */
export interface FaultDraft {
  readonly name: string;
  readonly exact: boolean;
  readonly kind: FaultKind;
  readonly message: string;
  readonly type: string;
  readonly retryable: boolean;
  readonly retryAfter: string;
  readonly delay: string;
  /** Empty: until it is switched off. */
  readonly times: string;
}

export const NEW_FAULT: FaultDraft = {
  name: '',
  exact: false,
  kind: 'TaskError',
  message: '503',
  type: 'server',
  retryable: true,
  retryAfter: '',
  delay: '',
  times: '2',
};

/** A field that holds no number where one must be. */
export type WrongField = 'retryAfter' | 'delay' | 'times';

const isWhole = (text: string, least: number): boolean => /^\d{1,12}$/.test(text.trim()) && Number(text) >= least;

/** The first field that is wrong; undefined: the fault can be put in place. */
export function wrongField(draft: FaultDraft): WrongField | undefined {
  const { kind, retryAfter, delay, times } = draft;
  if (kind === 'TaskError' && retryAfter !== '' && !isWhole(retryAfter, 0)) return 'retryAfter';
  if (kind === 'latency' ? !isWhole(delay, 1) : kind !== 'hang' && delay !== '' && !isWhole(delay, 0)) return 'delay';
  return times !== '' && !isWhole(times, 1) ? 'times' : undefined;
}

/** The rule of a draft without a wrong field. */
export function ruleOf(draft: FaultDraft): Omit<FaultRule, 'id'> {
  const { name, exact, kind, message, type, retryable, retryAfter, delay, times } = draft;
  const common = { name, exact, ...(times === '' ? {} : { times: Number(times) }) };
  if (kind === 'hang') return { ...common, hang: true, fault: 'hang' };
  const wait = delay === '' ? {} : { delay: Number(delay) };
  const waits = delay === '' ? '' : `+${Number(delay)} ms`;
  if (kind === 'latency') return { ...common, ...wait, fault: waits };
  const fault = [waits, message === '' || kind === 'QueueFullError' ? kind : `${kind}: ${message}`]
    .filter(Boolean)
    .join(', ');
  if (kind === 'QueueFullError') return { ...common, ...wait, error: kind, fault };
  if (kind === 'Error') return { ...common, ...wait, error: kind, message, fault };
  const more = {
    ...(type === '' ? {} : { type }),
    ...(retryAfter === '' ? {} : { retryAfter: Number(retryAfter) }),
  };
  return { ...common, ...wait, ...more, error: kind, message, retryable, fault };
}
