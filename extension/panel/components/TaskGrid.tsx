// biome-ignore-all lint/a11y/useSemanticElements: a virtual list of absolutely placed rows is no <table>; the roles say what it is
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row (aria-activedescendant)
import { useComputed, useSignal } from '@preact/signals';
import type { RefObject, VNode } from 'preact';
import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';
import { formatDuration } from '../format/duration.ts';
import { scaleOf } from '../present/waterfall.ts';
import { useStore } from '../store/store.ts';
import { columnsFor } from './columns.ts';
import {
  anchorOf,
  isAtEnd,
  keptScrollTop,
  ROW_HEIGHT,
  rowWindow,
  scrollToShow,
  seenRows,
  type Viewport,
} from './grid-window.ts';
import { rowId, TaskRow } from './TaskRow.tsx';
import { useSize } from './use-size.ts';
import { WaterfallPatterns } from './WaterfallBars.tsx';
import './TaskGrid.css';

/** px; until the grid is laid out. */
const FIRST_HEIGHT = 600;

interface TaskGridProps {
  readonly gridRef: RefObject<HTMLDivElement | null>;
  /** Enter on a row. */
  readonly onOpen: () => void;
}

/** The task list: a fixed number of row elements over any number of tasks. */
export function TaskGrid({ gridRef, onOpen }: TaskGridProps): VNode {
  const { feed, rows: rowsSignal, selection } = useStore();
  const rows = rowsSignal.value.rows;
  const now = feed.now.value;
  const selectedKey = selection.key.value;

  const { size, measure } = useSize();
  const waterfall = useSize();
  const setGrid = useCallback(
    (element: HTMLDivElement | null): void => {
      gridRef.current = element;
      measure(element);
    },
    [gridRef, measure],
  );
  const scrollTop = useSignal(0);
  const columns = useComputed(() => columnsFor(size.value.width)).value;
  const view: Viewport = {
    scrollTop: scrollTop.value,
    height: Math.max(0, (size.value.height || FIRST_HEIGHT) - ROW_HEIGHT),
  };

  // New rows move neither the selection nor what is in sight; at its end the list follows.
  const anchor = useRef(anchorOf([], view, true));
  const settled = useRef(0);
  useLayoutEffect(() => {
    const grid = gridRef.current;
    if (grid === null) return;
    const kept = keptScrollTop(anchor.current, rows, { ...view, scrollTop: grid.scrollTop });
    if (kept !== grid.scrollTop) grid.scrollTop = kept;
    settled.current = grid.scrollTop;
    scrollTop.value = grid.scrollTop;
    anchor.current = anchorOf(rows, { ...view, scrollTop: grid.scrollTop }, anchor.current.atEnd);
  });
  const onScroll = (): void => {
    const grid = gridRef.current;
    if (grid === null || grid.scrollTop === settled.current) return;
    // Moved by hand, not by what came or went: the place is the reader's choice.
    const moved = { ...view, scrollTop: grid.scrollTop };
    anchor.current = anchorOf(rows, moved, isAtEnd(moved, rows.length));
    settled.current = grid.scrollTop;
    scrollTop.value = grid.scrollTop;
  };

  const move = (by: number): void => {
    selection.move(by);
    const index = selection.index();
    const grid = gridRef.current;
    if (index === -1 || grid === null) return;
    grid.scrollTop = scrollToShow(index, { ...view, scrollTop: grid.scrollTop });
    onScroll();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 1);
    const steps: Partial<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      PageDown: () => move(page),
      PageUp: () => move(-page),
      Home: () => move(Number.NEGATIVE_INFINITY),
      End: () => move(Number.POSITIVE_INFINITY),
      Enter: onOpen,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    step();
  };
  const onMouseDown = (event: MouseEvent): void => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    const task = rows[Number(row?.dataset.index ?? Number.NaN)];
    if (event.button === 0 && task !== undefined) selection.key.value = task.key;
  };

  const { first, end } = rowWindow(view, rows.length);
  const scale = scaleOf(seenRows(rows, view), now);
  const selectedIndex = rows.slice(first, end).findIndex((task) => task.key === selectedKey);
  const waterfallWidth = waterfall.size.value.width;
  return (
    <div
      ref={setGrid}
      class="grid"
      role="grid"
      aria-label="Tasks"
      aria-rowcount={rows.length + 1}
      aria-activedescendant={selectedIndex === -1 ? undefined : rowId(first + selectedIndex)}
      tabIndex={0}
      style={{ '--columns': columns.map((column) => column.track).join(' ') }}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
    >
      <WaterfallPatterns />
      <div class="grid__head" role="row" aria-rowindex={1}>
        {columns.map((column) => (
          <div
            key={column.id}
            ref={column.id === 'waterfall' ? waterfall.measure : null}
            class="grid__title"
            role="columnheader"
            aria-label={column.label}
            title={column.label}
            data-numeric={column.numeric}
          >
            {column.title}
            {column.id === 'waterfall' && rows.length > 0 && (
              <span class="grid__span" title="From the left edge to the right one">
                {formatDuration(scale.span)}
              </span>
            )}
          </div>
        ))}
      </div>
      <div class="grid__body" role="rowgroup" style={{ height: `${rows.length * ROW_HEIGHT}px` }}>
        {rows.slice(first, end).map((task, offset) => (
          <TaskRow
            key={task.key}
            task={task}
            index={first + offset}
            selected={task.key === selectedKey}
            columns={columns}
            watch={{ now, connected: feed.model.sessions.get(task.session)?.connected ?? true }}
            scale={scale}
            waterfallWidth={waterfallWidth}
          />
        ))}
      </div>
    </div>
  );
}
