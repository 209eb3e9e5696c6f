import { effect, signal, untracked } from '@preact/signals';
import { render } from 'preact';
import { isLoaded, loadLanguage } from '../locales/catalogs.ts';
import './styles/tokens.css';
import { App } from './components/App.tsx';
import { copyName } from './copy/copy-name.ts';
import { dropRecording } from './drop-recording.ts';
import type { PanelSource } from './source.ts';
import { createRecordings } from './store/recordings.ts';
import { localSettingsStorage, type SettingsStorage } from './store/settings.ts';
import { createPanelStore, type PanelStore, StoreProvider } from './store/store.ts';
import { systemTheme, type ThemeSource } from './store/theme.ts';
import { systemTiming, type Timing } from './store/timing.ts';
import { LAZY_VIEWS, type LazyView } from './views/registry.ts';

export interface MountOptions {
  readonly source: PanelSource;
  /** The panel's own version, as the status line names it. */
  readonly version: string;
  /** Nothing but the panel is in the page: it may answer to keys that are pressed outside of it. Default: no. */
  readonly ownsPage?: boolean;
  /** Default: as the system says. */
  readonly theme?: ThemeSource;
  /** Where the user's choices are kept. Default: this origin's localStorage. */
  readonly storage?: SettingsStorage;
  readonly timing?: Timing;
  /** The languages that the reader wants, the best first. Default: the browser's. */
  readonly languages?: readonly string[];
  /** The views beside Tasks. Default: all that there are. */
  readonly lazyViews?: readonly LazyView[];
}

export interface MountedPanel {
  /** A hidden panel collects nothing of its own and paints nothing. */
  readonly setVisible: (visible: boolean) => void;
  readonly unmount: () => void;
}

/** Draws the panel into an element. The source stays the caller's: unmounting does not close it. */
export function mountPanel(element: HTMLElement, options: MountOptions): MountedPanel {
  const recordings = createRecordings();
  const storeOf = (source: PanelSource): PanelStore =>
    createPanelStore({
      source,
      version: options.version,
      ownsPage: options.ownsPage ?? false,
      theme: options.theme ?? systemTheme,
      storage: options.storage ?? localSettingsStorage(),
      timing: options.timing ?? systemTiming,
      window: globalThis.window,
      languages: options.languages ?? navigator.languages,
      lazyViews: options.lazyViews ?? LAZY_VIEWS,
      recordings,
    });
  /** One of the recording that is looked at stands beside the live one, which goes on. */
  const live = storeOf(options.source);
  let store = live;
  let stopCopying = (): void => {};
  const draw = (source: PanelSource): void => {
    stopCopying();
    if (store !== live) store.stop();
    store = source === options.source ? live : storeOf(source);
    render(
      <StoreProvider value={store} key={source}>
        <App />
      </StoreProvider>,
      element,
    );
    stopCopying = copyName(element, store.selection, store.ownsPage);
  };
  // Drawn once it can be read: no English flashes by before the Chinese.
  const readable = signal(isLoaded(live.language.peek()));
  if (!readable.peek())
    void loadLanguage(live.language.peek()).then(() => {
      readable.value = true;
    });
  const stopDrawing = effect(() => {
    if (!readable.value) return;
    const source = recordings.shown.value?.source ?? options.source;
    untracked(() => draw(source));
  });
  const stopDropping = dropRecording(element, recordings);
  return {
    setVisible: (visible) => live.feed.setVisible(visible),
    unmount() {
      stopDrawing();
      stopDropping();
      stopCopying();
      render(null, element);
      if (store !== live) store.stop();
      live.stop();
    },
  };
}
