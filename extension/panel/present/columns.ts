export type ColumnId =
  | 'name'
  | 'runtime'
  | 'retryable'
  | 'attempts'
  | 'error'
  | 'started'
  | 'waited'
  | 'ran'
  | 'waterfall';

export interface Column {
  readonly id: ColumnId;
  /** Stands for its title where there is no room for a word; assistive technology and menus say the title. */
  readonly sign?: string;
  /** A grid track; `narrow` where the list is narrow. */
  readonly track: string;
  readonly narrow?: string;
  readonly numeric?: true;
  /** px of the list below which the column gives way to the more important ones. */
  readonly from: number;
  /** It cannot be hidden: a row without it says nothing. */
  readonly always?: true;
  /** It has nothing to say while there is one runtime alone. */
  readonly ofSeveral?: true;
  /** The first press on its title shows the greatest first: the longest run is what one looks for. */
  readonly greatestFirst?: true;
}

/** px of a list so narrow that every column gives something up. */
const NARROW = 460;

/** px; what a column can be made. */
export const COLUMN_LIMITS = { min: 26, max: 2000 } as const;

/** In the order in which they stand. */
export const COLUMNS: readonly Column[] = [
  { id: 'name', track: 'minmax(110px, 2.6fr)', from: 0, always: true },
  {
    id: 'runtime',

    track: 'minmax(90px, 1.1fr)',
    narrow: 'minmax(58px, 1fr)',
    from: 380,
    ofSeveral: true,
  },
  { id: 'retryable', sign: '↻', track: '30px', narrow: '26px', from: 0 },
  { id: 'attempts', track: 'minmax(98px, 0.8fr)', narrow: '66px', from: 0, greatestFirst: true },
  { id: 'error', track: 'minmax(90px, 1.7fr)', narrow: 'minmax(70px, 1.3fr)', from: 0 },
  { id: 'started', track: '104px', numeric: true, from: 1000 },
  { id: 'waited', track: '74px', numeric: true, from: NARROW, greatestFirst: true },
  { id: 'ran', track: '74px', narrow: '64px', numeric: true, from: 0, greatestFirst: true },
  { id: 'waterfall', track: 'minmax(140px, 3fr)', from: 620 },
];

/** px that the user gave to columns. */
export type ColumnWidths = ReadonlyMap<ColumnId, number>;

/** The columns that have something to say; `several` runtimes must be told apart. */
export function usefulColumns(several: boolean): readonly Column[] {
  return several ? COLUMNS : COLUMNS.filter((column) => column.ofSeveral !== true);
}

/**
 * The columns to show in a list of this width: those that say something, that the user did not hide and that have
 * room. 0 means not measured yet.
 */
export function columnsFor(width: number, hidden: ReadonlySet<ColumnId>, several: boolean): readonly Column[] {
  return usefulColumns(several).filter((column) => !hidden.has(column.id) && (width === 0 || width >= column.from));
}

/** The tracks of a grid row that holds these columns. The last one takes what is left, so that no gap is seen. */
export function tracksOf(columns: readonly Column[], width: number, widths: ColumnWidths): string {
  const narrow = width > 0 && width < NARROW;
  return columns
    .map((column, index) => {
      const own = widths.get(column.id);
      if (own === undefined) return narrow ? (column.narrow ?? column.track) : column.track;
      return index === columns.length - 1 ? `minmax(${own}px, 1fr)` : `${own}px`;
    })
    .join(' ');
}
