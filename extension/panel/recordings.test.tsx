// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readRecording } from '../../bridge/recording/read.ts';
import { replay } from '../../bridge/recording/to-model.ts';
import { Watched, Wire } from '../../bridge/testing/wire.ts';
import type { PanelSource } from './source.ts';
import { type RenderedPanel, renderPanel } from './testing/render-panel.ts';

let panel: RenderedPanel;
let watched: Watched;
let saved: { readonly name: string; readonly text: string }[];

beforeEach(async () => {
  saved = [];
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    if (blob instanceof Blob) blobs.set(url, blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    const name = this.download;
    void blob?.text().then((text) => saved.push({ name, text }));
  });
  const wire = new Wire();
  watched = new Watched();
  watched.take(wire.created(), wire.registered('a', { name: '<img src=x onerror=window.__pwned=1>' }));
  watched.take(wire.registered('b', { name: 'other' }), wire.started('a'), wire.done('a'), wire.started('b'));
  watched.take(wire.done('b'));
  const over: PanelSource = {
    model: watched.reducer.model,
    status: { state: 'live' },
    preserveLog: false,
    subscribe: () => () => {},
    clear: () => {},
    reloadPage: undefined,
  };
  panel = await renderPanel([], { over });
});
afterEach(() => panel.unmount());

async function exported(item: RegExp): Promise<string> {
  await act(() => void fireEvent.click(screen.getByRole('button', { name: 'Export' })));
  await act(() => void fireEvent.click(screen.getByRole('menuitem', { name: item })));
  await vi.waitFor(() => expect(saved.length).toBeGreaterThan(0));
  return saved.pop()?.text ?? '';
}

async function imported(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const input = panel.element.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('expected a file input');
  Object.defineProperty(input, 'files', { configurable: true, value: [new File([content], name)] });
  await act(() => void fireEvent.change(input));
  // Opened or refused, it is named.
  await vi.waitFor(() => expect(panel.element.textContent).toContain(name));
}

const names = (text: string): string[] =>
  [...replay(readRecording(new TextEncoder().encode(text)).recording).model.tasks.values()].map((row) => row.name);

describe('import and export', () => {
  it('bridge 20 D53 U01: what is exported is imported beside the live session, read-only, and exported again to the byte', async () => {
    const text = await exported(/^All tasks \(2\)$/);
    await imported('run.jsonl', text);
    expect(screen.getByRole('status').textContent).toBe('Recording');
    expect(screen.getByRole('button', { name: 'run.jsonl' }).getAttribute('aria-pressed')).toBe('true');
    expect(panel.element.querySelectorAll('img, script')).toHaveLength(0);
    expect(panel.element.textContent).toContain('<img src=x onerror=window.__pwned=1>');
    expect(await exported(/^All tasks/)).toBe(text);
    await act(() => void fireEvent.click(screen.getByRole('button', { name: 'Live' })));
    expect(screen.getByRole('status').textContent).toBe('Live');
    await act(() => void fireEvent.click(screen.getByRole('button', { name: 'Close run.jsonl' })));
    expect(screen.queryByRole('button', { name: 'run.jsonl' })).toBeNull();
  });

  it('bridge 20: of the tasks in the list, these alone', async () => {
    const filter = screen.getByRole('searchbox');
    await act(() => void fireEvent.input(filter, { target: { value: 'other' } }));
    await act(() => void panel.timing.frame());
    expect(names(await exported(/^Tasks in the list \(1\)$/))).toEqual(['other']);
  });

  it.each([
    ['empty.jsonl', '', 'Empty file'],
    ['a.har', '{"log":{"version":"1.2"}}', 'looks like a HAR, not a recording'],
    ['list.json', '[]', 'Not a recording'],
    ['later.jsonl', '{"format":"tasklens-recording","version":999}', 'newer format 999'],
  ])('bridge 20 F02 F04: %s is refused with the reason, and the session stays', async (name, content, says) => {
    await imported(name, content);
    expect(screen.getByRole('alert').textContent).toContain(`${name} could not be opened.`);
    expect(screen.getByRole('alert').textContent).toContain(says);
    expect(screen.getByRole('status').textContent).toBe('Live');
    expect(screen.queryByRole('navigation', { name: 'Sessions' })).toBeNull();
    expect(watched.rows).toHaveLength(2);
    await act(() => void fireEvent.click(screen.getByRole('button', { name: 'Dismiss' })));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('bridge 20 F01: a file with two byte order marks, dropped onto the panel', async () => {
    const text = await exported(/^All tasks/);
    const drop = new Event('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(drop, 'dataTransfer', {
      value: { files: [new File([`\uFEFF\uFEFF${text}`], 'dropped.jsonl')] },
    });
    await act(() => void panel.element.firstElementChild?.dispatchEvent(drop));
    expect(drop.defaultPrevented).toBe(true);
    const opened = await screen.findByRole('button', { name: 'dropped.jsonl' });
    expect(opened.getAttribute('aria-pressed')).toBe('true');
  });
});
