// @vitest-environment happy-dom
import { screen } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { cell, rowNamed } from '../testing/queries.ts';
import { type RenderedPanel, renderPanel } from '../testing/render-panel.ts';
import { mixedTasks } from '../testing/scenes.ts';
import { makeRuntime, makeSession, makeTask, T0 } from '../testing/tasks.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());
const notice = (): string | undefined => screen.queryByRole('note')?.textContent ?? undefined;

test('bridge 3: what the history had let go and what was dropped on the way stands above the list', async () => {
  panel = await renderPanel([makeTask({ id: '1' })]);
  expect(notice()).toBeUndefined();
  await panel.change((source) => source.setRuntime(makeRuntime({ dropped: { tasks: 4000, events: 12_001 } })));
  expect(notice()).toBe('The first 4000 tasks (12001 events) were dropped');
  await panel.change((source) => {
    source.setRuntime(makeRuntime({ dropped: { tasks: 1, events: 1 } }));
    source.setSession(makeSession({ counters: { emitted: 9, delivered: 2, dropped: 7, pending: 0, lost: 0 } }));
  });
  expect(notice()).toBe(
    'The first 1 task (1 event) was dropped7 events were dropped on the way: some tasks may be incomplete',
  );
});

test('bridge 12: what was dropped while the panel watched is not said to have been the first', async () => {
  panel = await renderPanel([makeTask({ id: '1' })]);
  await panel.change((source) => source.setRuntime(makeRuntime({ missing: 6, dropped: { tasks: 2, events: 6 } })));
  expect(notice()).toBe('2 tasks (6 events) were dropped');
});

test('panel: one task is one task, and a fallback has room for its word', async () => {
  panel = await renderPanel([makeTask({ id: '1' })]);
  expect(document.querySelector('.status-line')?.textContent).toMatch(/^1 task0 running1 pending0 retries/);
  panel.unmount();
  panel = await renderPanel(mixedTasks(T0 + 6000));
  const row = rowNamed('cache warm-up');
  expect(cell(row, 'Attempts')).toBe('2 of 2 · fallback');
  expect(row.querySelector('.unseen')?.textContent).toBe('2 of 2 · ');
});
