import { act } from '@testing-library/preact';
import { openRecordingSource } from '../recording-source.ts';
import type { ViewId } from '../views/registry.ts';
import { flakyRecording } from './flaky-log.ts';
import { memoryStorage, type RenderedPanel, renderPanel } from './render-panel.ts';

/** The panel over the recording of 10 000 tasks, in one of its views. */
export async function flakyPanel(view: ViewId): Promise<RenderedPanel> {
  const storage = memoryStorage();
  storage.kept.set('tasklens.panel.view', JSON.stringify(view));
  const source = await openRecordingSource(flakyRecording(), 'flaky-10k.jsonl');
  const panel = await renderPanel([], { over: source, storage });
  await viewLoaded();
  return panel;
}

/** What is loaded on first use has come. */
export async function viewLoaded(): Promise<void> {
  while (document.querySelector('.lazy-view__loading') !== null) await act(() => new Promise(setImmediate));
}
