import { expect, test, vi } from 'vitest';
import { createTheme } from './store/theme.ts';
import { toolTheme } from './tool-theme.ts';

const view = (dark: boolean): { matchMedia: () => MediaQueryList; flip: () => void } => {
  const query = Object.assign(new EventTarget(), { matches: dark });
  return {
    matchMedia: () => query as unknown as MediaQueryList,
    flip: () => {
      query.matches = !query.matches;
      query.dispatchEvent(new Event('change'));
    },
  };
};

test('D50: the theme is that of DevTools, and follows it live in Chromium', () => {
  let change: ((name: string) => void) | undefined;
  const source = toolTheme({
    themeName: 'default',
    setThemeChangeHandler: (handler) => {
      change = handler;
    },
  });
  const { theme, stop } = createTheme(source, view(true));
  expect(theme.value).toBe('light');
  change?.('dark');
  expect(theme.value).toBe('dark');
  stop();
});

test('D50: and in Firefox', () => {
  const listeners: ((name: string) => void)[] = [];
  const source = toolTheme({
    themeName: 'dark',
    onThemeChanged: { addListener: (listener) => void listeners.push(listener) },
  });
  const { theme, stop } = createTheme(source, view(false));
  expect(theme.value).toBe('dark');
  for (const listener of listeners) listener('light');
  expect(theme.value).toBe('light');
  stop();
});

test('panel 5: where DevTools has no theme the system decides, live', () => {
  const system = view(false);
  const { theme, stop } = createTheme(toolTheme({}), system);
  expect(theme.value).toBe('light');
  system.flip();
  expect(theme.value).toBe('dark');
  stop();
  const late = vi.fn();
  system.flip();
  expect(late).not.toHaveBeenCalled();
  expect(theme.value).toBe('dark');
});
