import { effect, type Signal, signal } from '@preact/signals';
import type { Settings } from './settings.ts';

export const DETAIL_TABS = ['attempts', 'state', 'error', 'data', 'events'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

/** px; what the detail pane may take beside or below the list. */
export const DETAIL_LIMITS = { min: 160, width: 470, height: 260 } as const;

/** How the panel is laid out. */
export interface ViewStore {
  readonly tab: Signal<DetailTab>;
  /** px, of the detail pane beside the list. */
  readonly detailWidth: Signal<number>;
  /** px, of the detail pane below the list. */
  readonly detailHeight: Signal<number>;
  readonly stop: () => void;
}

export function createView(settings: Settings): ViewStore {
  const size = (name: string, fallback: number): number => {
    const kept = settings.read(name);
    return typeof kept === 'number' && kept >= DETAIL_LIMITS.min && kept < 10_000 ? kept : fallback;
  };
  const keptTab = settings.read('detail.tab');
  const tab = signal<DetailTab>(DETAIL_TABS.find((known) => known === keptTab) ?? 'attempts');
  const detailWidth = signal(size('detail.width', DETAIL_LIMITS.width));
  const detailHeight = signal(size('detail.height', DETAIL_LIMITS.height));
  const stop = effect(() => {
    settings.write('detail.tab', tab.value);
    settings.write('detail.width', detailWidth.value);
    settings.write('detail.height', detailHeight.value);
  });
  return { tab, detailWidth, detailHeight, stop };
}
