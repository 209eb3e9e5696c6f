import type { ColumnId } from '../../panel/present/columns.ts';

const columns: Readonly<Record<ColumnId, string>> = {
  name: 'Name',
  runtime: 'Runtime',
  retryable: 'Retryable',
  attempts: 'Attempts',
  error: 'Error',
  started: 'Started',
  waited: 'Waited',
  ran: 'Ran',
  waterfall: 'Waterfall',
};

/** The task list: its columns, its rows, its menus. */
export const list = {
  label: 'Tasks',
  columns,
  columnTitle: (column: string) => `${column}: press to sort, right-click to choose columns`,
  scaleTitle: 'From the left edge to the right one',
  columnsMenu: 'Columns',
  resetColumns: 'Reset columns',
  /** A task's state, as the picture before its name is read out. */
  states: {
    pending: 'pending',
    running: 'running',
    retrying: 'retrying',
    success: 'success',
    error: 'error',
    cancelled: 'cancelled',
    unfinished: 'unfinished',
  },
  retryable: 'retryable',
  retryableTitle: 'The runtime calls this error retryable',
  injected: 'fault injected',
  left: 'Unfinished: its page was left, or its recording ends, before it did',
  attempts: {
    of: (attempt: number, limit: number) => `${attempt} of ${limit}`,
    notReported: 'not reported',
    fallback: 'fallback',
    fallbackTitle: 'the fallback took over',
  },
};
