import type { ComponentType } from 'preact';

export const VIEW_IDS = ['tasks', 'slots', 'accounting', 'insights', 'faults'] as const;
export type ViewId = (typeof VIEW_IDS)[number];

/** A view beside Tasks. Its code, styles and texts come when it is first shown. */
export interface LazyView {
  /** Its tab's text is `views[id]` in the catalogs "shell". */
  readonly id: Exclude<ViewId, 'tasks'>;
  /** The component; it fills its place and scrolls by itself. */
  readonly load: () => Promise<ComponentType>;
  /** The details of the chosen task stand beside it. */
  readonly details?: boolean;
}

/** The views that there are, in the order of their tabs: `load: async () => (await import('./slots/Slots.tsx')).Slots`. */
export const LAZY_VIEWS: readonly LazyView[] = [
  { id: 'slots', load: async () => (await import('./slots/Slots.tsx')).Slots, details: true },
  { id: 'accounting', load: async () => (await import('./accounting/Accounting.tsx')).Accounting },
  { id: 'insights', load: async () => (await import('./insights/Insights.tsx')).Insights, details: true },
  { id: 'faults', load: async () => (await import('./faults/FaultsView.tsx')).FaultsView },
];
