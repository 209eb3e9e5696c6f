// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { names } from '../testing/queries.ts';
import { memoryStorage, type RenderedPanel, renderPanel } from '../testing/render-panel.ts';
import { makeRuntime, makeSession, makeTask } from '../testing/tasks.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const press = (name: string): Promise<void> => act(() => void fireEvent.click(button(name)));
const source = (): HTMLSelectElement => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Source' });
const choose = (element: HTMLElement, value: string): Promise<void> =>
  act(() => void fireEvent.change(element, { target: { value } }));

test('panel 6: Record pauses and goes on; paused, the panel says so and offers the way back', async () => {
  panel = await renderPanel([makeTask({ id: '1' })]);
  expect(button('Record').getAttribute('aria-pressed')).toBe('true');
  await press('Record');
  expect(panel.source.recording).toBe(false);
  expect(button('Record').getAttribute('aria-pressed')).toBe('false');
  await panel.change((changed) => changed.setStatus({ state: 'paused' }));
  expect(screen.getByRole('status').textContent).toBe('Paused');
  expect(screen.getByText(/^Paused: the page sends nothing/)).toBeTruthy();
  await press('Resume');
  expect(panel.source.recording).toBe(true);
});

/** Two runtimes in the page, one in a frame. */
async function threeSources(): Promise<RenderedPanel> {
  const rendered = await renderPanel([makeTask({ id: '1', name: 'of the page' })]);
  await rendered.change((changed) => {
    changed.setRuntime(makeRuntime({ key: 'sync', id: 'sync', name: 'sync' }));
    changed.setSession(makeSession({ session: 'frame', url: 'https://app.example/widget.html' }));
    changed.setRuntime(makeRuntime({ key: 'framed', session: 'frame', name: 'sync' }));
    changed.put(
      makeTask({ id: '2', key: '2', name: 'synced', runtimeKey: 'sync' }),
      makeTask({ id: '3', key: '3', name: 'in the frame', runtimeKey: 'framed', session: 'frame' }),
    );
  });
  return rendered;
}

test('panel: Source offers each page and frame with its runtimes, and lists what is of the chosen one', async () => {
  panel = await threeSources();
  expect([...source().querySelectorAll('optgroup')].map((group) => group.label)).toEqual([
    'app.example',
    'app.example/widget.html',
  ]);
  expect([...source().options].map((option) => option.textContent)).toEqual([
    'All sources',
    'All of app.example',
    'uploads',
    'sync',
    'sync · widget.html',
  ]);
  await choose(source(), source().options[3]?.value ?? '');
  expect(names()).toEqual(['synced']);
  await choose(source(), source().options[1]?.value ?? '');
  expect(names()).toEqual(['of the page', 'synced']);
  await choose(source(), source().options[4]?.value ?? '');
  expect(names()).toEqual(['in the frame']);
  expect(screen.getByLabelText('Tasks shown').textContent).toBe('1 of 3');
  await choose(source(), '');
  expect(names()).toHaveLength(3);
});

test('panel: "Show all tasks" forgets the chosen source too', async () => {
  panel = await threeSources();
  await choose(source(), source().options[2]?.value ?? '');
  await act(() => void fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'synced' } }));
  expect(names()).toEqual([]);
  await press('Show all tasks');
  expect(names()).toHaveLength(3);
});

test('panel 3: the history limit is seen and set in the settings, and kept', async () => {
  const storage = memoryStorage();
  panel = await renderPanel([], { storage });
  await press('Settings');
  const limit = screen.getByLabelText<HTMLSelectElement>('History');
  expect(limit.value).toBe('100000');
  expect([...limit.options].map((option) => option.textContent)).toContain('10,000 tasks');
  await choose(limit, '10000');
  expect(panel.source.historyLimit).toBe(10_000);
  panel.unmount();
  panel = await renderPanel([], { storage });
  expect(panel.source.historyLimit).toBe(10_000);
});
