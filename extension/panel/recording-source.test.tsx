// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { RecordingWriter } from '../../bridge/recording/write.ts';
import { SESSION, Wire } from '../../bridge/testing/wire.ts';
import { openRecordingSource } from './recording-source.ts';
import { type RenderedPanel, renderPanel } from './testing/render-panel.ts';

const LATER = 1_000_000;

/** One task that waits for its next attempt, one that runs, one that waits for a slot, one that has ended. */
function recording(end = true): Uint8Array<ArrayBuffer> {
  const lines: string[] = [];
  const wire = new Wire();
  const writer = new RecordingWriter((line) => lines.push(line));
  writer.session({ type: 'session', session: SESSION, url: 'http://app.test/', since: 1, protocol: 1 });
  writer.event(wire.created({ concurrency: 2 }));
  for (const id of ['retries', 'runs', 'waits', 'ended']) writer.event(wire.registered(id, { name: id }));
  writer.event(wire.started('retries'));
  writer.event(wire.layerStart('retries', 1));
  writer.event(wire.attemptStart('retries', 1, 1));
  writer.event(wire.retried('retries', 1, 1, 500));
  writer.event(wire.started('runs', { slot: 1 }));
  writer.event(wire.done('ended', { state: 'cancelled' }));
  if (end) writer.end(LATER);
  return new TextEncoder().encode(lines.join(''));
}

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

describe('a recording in the panel', () => {
  it('bridge 20: is read-only: nothing can be cleared, expanded or reloaded', async () => {
    const source = await openRecordingSource(recording(), 'a.jsonl');
    expect(source.status).toEqual({ state: 'recording', name: 'a.jsonl', events: 11, ignored: 0, incomplete: false });
    source.clear();
    expect(source.model.tasks.size).toBe(4);
    expect(source.reloadPage).toBeUndefined();
    expect(source.expand).toBeUndefined();
    expect(source.now?.()).toBe(LATER);
  });

  it('bridge 20 F02 F04: what has not ended is shown as unfinished, and no timer ticks', async () => {
    const source = await openRecordingSource(recording(), 'a.jsonl');
    panel = await renderPanel([], { over: source });
    expect(screen.getByRole('status').textContent).toBe('Recording');
    expect(screen.getAllByRole('img', { name: 'unfinished' })).toHaveLength(3);
    expect(screen.queryAllByRole('img', { name: /^(running|retrying|pending|success)$/ })).toHaveLength(0);
    const before = panel.element.textContent;
    panel.timing.advance(10_000);
    expect(panel.element.textContent).toBe(before);
  });

  it('panel acceptance: which is retried next, and when, is told as it was planned', async () => {
    panel = await renderPanel([], { over: await openRecordingSource(recording(), 'a.jsonl') });
    const [row] = screen.getAllByRole('row').filter((each) => each.textContent?.startsWith('retries'));
    if (row) fireEvent.mouseDown(row);
    if (row) fireEvent.click(row);
    const planned = new Date(5_030 + 500);
    expect(panel.element.textContent).toContain(
      `The next attempt was planned for ${planned.toTimeString().slice(0, 8)}.${planned.getMilliseconds()}`,
    );
    expect(panel.element.textContent).toContain('Unfinished, as far as it is known: Waiting for its next attempt');
  });

  it('bridge 20 F02: a file that was cut says so above the list, with the count', async () => {
    panel = await renderPanel([], { over: await openRecordingSource(recording(false), 'cut.jsonl') });
    expect(panel.element.textContent).toContain('The file is incomplete: 11 events could be read.');
  });
});
