import { attemptCount } from '../model/selectors.ts';
import type { TaskModel } from '../model/types.ts';
import type { TaskLog } from './task-log.ts';
import { stateOf, type TaskQuery } from './task-query.ts';

/** Tasks that a message lists; the rest is counted. */
const MOST = 30;

/** What was seen of the tasks of a test, with times, the ones that were asked for marked. */
export function seenText(query: TaskQuery): string {
  const { log } = query;
  if (!log.seen) return 'No runtime was seen. Is `tasklens` in the page, and not under the condition `production`?';
  const wanted = new Set(query.rows());
  const all = [...log.model.tasks.values()];
  if (all.length === 0)
    return `Seen: ${[...log.model.runtimes.values()].map((one) => one.name).join(', ')}, and no task.`;
  // Those that were asked for first: of many tasks they are the ones to look at.
  const listed = [...wanted, ...all.filter((row) => !wanted.has(row))].slice(0, MOST).sort(byTime);
  const lines = listed.map((row) => `  ${wanted.has(row) ? '→' : ' '} ${lineOf(log, row)}`);
  const more = all.length > listed.length ? [`    … and ${all.length - listed.length} more`] : [];
  return [`Seen (${all.length}, → those asked for):`, ...lines, ...more].join('\n');
}

function byTime(a: TaskModel, b: TaskModel): number {
  return (a.registeredAt ?? 0) - (b.registeredAt ?? 0);
}

function lineOf(log: TaskLog, row: TaskModel): string {
  const { registeredAt, startedAt, endedAt, error } = row;
  const waited =
    startedAt !== undefined && registeredAt !== undefined ? `, waited ${ms(startedAt - registeredAt)}` : '';
  const ran = startedAt !== undefined && endedAt !== undefined ? `, ran ${ms(endedAt - startedAt)}` : '';
  const gone = log.isOpen(row) || endedAt !== undefined ? '' : ' (its document is gone)';
  const url = log.model.sessions.get(row.session)?.url ?? '';
  return [
    `${time(registeredAt)} ${JSON.stringify(row.name)} ${stateOf(row)}${gone}`,
    attemptsText(row),
    `${waited}${ran}`,
    error ? `, ${error.class}: ${error.message.split('\n', 1)[0]}${row.retryable ? ' (retryable)' : ''}` : '',
    url === '' ? '' : ` [${url}]`,
  ].join('');
}

function attemptsText(row: TaskModel): string {
  const count = attemptCount(row);
  if (count.kind === 'pending') return '';
  if (count.kind === 'not-reported') return ', retries not reported';
  const of = count.limit === undefined ? '' : ` of ${count.limit}`;
  return `, ${count.attempts}${of} attempt${count.attempts === 1 && of === '' ? '' : 's'}`;
}

const ms = (value: number): string => (value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(2)} s`);

/** UTC, as a page under a stopped clock would have it too. */
const time = (at: number | undefined): string =>
  at === undefined || !Number.isFinite(new Date(at).getTime())
    ? '??:??:??.???'
    : new Date(at).toISOString().slice(11, 23);
