import type { Theme, ThemeSource } from './store/theme.ts';

/** The part of `devtools.panels` that tells the theme; each browser has its own way to tell of a change. */
export interface ThemedPanels {
  readonly themeName?: string;
  /** Chromium 99 and later: one handler, no list of them. */
  readonly setThemeChangeHandler?: (handler?: (name: string) => void) => void;
  /** Firefox */
  readonly onThemeChanged?: { readonly addListener: (listener: (name: string) => void) => void };
}

/** "default" is Chromium's light theme; Firefox may also say "firebug" or nothing. */
const themeOf = (name: string | undefined): Theme | undefined => {
  if (name === 'dark') return 'dark';
  return name === 'default' || name === 'light' ? 'light' : undefined;
};

/** The theme of DevTools, live where the browser tells of a change. */
export function toolTheme(panels: ThemedPanels): ThemeSource {
  const listeners = new Set<() => void>();
  let current = themeOf(panels.themeName);
  const changed = (name: string): void => {
    current = themeOf(name);
    for (const listener of listeners) listener();
  };
  panels.setThemeChangeHandler?.(changed);
  panels.onThemeChanged?.addListener(changed);
  return {
    get current() {
      return current;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
