import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { SHELL } from '../../locales/shell.ts';
import { useStore } from '../store/store.ts';
import { DETAIL_LIMITS } from '../store/view.ts';
import { useText } from '../text.ts';
import { CommandSaid } from './CommandSaid.tsx';
import { CommandsSheet } from './CommandsSheet.tsx';
import { DetailPane } from './DetailPane.tsx';
import { HelpSheet } from './HelpSheet.tsx';
import { LazyViewPane } from './LazyViewPane.tsx';
import { LossNotice } from './LossNotice.tsx';
import { Banner } from './Notice.tsx';
import { Overview } from './Overview.tsx';
import { ImportFault, RecordingsBar } from './RecordingsBar.tsx';
import { SelectionPane } from './SelectionPane.tsx';
import { SettingsSheet } from './SettingsSheet.tsx';
import { Splitter } from './Splitter.tsx';
import { StateButtons } from './StateButtons.tsx';
import { StatusLine } from './StatusLine.tsx';
import { TabList, TabPanel } from './Tabs.tsx';
import { TasksView } from './TasksView.tsx';
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
  const { feed, rows, selection, view, views, theme } = store;
  const text = useText(SHELL);
  const filterRef = useRef<HTMLInputElement>(null);
  const gridRef = useRef<HTMLDivElement>(null);
  const paneRef = useRef<HTMLElement>(null);
  const { size, measure } = useSize();
  const help = useSignal(false);
  const settings = useSignal(false);
  const commands = useSignal(false);

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
  const shown = views.shown.value;
  const lazyView = views.lazy.find(({ id }) => id === shown);
  const { total } = rows.value;
  const task = selection.task.value;
  const chosen = selection.keys.value.size > 1 ? selection.tasks.value : [];
  const beside = size.value.width === 0 || size.value.width >= SIDE_BY_SIDE;
  const max = beside ? size.value.width - LIST_MIN.width : size.value.height - LIST_MIN.height;
  const wanted = beside ? view.detailWidth : view.detailHeight;
  const paneSize = `${Math.max(DETAIL_LIMITS.min, size.value.width === 0 ? wanted.value : Math.min(wanted.value, max))}px`;
  // A page has one main part, and in a page of somebody else's it is not the panel.
  const Panes = store.ownsPage ? 'main' : 'div';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts are heard from wherever the focus is in the panel
    <div class="tasklens" data-theme={theme.value} lang={store.language.value} onKeyDown={onKeyDown}>
      <header>
        <h1 class="unseen">Tasklens</h1>
        <RecordingsBar />
        <ImportFault />
        <Toolbar
          filterRef={filterRef}
          onCommands={() => {
            commands.value = true;
          }}
          onSettings={() => {
            settings.value = true;
          }}
        />
        <div class="views-bar">
          <TabList
            group="views"
            label={text.views.label}
            tabs={(['tasks', ...views.lazy.map(({ id }) => id)] as const).map((id) => ({ id, label: text.views[id] }))}
            selected={shown}
            onSelect={views.show}
          />
          {shown === 'tasks' && <StateButtons />}
        </div>
        {shown === 'tasks' && <Overview />}
        {total > 0 && <Banner status={status} />}
        <LossNotice />
        <CommandSaid />
      </header>
      <Panes class={beside ? 'panes panes--beside' : 'panes'} ref={measure}>
        <TabPanel group="views" selected={shown} class="panes__view">
          {lazyView === undefined ? (
            <TasksView
              gridRef={gridRef}
              onOpen={() => paneRef.current?.querySelector<HTMLElement>('[role=tab][tabindex="0"]')?.focus()}
            />
          ) : (
            <LazyViewPane key={lazyView.id} view={lazyView} />
          )}
        </TabPanel>
        {task !== undefined && (lazyView === undefined || lazyView.details === true) && (
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
      </Panes>
      <StatusLine />
      {commands.value && (
        <CommandsSheet
          onClose={() => {
            commands.value = false;
          }}
        />
      )}
      {settings.value && (
        <SettingsSheet
          onClose={() => {
            settings.value = false;
          }}
        />
      )}
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
