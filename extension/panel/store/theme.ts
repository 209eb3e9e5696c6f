import { computed, type ReadonlySignal, signal } from '@preact/signals';

export type Theme = 'light' | 'dark';

/** Where the theme of the tool around the panel is known; undefined: follow the system. */
export interface ThemeSource {
  readonly current: Theme | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

export interface ThemeStore {
  readonly theme: ReadonlySignal<Theme>;
  readonly stop: () => void;
}

/** Nobody around the panel has a theme: the system decides. */
export const systemTheme: ThemeSource = { current: undefined, subscribe: () => () => {} };

export function createTheme(source: ThemeSource, view: Pick<Window, 'matchMedia'>): ThemeStore {
  const query = view.matchMedia('(prefers-color-scheme: dark)');
  const system = signal<Theme>(query.matches ? 'dark' : 'light');
  const tool = signal(source.current);
  const onSystem = (): void => {
    system.value = query.matches ? 'dark' : 'light';
  };
  query.addEventListener('change', onSystem);
  const unsubscribe = source.subscribe(() => {
    tool.value = source.current;
  });
  return {
    theme: computed(() => tool.value ?? system.value),
    stop() {
      query.removeEventListener('change', onSystem);
      unsubscribe();
    },
  };
}
