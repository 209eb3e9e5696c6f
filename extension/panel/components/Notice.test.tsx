// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import type { SourceStatus } from '../source.ts';
import { type RenderedPanel, renderPanel } from '../testing/render-panel.ts';
import { makeTask } from '../testing/tasks.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

const STATES: readonly (readonly [SourceStatus, string, RegExp])[] = [
  [{ state: 'connecting' }, 'Connecting', /Connecting to the page/],
  [{ state: 'no-runtime' }, 'Waiting', /No runtime on this page/],
  [{ state: 'live' }, 'Live', /No tasks yet/],
  [{ state: 'reconnecting' }, 'Reconnecting', /document went away/],
  [{ state: 'not-here', url: 'https://app.example/' }, 'Not connected', /Tasklens was not here when this page loaded/],
  [{ state: 'could-not-connect' }, 'Could not connect', /Could not connect to this page/],
  [
    { state: 'recording', name: 'a.jsonl', events: 72, ignored: 1, incomplete: true },
    'Recording',
    /incomplete: 72 events could be read. 1 line was ignored/,
  ],
  [
    { state: 'version-mismatch', theirs: 2, ours: 1 },
    'Version mismatch',
    /version 2, the panel version 1. Update the Tasklens extension/,
  ],
];

test.each(STATES)('panel 6: $state says what it is and what to do', async (status, word, says) => {
  panel = await renderPanel([], { status });
  expect(screen.getByRole('status').textContent).toBe(word);
  expect(panel.element.textContent).toMatch(says);
});

test('panel 6: without a runtime three lines show how to add one', async () => {
  panel = await renderPanel([], { status: { state: 'no-runtime' } });
  const code = document.querySelector('pre')?.textContent ?? '';
  expect(code.trim().split('\n')).toHaveLength(3);
  expect(code).toContain("from 'tasklens'");
});

test('bridge 15: a page that was open before the extension offers a reload, and the causes its address tells', async () => {
  panel = await renderPanel([], { status: { state: 'not-here', url: 'file:///tmp/a.html' } });
  expect(panel.element.textContent).toContain('Allow access to file URLs');
  await act(() => void fireEvent.click(screen.getByRole('button', { name: 'Reload' })));
  expect(panel.source.calls).toEqual(['reload']);
  await panel.change((source) => source.setStatus({ state: 'not-here', url: 'chrome://settings' }));
  expect(panel.element.textContent).toContain('browser’s own pages');
  expect(panel.element.textContent).not.toContain('file URLs');
});

test('D15: an older library is named as what to update', async () => {
  panel = await renderPanel([], { status: { state: 'version-mismatch', theirs: 1, ours: 2 } });
  expect(panel.element.textContent).toContain('Update tasklens in the page’s app');
});

test('panel 6: with tasks on screen the trouble is one line above them, and they stay', async () => {
  panel = await renderPanel([makeTask({ id: '1', name: 'kept' })]);
  await panel.change((source) => source.setStatus({ state: 'reconnecting' }));
  expect(panel.element.textContent).toContain('Reconnecting.');
  expect(panel.element.textContent).toContain('kept');
  await panel.change((source) => source.setStatus({ state: 'live' }));
  expect(panel.element.textContent).not.toContain('went away');
});
