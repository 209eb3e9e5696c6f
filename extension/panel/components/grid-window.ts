import type { TaskKey, TaskModel } from '../../../bridge/model/types.ts';

/** px; the one height of a row and of the header, `--tl-row` in the tokens. */
export const ROW_HEIGHT = 24;
/** Whatever the height of the window, so many row elements exist at most. */
const MAX_ROWS = 200;
/** Rows drawn beyond each edge, so that a scroll step does not show a gap before the next frame. */
const MARGIN = 8;

/** Which part of the list is looked at. `height` is that of the rows' own area, without the header. */
export interface Viewport {
  readonly scrollTop: number;
  readonly height: number;
}

export interface RowWindow {
  /** The rows to draw, `first` included, `end` not. */
  readonly first: number;
  readonly end: number;
  /** How many row elements there are at most. */
  readonly slots: number;
}

export function rowWindow(view: Viewport, count: number): RowWindow {
  const visible = Math.ceil(view.height / ROW_HEIGHT) + 1;
  const top = Math.min(Math.floor(view.scrollTop / ROW_HEIGHT), Math.max(0, count - 1));
  const first = Math.max(0, top - MARGIN);
  const slots = Math.min(MAX_ROWS, visible + 2 * MARGIN);
  return { first, end: Math.min(count, first + slots), slots };
}

/** The rows that are really seen: the waterfall's scale is theirs. */
export function seenRows(rows: readonly TaskModel[], view: Viewport): readonly TaskModel[] {
  const first = Math.floor(view.scrollTop / ROW_HEIGHT);
  return rows.slice(first, Math.ceil((view.scrollTop + view.height) / ROW_HEIGHT));
}

/** Whether any part of a row is seen. */
export function isInSight(index: number, view: Viewport): boolean {
  return (index + 1) * ROW_HEIGHT > view.scrollTop && index * ROW_HEIGHT < view.scrollTop + view.height;
}

/** Where the list must be scrolled to so that a row is wholly seen; the same place if it is. */
export function scrollToShow(index: number, view: Viewport): number {
  const top = index * ROW_HEIGHT;
  if (top < view.scrollTop) return top;
  return Math.max(view.scrollTop, top + ROW_HEIGHT - view.height);
}

/** What holds the list in place while rows come and go: its end, or the row at its upper edge. */
export interface Anchor {
  readonly atEnd: boolean;
  readonly key: TaskKey | undefined;
  /** px of that row above the edge. */
  readonly offset: number;
}

export function anchorOf(rows: readonly TaskModel[], view: Viewport, atEnd: boolean): Anchor {
  const first = Math.floor(view.scrollTop / ROW_HEIGHT);
  return { atEnd, key: rows[first]?.key, offset: view.scrollTop - first * ROW_HEIGHT };
}

/** Whether the end of the list is in sight: then it follows what comes. */
export function isAtEnd(view: Viewport, count: number): boolean {
  return view.scrollTop + view.height >= count * ROW_HEIGHT - ROW_HEIGHT / 2;
}

/** The scroll position that shows the same rows as before, or the end if the end was shown. */
export function keptScrollTop(anchor: Anchor, rows: readonly TaskModel[], view: Viewport): number {
  if (anchor.atEnd) return Math.max(0, rows.length * ROW_HEIGHT - view.height);
  const first = Math.floor(view.scrollTop / ROW_HEIGHT);
  if (anchor.key === undefined || rows[first]?.key === anchor.key) return view.scrollTop;
  const index = rows.findIndex((task) => task.key === anchor.key);
  return index === -1 ? view.scrollTop : index * ROW_HEIGHT + anchor.offset;
}
