import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { COLUMN_LIMITS, COLUMNS, type ColumnId, type ColumnWidths } from '../present/columns.ts';
import type { Settings } from './settings.ts';

export interface ColumnStore {
  readonly hidden: ReadonlySignal<ReadonlySet<ColumnId>>;
  readonly widths: ReadonlySignal<ColumnWidths>;
  readonly toggle: (id: ColumnId) => void;
  /** px; undefined gives the column its own width back. */
  readonly resize: (id: ColumnId, width: number | undefined) => void;
  /** Every column, as wide as at first. */
  readonly reset: () => void;
  readonly stop: () => void;
}

const isColumn = (id: unknown): id is ColumnId => COLUMNS.some((column) => column.id === id);
const isPair = (entry: unknown): entry is [ColumnId, number] =>
  Array.isArray(entry) && isColumn(entry[0]) && typeof entry[1] === 'number' && isWidth(entry[1]);
const isWidth = (width: number): boolean => width >= COLUMN_LIMITS.min && width <= COLUMN_LIMITS.max;

/** Which columns the user wants to see, and how wide. */
export function createColumns(settings: Settings): ColumnStore {
  const keptHidden = settings.read('columns.hidden');
  const keptWidths = settings.read('columns.widths');
  const hidden = signal<ReadonlySet<ColumnId>>(new Set(Array.isArray(keptHidden) ? keptHidden.filter(isColumn) : []));
  const widths = signal<ColumnWidths>(new Map(Array.isArray(keptWidths) ? keptWidths.filter(isPair) : []));
  const stop = effect(() => {
    settings.write('columns.hidden', [...hidden.value]);
    settings.write('columns.widths', [...widths.value]);
  });
  return {
    hidden,
    widths,
    toggle(id) {
      if (COLUMNS.some((column) => column.id === id && column.always)) return;
      const next = new Set(hidden.peek());
      if (!next.delete(id)) next.add(id);
      hidden.value = next;
    },
    resize(id, width) {
      const next = new Map(widths.peek());
      if (width === undefined) next.delete(id);
      else next.set(id, Math.round(Math.min(Math.max(width, COLUMN_LIMITS.min), COLUMN_LIMITS.max)));
      widths.value = next;
    },
    reset() {
      hidden.value = new Set();
      widths.value = new Map();
    },
    stop,
  };
}
