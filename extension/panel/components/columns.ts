export type ColumnId = 'name' | 'retryable' | 'attempts' | 'error' | 'started' | 'waited' | 'ran' | 'waterfall';

export interface Column {
  readonly id: ColumnId;
  readonly title: string;
  /** What assistive technology says where the title is a sign. */
  readonly label?: string;
  /** A grid track. */
  readonly track: string;
  readonly numeric?: true;
  /** px of the list below which the column gives way to the more important ones. */
  readonly from: number;
}

/** In the order in which they stand. */
export const COLUMNS: readonly Column[] = [
  { id: 'name', title: 'Name', track: 'minmax(110px, 2.4fr)', from: 0 },
  { id: 'retryable', title: '↻', label: 'Retryable', track: '30px', from: 0 },
  { id: 'attempts', title: 'Attempts', track: 'minmax(68px, 0.8fr)', from: 0 },
  { id: 'error', title: 'Error', track: 'minmax(90px, 1.7fr)', from: 0 },
  { id: 'started', title: 'Started', track: '92px', numeric: true, from: 760 },
  { id: 'waited', title: 'Waited', track: '70px', numeric: true, from: 460 },
  { id: 'ran', title: 'Ran', track: '70px', numeric: true, from: 0 },
  { id: 'waterfall', title: 'Waterfall', track: 'minmax(140px, 3fr)', from: 620 },
];

/** The columns that have room in a list of this width; 0 means not measured yet. */
export function columnsFor(width: number): readonly Column[] {
  return width === 0 ? COLUMNS : COLUMNS.filter((column) => width >= column.from);
}
