// @vitest-environment happy-dom
import { act } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { makeRetried } from '../panel/testing/tasks.ts';
import { createTestSource } from '../panel/testing/test-source.ts';
import { mountPanel } from './index.ts';

afterEach(() => document.body.replaceChildren());

const place = (): HTMLElement => document.body.appendChild(document.createElement('div'));

const tasksIn = (element: Element): string[] =>
  [...(element.querySelector('div')?.shadowRoot?.querySelectorAll('.row__name') ?? [])].map((row) => row.textContent);

test('panel: it is drawn in a shadow root, in the language and theme that were asked for, and taken out again', async () => {
  const element = place();
  element.append('what was there');
  const given = createTestSource([makeRetried('1', 'success', { name: 'upload' })]);
  let panel: ReturnType<typeof mountPanel> | undefined;
  await act(() => {
    panel = mountPanel(element, { source: given, language: 'zh-CN', theme: 'dark', storage: null });
  });
  const root = element.querySelector('div')?.shadowRoot;
  // Its Chinese is loaded first.
  await vi.waitFor(() => expect(tasksIn(element)).toEqual(['upload']));
  expect(root?.querySelector('.tasklens')?.getAttribute('lang')).toBe('zh-CN');
  expect(root?.querySelector('.tasklens')?.getAttribute('data-theme')).toBe('dark');
  expect(document.head.querySelectorAll('style, link')).toHaveLength(0);
  panel?.clear();
  expect(given.calls).toEqual(['clear']);
  panel?.unmount();
  panel?.unmount();
  expect(element.textContent).toBe('what was there');
  expect(given.calls).toEqual(['clear']);
});

test('panel: a page’s own copying is none of the panel’s business', async () => {
  const element = place();
  const given = createTestSource([makeRetried('1', 'success', { name: 'upload' })]);
  await act(() => void mountPanel(element, { source: given, storage: null }));
  const row = element.querySelector('div')?.shadowRoot?.querySelector('[role=rowgroup] [role=row]');
  await act(() => void row?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, composed: true })));
  const copied = (target: EventTarget): string => {
    const data = new DataTransfer();
    const event = new ClipboardEvent('copy', { clipboardData: data, bubbles: true, composed: true, cancelable: true });
    target.dispatchEvent(event);
    return data.getData('text/plain');
  };
  expect(copied(document.body)).toBe('');
  expect(copied(row ?? document)).toBe('upload');
});

test('panel: what was expected and what was given', () => {
  expect(() => mountPanel(null)).toThrow('Expected `element` to be an element of a document, got null');
  // @ts-expect-error what a caller without types may do
  expect(() => mountPanel(place(), { theme: 'blue' })).toThrow(
    "Expected `theme` to be 'light' or 'dark', got \"blue\"",
  );
  // @ts-expect-error as above
  expect(() => mountPanel(place(), { language: 'de' })).toThrow(
    "Expected `language` to be 'en' or 'zh-CN', got \"de\"",
  );
  // @ts-expect-error as above
  expect(() => mountPanel(place(), null)).toThrow('Expected `options` to be an object, got null');
});
