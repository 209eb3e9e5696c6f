import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { useStore } from '../store/store.ts';
import { DETAIL_LIMITS } from '../store/view.ts';
import { DetailPane } from './DetailPane.tsx';
import { ROW_HEIGHT } from './grid-window.ts';
import { HelpSheet } from './HelpSheet.tsx';
import { HINT_UP_TO, Hint } from './Hint.tsx';
import { LossNotice } from './LossNotice.tsx';
import { Banner, EmptyNotice, NothingFound } from './Notice.tsx';
import { SelectionPane } from './SelectionPane.tsx';
import { Splitter } from './Splitter.tsx';
import { StateButtons } from './StateButtons.tsx';
import { StatusLine } from './StatusLine.tsx';
import { TaskGrid } from './TaskGrid.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useShortcuts, useUnfocusedKeys } from './use-shortcuts.ts';
import { useSize } from './use-size.ts';
import './App.css';

/** px; a narrower panel has its details below the list. */
const SIDE_BY_SIDE = 760;
/** px of the list that the details leave in any case. */
const LIST_MIN = { width: 280, height: 96 };

/** The whole panel. */
export function App(): VNode {
  const store = useStore();
  const { feed, rows, selection, view, theme } = store;
  const filterRef = useRef<HTMLInputElement>(null);
  const gridRef = useRef<HTMLDivElement>(null);
  const paneRef = useRef<HTMLElement>(null);
  const { size, measure } = useSize();
  const help = useSignal(false);

  const close = (): void => {
    selection.none();
    gridRef.current?.focus();
  };
  const focusFilter = (): void => {
    filterRef.current?.focus();
    filterRef.current?.select();
  };
  const onKeyDown = useShortcuts({
    clear: store.clear,
    close: () => {
      if (selection.keys.peek().size === 0) return false;
      close();
      return true;
    },
    focusFilter,
    help: () => {
      help.value = true;
    },
  });

  useUnfocusedKeys(store.ownsPage, onKeyDown);

  const status = feed.status.value;
  const { rows: shown, total } = rows.value;
  const task = selection.task.value;
  const chosen = selection.keys.value.size > 1 ? selection.tasks.value : [];
  const beside = size.value.width === 0 || size.value.width >= SIDE_BY_SIDE;
  const max = beside ? size.value.width - LIST_MIN.width : size.value.height - LIST_MIN.height;
  const wanted = beside ? view.detailWidth : view.detailHeight;
  const paneSize = `${Math.max(DETAIL_LIMITS.min, size.value.width === 0 ? wanted.value : Math.min(wanted.value, max))}px`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts are heard from wherever the focus is in the panel
    <div class="tasklens" data-theme={theme.value} lang="en" onKeyDown={onKeyDown}>
      <header>
        <h1 class="unseen">Tasklens</h1>
        <Toolbar filterRef={filterRef} />
        <StateButtons />
        {total > 0 && <Banner status={status} />}
        <LossNotice />
      </header>
      <main class={beside ? 'panes panes--beside' : 'panes'} ref={measure}>
        <div class="panes__list">
          <TaskGrid
            gridRef={gridRef}
            onOpen={() => paneRef.current?.querySelector<HTMLElement>('[role=tab][tabindex="0"]')?.focus()}
          />
          {total > 0 && total <= HINT_UP_TO && shown.length > 0 && (
            <div class="panes__hint" style={{ top: `${(shown.length + 1) * ROW_HEIGHT}px` }}>
              <Hint />
            </div>
          )}
          {total === 0 && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: in a low panel it scrolls, and must be reachable by keyboard
            <div class="panes__notice" tabIndex={0}>
              <EmptyNotice status={status} />
            </div>
          )}
          {total > 0 && shown.length === 0 && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: in a low panel it scrolls, and must be reachable by keyboard
            <div class="panes__notice" tabIndex={0}>
              <NothingFound />
            </div>
          )}
        </div>
        {task !== undefined && (
          <>
            <Splitter size={wanted} min={DETAIL_LIMITS.min} max={max} between={beside ? 'columns' : 'rows'} />
            <div class="panes__detail" style={beside ? { width: paneSize } : { height: paneSize }}>
              {chosen.length > 1 ? (
                <SelectionPane tasks={chosen} onClose={close} />
              ) : (
                <DetailPane task={task} paneRef={paneRef} onClose={close} />
              )}
            </div>
          </>
        )}
      </main>
      <StatusLine />
      {help.value && (
        <HelpSheet
          onClose={() => {
            help.value = false;
          }}
        />
      )}
    </div>
  );
}
