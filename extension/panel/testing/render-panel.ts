import { act } from '@testing-library/preact';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { loadLanguage } from '../../locales/catalogs.ts';
import { type MountOptions, mountPanel } from '../mount.tsx';
import type { PanelSource, SourceStatus } from '../source.ts';
import { createManualTiming, type ManualTiming } from './manual-timing.ts';
import { createTestSource, type TestSource } from './test-source.ts';

export interface RenderedPanel {
  readonly source: TestSource;
  readonly timing: ManualTiming;
  readonly element: HTMLElement;
  readonly setVisible: (visible: boolean) => void;
  /** Changes the source and draws the frame that follows. */
  readonly change: (what: (source: TestSource) => void) => Promise<void>;
  readonly unmount: () => void;
}

interface RenderOptions extends Partial<Pick<MountOptions, 'storage' | 'theme' | 'languages' | 'lazyViews'>> {
  readonly status?: SourceStatus;
  /** The source takes commands. Default: it is read-only. */
  readonly commands?: boolean;
  /** In place of one that the test fills. */
  readonly over?: PanelSource;
  readonly timing?: ManualTiming;
}

/** A storage of the test's own. */
export function memoryStorage(): NonNullable<MountOptions['storage']> & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
  };
}

/** The whole panel over a source that the test fills, in the document's body, on the test's own time. */
export async function renderPanel(
  tasks: readonly TaskModel[] = [],
  options: RenderOptions = {},
): Promise<RenderedPanel> {
  const timing = options.timing ?? createManualTiming();
  const source = createTestSource(tasks, options.status, { commands: options.commands ?? false });
  const element = document.createElement('div');
  document.body.replaceChildren(element);
  let panel: ReturnType<typeof mountPanel> | undefined;
  await loadLanguage('zh-CN');
  await act(() => {
    panel = mountPanel(element, {
      source: options.over ?? source,
      version: '0.1.0',
      ownsPage: true,
      timing,
      storage: options.storage ?? memoryStorage(),
      languages: options.languages ?? ['en'],
      ...(options.theme === undefined ? {} : { theme: options.theme }),
      ...(options.lazyViews === undefined ? {} : { lazyViews: options.lazyViews }),
    });
  });
  return {
    source,
    timing,
    element,
    setVisible: (visible) => panel?.setVisible(visible),
    async change(what) {
      await act(() => {
        what(source);
        timing.frame();
      });
    },
    unmount: () => panel?.unmount(),
  };
}
