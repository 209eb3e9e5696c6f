import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { TaskModel } from '../../../bridge/model/types.ts';
import type { RuntimeLabels } from '../present/runtime-labels.ts';
import type { PanelSource } from '../source.ts';
import type { LazyView } from '../views/registry.ts';
import { type ColumnStore, createColumns } from './columns.ts';
import { type CommandStore, createCommands } from './commands.ts';
import { createFaults, type FaultStore } from './faults.ts';
import { createFeed, type Feed } from './feed.ts';
import { createFilter, type FilterStore } from './filter.ts';
import { createLanguage, type LanguageStore } from './language.ts';
import type { RecordingsStore } from './recordings.ts';
import { createRows, type Rows } from './rows.ts';
import { createRuntimeLabels } from './runtimes.ts';
import { createSavedFilters, type SavedFilters } from './saved-filters.ts';
import { createSelection, type SelectionStore } from './selection.ts';
import { createSettings, type SettingsStorage } from './settings.ts';
import { createSort, type SortStore } from './sort.ts';
import { createSourceFilter, type SourceFilter } from './source-filter.ts';
import { createTheme, type ThemeSource, type ThemeStore } from './theme.ts';
import type { Timing } from './timing.ts';
import { createView, type ViewStore } from './view.ts';
import { createViews, type ViewsStore } from './views.ts';

/** Tasks that may be kept: the last is what the panel is measured with. */
export const HISTORY_LIMITS = [1_000, 10_000, 50_000, 100_000] as const;

export interface StoreOptions {
  readonly source: PanelSource;
  readonly theme: ThemeSource;
  readonly storage: SettingsStorage | undefined;
  readonly timing: Timing;
  /** The panel's own version, as the status line names it. */
  readonly version: string;
  readonly ownsPage: boolean;
  readonly window: Pick<Window, 'matchMedia'>;
  /** The browser's languages, the best first. */
  readonly languages: readonly string[];
  readonly lazyViews: readonly LazyView[];
  readonly recordings: RecordingsStore;
}

/** Everything the components know: what the source has, and what the user chose. */
export interface PanelStore {
  readonly feed: Feed;
  readonly filter: FilterStore;
  readonly sourceFilter: SourceFilter;
  /** What the runtimes are called, so that no two are alike. */
  readonly runtimeLabels: ReadonlySignal<RuntimeLabels>;
  readonly saved: SavedFilters;
  readonly rows: ReadonlySignal<Rows>;
  readonly sort: SortStore;
  readonly columns: ColumnStore;
  readonly selection: SelectionStore;
  readonly view: ViewStore;
  /** The views behind the tabs, and which is shown. */
  readonly views: ViewsStore;
  readonly language: LanguageStore['language'];
  readonly chosenLanguage: LanguageStore['chosen'];
  readonly theme: ThemeStore['theme'];
  readonly preserveLog: Signal<boolean>;
  /** Off: the page sends nothing. Undefined where there is nothing to record. */
  readonly recording: Signal<boolean> | undefined;
  /** Tasks that are kept; undefined where there is no such bound. */
  readonly historyLimit: Signal<number> | undefined;
  readonly version: string;
  /** Nothing but the panel is in the page: it may answer to keys that are pressed outside of it. */
  readonly ownsPage: boolean;
  /** Calls back after so many ms; returns what prevents it. */
  readonly after: Timing['after'];
  readonly clear: () => void;
  /** Undefined: the source is read-only. */
  readonly commands: CommandStore | undefined;
  readonly faults: FaultStore | undefined;
  /** Lists in Tasks what a filter text asks for, and nothing else. */
  readonly showTasks: (filter: string) => void;
  readonly reloadPage: PanelSource['reloadPage'];
  /** What is open beside the live session. */
  readonly recordings: RecordingsStore;
  /** Writes a recording of all tasks, or of these. */
  readonly save: (tasks?: readonly TaskModel[]) => void;
  readonly stop: () => void;
}

export function createPanelStore(options: StoreOptions): PanelStore {
  const { source } = options;
  const settings = createSettings(options.storage);
  const feed = createFeed(source, options.timing);
  const labels = createRuntimeLabels(feed);
  const sourceFilter = createSourceFilter(feed, labels);
  const filter = createFilter(settings, feed, labels, sourceFilter);
  const saved = createSavedFilters(settings, filter);
  const sort = createSort(settings);
  const columns = createColumns(settings);
  const rows = createRows(feed, filter, sort, labels);
  const view = createView(settings);
  const views = createViews(settings, options.lazyViews);
  const language = createLanguage(settings, options.languages);
  const theme = createTheme(options.theme, options.window);
  const preserveLog = signal(settings.read('preserveLog') === true || source.preserveLog);
  const stopPreserve = effect(() => {
    source.preserveLog = preserveLog.value;
    settings.write('preserveLog', preserveLog.value);
  });
  const recording = source.recording === undefined ? undefined : signal(source.recording);
  const stopRecording = effect(() => {
    if (recording !== undefined && source.recording !== recording.value) source.recording = recording.value;
  });
  const keptLimit = settings.read('historyLimit');
  const limit = HISTORY_LIMITS.find((known) => known === keptLimit) ?? source.historyLimit;
  const historyLimit = source.historyLimit === undefined || limit === undefined ? undefined : signal(limit);
  const stopLimit = effect(() => {
    if (historyLimit === undefined) return;
    if (source.historyLimit !== historyLimit.value) source.historyLimit = historyLimit.value;
    settings.write('historyLimit', historyLimit.value);
  });
  const commands = createCommands(source);
  const faults = commands && createFaults(source, commands, options.timing.after);
  return {
    feed,
    filter,
    sourceFilter,
    runtimeLabels: labels,
    saved,
    rows,
    sort,
    columns,
    selection: createSelection(feed, rows),
    view,
    views,
    language: language.language,
    chosenLanguage: language.chosen,
    theme: theme.theme,
    preserveLog,
    recording,
    historyLimit,
    version: options.version,
    ownsPage: options.ownsPage,
    after: options.timing.after,
    clear: source.clear,
    commands,
    faults,
    showTasks(text) {
      saved.apply(text);
      views.show('tasks');
    },
    reloadPage: source.reloadPage,
    recordings: options.recordings,
    save(tasks) {
      const now = options.timing.now();
      // The writer comes with the first file that is written.
      void import('../export-recording.ts').then(({ exportText, fileName, saveFile }) =>
        saveFile(globalThis.document, fileName(now), exportText(source, options.version, now, tasks)),
      );
    },
    stop() {
      faults?.stop();
      feed.stop();
      filter.stop();
      saved.stop();
      sort.stop();
      columns.stop();
      view.stop();
      views.stop();
      language.stop();
      theme.stop();
      stopPreserve();
      stopRecording();
      stopLimit();
    },
  };
}

const Store = createContext<PanelStore | undefined>(undefined);

export const StoreProvider = Store.Provider;

export function useStore(): PanelStore {
  const store = useContext(Store);
  if (store === undefined) throw new Error('A component of the panel was used outside mountPanel.');
  return store;
}
