import type { FaultRule, PageCommand, RuntimeCommand } from '../../bridge/protocol.ts';

/** UTF-16 units of a text in a command. */
const LONGEST = 1_000;

/** Tasks that one command may name. */
const MOST = 100_000;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The last check of a command before the page: a closed list with checked arguments, made anew of what was checked; undefined for
 * anything else. Written by hand, as all of the relay's reading is: it is in every page.
 */
export function readCommand(value: unknown): PageCommand | undefined {
  if (!isObject(value)) return undefined;
  const { type, refs, runtimeId } = value;
  if (type === 'forget') return { type };
  if (type === 'rerun') return areCounts(refs) ? { type, refs } : undefined;
  const command = typeof runtimeId === 'string' && runtimeId.length <= LONGEST ? readRuntimeCommand(value) : undefined;
  return command && typeof runtimeId === 'string' ? { ...command, runtimeId } : undefined;
}

function readRuntimeCommand(value: Fields): RuntimeCommand | undefined {
  const { type, tasks, reason, concurrency, rule } = value;
  switch (type) {
    case 'cancel':
      return areCounts(tasks) && isText(reason) ? { type, tasks, reason } : undefined;
    case 'clear':
      return isText(reason) ? { type, reason } : undefined;
    case 'pause':
    case 'resume':
      return { type };
    case 'set-concurrency':
      return isCount(concurrency) && concurrency >= 1 ? { type, concurrency } : undefined;
    case 'hits':
    case 'lift':
      return isText(rule) ? { type, rule } : undefined;
    case 'inject': {
      const read = isObject(rule) ? readRule(rule) : undefined;
      return read && { type, rule: read };
    }
    default:
      return undefined;
  }
}

function readRule(value: Fields): FaultRule | undefined {
  const { id, name, exact, times, fault, delay, hang, error, message, type, retryable, retryAfter } = value;
  if (!isText(id) || !isText(name) || !isText(fault)) return undefined;
  if (!isOptional(exact, isFlag) || !isOptional(hang, isFlag) || !isOptional(retryable, isFlag)) return undefined;
  if (!isOptional(times, isCount) || !isOptional(delay, isMs) || !isOptional(retryAfter, isMs)) return undefined;
  if (!isOptional(message, isText) || !isOptional(type, isText) || !isOptional(error, isKind)) return undefined;
  return { id, name, exact, times, fault, delay, hang, error, message, type, retryable, retryAfter };
}

function isOptional<T>(value: unknown, is: (value: unknown) => value is T): value is T | undefined {
  return value === undefined || is(value);
}

function isKind(value: unknown): value is NonNullable<FaultRule['error']> {
  return value === 'TaskError' || value === 'Error' || value === 'QueueFullError';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST;
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isMs(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY;
}

function areCounts(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length <= MOST && value.every(isCount);
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
