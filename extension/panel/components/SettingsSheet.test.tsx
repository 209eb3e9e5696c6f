// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { memoryStorage, type RenderedPanel, renderPanel } from '../testing/render-panel.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

const open = (name: string): Promise<void> => act(() => void fireEvent.click(screen.getByRole('button', { name })));
const language = (): string | null | undefined => document.querySelector('.tasklens')?.getAttribute('lang');

test.each([
  [['zh-CN', 'en'], 'zh-CN', '视图'],
  [['zh-TW'], 'zh-CN', '视图'],
  [['de-DE', 'zh'], 'zh-CN', '视图'],
  [['en-GB', 'zh-CN'], 'en', 'Views'],
  [['de-DE'], 'en', 'Views'],
  [[], 'en', 'Views'],
])('panel 8: a browser that wants %j gets %s', async (languages, expected, views) => {
  panel = await renderPanel([], { languages });
  expect(language()).toBe(expected);
  expect(screen.getByRole('tablist', { name: views })).toBeTruthy();
});

test('panel 8: the language is switched in the settings, at once, and kept; or left to the browser again', async () => {
  const storage = memoryStorage();
  panel = await renderPanel([], { storage });
  await open('Settings');
  const choice = screen.getByLabelText<HTMLSelectElement>('Language');
  expect(choice.value).toBe('');
  await act(() => void fireEvent.change(choice, { target: { value: 'zh-CN' } }));
  expect(language()).toBe('zh-CN');
  expect(screen.getByRole('button', { name: '关闭设置' })).toBeTruthy();
  panel.unmount();

  panel = await renderPanel([], { storage });
  expect(language()).toBe('zh-CN');
  await open('设置');
  await act(() => void fireEvent.change(screen.getByLabelText('语言'), { target: { value: '' } }));
  expect(language()).toBe('en');
  await open('Close settings');
  expect(screen.queryByLabelText('Settings', { selector: 'dialog' })).toBeNull();
});
