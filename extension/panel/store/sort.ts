import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { COLUMNS, type ColumnId } from '../present/columns.ts';
import type { Settings } from './settings.ts';

export interface Sort {
  readonly column: ColumnId;
  readonly descending: boolean;
}

export interface SortStore {
  /** Undefined: in order of registration. */
  readonly by: ReadonlySignal<Sort | undefined>;
  /** One way, then the other, then not at all. */
  readonly toggle: (column: ColumnId) => void;
  readonly stop: () => void;
}

function readSort(kept: unknown): Sort | undefined {
  if (typeof kept !== 'object' || kept === null || !('column' in kept) || !('descending' in kept)) return undefined;
  const column = COLUMNS.find((known) => known.id === kept.column)?.id;
  return column === undefined ? undefined : { column, descending: kept.descending === true };
}

export function createSort(settings: Settings): SortStore {
  const by = signal(readSort(settings.read('sort')));
  const stop = effect(() => settings.write('sort', by.value ?? null));
  return {
    by,
    toggle(column) {
      const first = COLUMNS.some((known) => known.id === column && known.greatestFirst);
      const now = by.peek();
      if (now?.column !== column) by.value = { column, descending: first };
      else by.value = now.descending === first ? { column, descending: !first } : undefined;
    },
    stop,
  };
}
