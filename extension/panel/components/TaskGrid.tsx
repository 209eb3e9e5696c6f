// biome-ignore-all lint/a11y/useSemanticElements: a virtual list of absolutely placed rows is no <table>; the roles say what it is
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row (aria-activedescendant)

import { useComputed, useSignal } from '@preact/signals';
import type { RefObject, VNode } from 'preact';
import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { LIST } from '../../locales/list.ts';
import { TASK } from '../../locales/task.ts';
import { formatDuration } from '../format/duration.ts';
import { columnsFor, tracksOf } from '../present/columns.ts';
import { scaleOf } from '../present/waterfall.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { copyItems } from './copy-items.ts';
import { GridHead } from './GridHead.tsx';
import {
  anchorOf,
  isAtEnd,
  isInSight,
  keptScrollTop,
  ROW_HEIGHT,
  rowWindow,
  scrollToShow,
  seenRows,
  type Viewport,
} from './grid-window.ts';
import { Menu } from './Menu.tsx';
import { rowId, TaskRow } from './TaskRow.tsx';
import { useSize } from './use-size.ts';
import { WaterfallLayer } from './WaterfallLayer.tsx';
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
  const text = useText(LIST);
  const { copy } = useText(TASK);
  const store = useStore();
  const { feed, rows: rowsSignal, selection, columns: layout, sort, runtimeLabels } = store;
  const rows = rowsSignal.value.rows;
  const now = feed.now.value;
  const chosen = selection.keys.value;
  const lead = selection.lead.value;
  const menuAt = useSignal<{ readonly x: number; readonly y: number } | undefined>(undefined);

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
  const labels = runtimeLabels.value;
  const several = useComputed(() => runtimeLabels.value.size > 1);
  const columns = useComputed(() => columnsFor(size.value.width, layout.hidden.value, several.value)).value;
  const tracks = tracksOf(columns, size.value.width, layout.widths.value);
  // The rows take the tracks that the header was given, in px: to find them once is cheaper than in each row.
  const pixels = useSignal<string | undefined>(undefined);
  useLayoutEffect(() => {
    const head = gridRef.current?.querySelector('[role=row]');
    const used = head instanceof Element ? getComputedStyle(head).gridTemplateColumns : '';
    pixels.value = /^(\d+(\.\d+)?px ?)+$/.test(used) ? used : undefined;
  }, [tracks, size.value.width, gridRef, pixels]);
  const view: Viewport = {
    scrollTop: scrollTop.value,
    height: Math.max(0, (size.value.height || FIRST_HEIGHT) - ROW_HEIGHT),
  };

  // New rows move neither the selection nor what is in sight; at its end the list follows.
  const anchor = useRef(anchorOf([], view, true));
  const settled = useRef(0);
  const shownHeight = useRef(view.height);
  const sortedBy = useRef(sort.by.value);
  const following = (at: Viewport): boolean => sort.by.peek() === undefined && isAtEnd(at, rows.length);
  const place = (grid: HTMLElement, atEnd: (at: Viewport) => boolean): void => {
    const at = { ...view, scrollTop: grid.scrollTop };
    anchor.current = anchorOf(rows, at, atEnd(at));
    settled.current = at.scrollTop;
    scrollTop.value = at.scrollTop;
  };
  /** The place is the reader's choice, unless the list only grew too short for the place it had. */
  const takeScroll = (grid: HTMLElement): void => {
    const most = Math.max(0, rows.length * ROW_HEIGHT - view.height);
    if (grid.scrollTop === settled.current || (settled.current > most && grid.scrollTop >= most)) return;
    place(grid, following);
  };
  useLayoutEffect(() => {
    const grid = gridRef.current;
    if (grid === null) return;
    if (sortedBy.current !== sort.by.value) {
      // Another order is another list: it is read from its top. In the order of registration its end is of interest.
      sortedBy.current = sort.by.value;
      grid.scrollTop = sortedBy.current === undefined ? rows.length * ROW_HEIGHT : 0;
      place(grid, following);
      return;
    }
    // Scroll events come a frame late: a place that was chosen since then is honoured here as well.
    takeScroll(grid);
    const before: Viewport = { scrollTop: grid.scrollTop, height: shownHeight.current };
    shownHeight.current = view.height;
    // The chosen row stays in sight when the details open below it and the list gets lower.
    const chosen = view.height < before.height ? selection.index() : -1;
    if (chosen !== -1 && isInSight(chosen, before)) {
      grid.scrollTop = scrollToShow(chosen, { ...before, height: view.height });
      place(grid, following);
      return;
    }
    const kept =
      sortedBy.current !== undefined
        ? before.scrollTop
        : keptScrollTop(anchor.current, rows, { ...view, scrollTop: before.scrollTop });
    if (kept !== before.scrollTop) grid.scrollTop = kept;
    place(grid, () => anchor.current.atEnd);
  });
  const onScroll = (): void => {
    if (gridRef.current !== null) takeScroll(gridRef.current);
  };

  /** A row that was chosen is wholly seen, though only its edge was. */
  const showLead = (): void => {
    const index = selection.index();
    const grid = gridRef.current;
    if (index === -1 || grid === null) return;
    grid.scrollTop = scrollToShow(index, { ...view, scrollTop: grid.scrollTop });
    takeScroll(grid);
  };
  const move = (by: number, extend: boolean): void => {
    selection.move(by, extend);
    showLead();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const command = event.ctrlKey || event.metaKey;
    if (command && !event.altKey && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      selection.all();
      return;
    }
    if (command || event.altKey) return;
    const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 1);
    const steps: Partial<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: Number.NEGATIVE_INFINITY,
      End: Number.POSITIVE_INFINITY,
    };
    const step = steps[event.key];
    if (step !== undefined) move(step, event.shiftKey);
    else if (event.key === 'Enter') onOpen();
    else return;
    event.preventDefault();
  };
  const taskAt = (target: EventTarget | null): TaskModel | undefined => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
    return rows[Number(row?.dataset.index ?? Number.NaN)];
  };
  const onMouseDown = (event: MouseEvent): void => {
    const task = taskAt(event.target);
    if (task === undefined || event.button !== 0) return;
    if (event.shiftKey) selection.extendTo(task.key);
    else if (event.ctrlKey || event.metaKey) selection.toggle(task.key);
    else selection.choose(task.key);
    showLead();
    // A range is no text to be marked.
    if (event.shiftKey) event.preventDefault();
    if (event.shiftKey) gridRef.current?.focus();
  };
  const onContextMenu = (event: MouseEvent): void => {
    // The key for it (or Shift+F10) asks at the grid, for what is chosen; the mouse asks at a row.
    const task = taskAt(event.target);
    if (task !== undefined && !selection.keys.peek().has(task.key)) selection.choose(task.key);
    if (task === undefined && (event.target !== gridRef.current || selection.keys.peek().size === 0)) return;
    event.preventDefault();
    menuAt.value = { x: event.clientX, y: event.clientY };
  };

  const { first, end, slots } = rowWindow(view, rows.length);
  const seen = seenRows(rows, view);
  const scale = scaleOf(seen, now);
  const isLive = seen.some((task) => task.endedAt === undefined);
  const drawn = rows.slice(first, end);
  const selectedIndex = drawn.findIndex((task) => task.key === lead);
  const waterfallWidth = waterfall.size.value.width;
  const nowAt = Math.round(((now - scale.from) / scale.span) * waterfallWidth);
  return (
    <div
      ref={setGrid}
      class="grid"
      role="grid"
      aria-label={text.label}
      aria-multiselectable={true}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={selectedIndex === -1 ? undefined : rowId(first + selectedIndex)}
      tabIndex={0}
      style={{ '--columns': tracks, '--tracks': pixels.value }}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
      onContextMenu={onContextMenu}
    >
      <GridHead
        columns={columns}
        scale={rows.length > 0 ? formatDuration(scale.span) : undefined}
        waterfallRef={waterfall.measure}
      />
      {isLive && nowAt < waterfallWidth && (
        <div class="grid__now" aria-hidden="true">
          <div style={{ right: `${waterfallWidth - nowAt}px`, height: `${view.height}px` }} />
        </div>
      )}
      <div class="grid__body" role="rowgroup" style={{ height: `${rows.length * ROW_HEIGHT}px` }}>
        {drawn.map((task, offset) => (
          <TaskRow
            // A row element is used again for the row that comes into sight: to change it is cheaper than to make one.
            key={(first + offset) % slots}
            task={task}
            index={first + offset}
            selected={chosen.has(task.key)}
            columns={columns}
            text={text}
            runtime={labels.get(task.runtimeKey) ?? ''}
            watch={feed.watchOf(task)}
          />
        ))}
        {waterfallWidth > 0 && (
          <WaterfallLayer
            rows={drawn}
            first={first}
            slots={slots}
            scale={scale}
            watchOf={feed.watchOf}
            width={waterfallWidth}
          />
        )}
      </div>
      {menuAt.value !== undefined && (
        <Menu
          label={text.label}
          items={copyItems(selection.tasks.peek(), store, copy, document)}
          at={menuAt.value}
          onClose={() => {
            menuAt.value = undefined;
          }}
        />
      )}
    </div>
  );
}
