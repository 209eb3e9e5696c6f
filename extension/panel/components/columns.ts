export type ColumnId = 'name' | 'retryable' | 'attempts' | 'error' | 'started' | 'waited' | 'ran' | 'waterfall';

export interface Column {
  readonly id: ColumnId;
  readonly title: string;
  /** What assistive technology says where the title is a sign. */
  readonly label?: string;
  /** A grid track; `narrow` where the list is narrow. */
  readonly track: string;
  readonly narrow?: string;
  readonly numeric?: true;
  /** px of the list below which the column gives way to the more important ones. */
  readonly from: number;
}

/** px of a list so narrow that every column gives something up. */
const NARROW = 460;

/** In the order in which they stand. */
export const COLUMNS: readonly Column[] = [
  { id: 'name', title: 'Name', track: 'minmax(110px, 2.6fr)', from: 0 },
  { id: 'retryable', title: '↻', label: 'Retryable', track: '30px', narrow: '26px', from: 0 },
  { id: 'attempts', title: 'Attempts', track: 'minmax(98px, 0.8fr)', narrow: '66px', from: 0 },
  { id: 'error', title: 'Error', track: 'minmax(90px, 1.7fr)', narrow: 'minmax(70px, 1.3fr)', from: 0 },
  { id: 'started', title: 'Started', track: '104px', numeric: true, from: 1000 },
  { id: 'waited', title: 'Waited', track: '70px', numeric: true, from: NARROW },
  { id: 'ran', title: 'Ran', track: '70px', narrow: '64px', numeric: true, from: 0 },
  { id: 'waterfall', title: 'Waterfall', track: 'minmax(140px, 3fr)', from: 620 },
];

/** The tracks of a grid row that holds these columns. */
export function tracksOf(columns: readonly Column[], width: number): string {
  const narrow = width > 0 && width < NARROW;
  return columns.map((column) => (narrow ? (column.narrow ?? column.track) : column.track)).join(' ');
}

/** The columns that have room in a list of this width; 0 means not measured yet. */
export function columnsFor(width: number): readonly Column[] {
  return width === 0 ? COLUMNS : COLUMNS.filter((column) => width >= column.from);
}
