// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { cell, columnTitles, details, grid, names, rowNamed, rows, stateButton } from '../testing/queries.ts';
import { memoryStorage, type RenderedPanel, renderPanel } from '../testing/render-panel.ts';
import { mixedTasks } from '../testing/scenes.ts';
import { makeError, makeRetried, makeTask, T0 } from '../testing/tasks.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

const show = async (...args: Parameters<typeof renderPanel>): Promise<RenderedPanel> => {
  panel = await renderPanel(...args);
  return panel;
};
const type = (text: string): Promise<void> =>
  act(() => void fireEvent.input(screen.getByRole('searchbox', { name: 'Filter' }), { target: { value: text } }));
const click = (element: Element): Promise<void> => act(() => void fireEvent.click(element));
const choose = (name: string): Promise<void> => act(() => void fireEvent.mouseDown(rowNamed(name)));

test('panel: everything has the name that assistive technology goes by', async () => {
  await show(mixedTasks(T0 + 6000));
  expect(grid()).toBeTruthy();
  expect(screen.getByRole('searchbox', { name: 'Filter' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Clear' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retryable failures' }).getAttribute('aria-pressed')).toBe('false');
  expect(screen.getByRole('status').textContent).toBe('Live');
  const counts = ['All', 'Pending', 'Running', 'Retrying', 'Success', 'Error', 'Cancelled'].map(
    (name) => stateButton(name).textContent,
  );
  expect(counts).toEqual(['All 17', 'Pending 3', 'Running 2', 'Retrying 1', 'Success 6', 'Error 5', 'Cancelled 1']);
  expect(columnTitles()).toEqual([
    'Name',
    'Retryable',
    'Attempts',
    'Error',
    'Started',
    'Waited',
    'Ran',
    expect.stringMatching(/^Waterfall/),
  ]);
});

test('panel 1: the Retryable toggle shows failures that the runtime calls retryable, and nothing else', async () => {
  await show([
    makeRetried('1', 'error', { name: 'gave up' }),
    makeRetried('2', 'error', { name: 'final', retryable: false }),
    // A class that is retryable by default says nothing of the runtime's own boolean.
    makeTask({ id: '3', name: 'running', state: 'running', startedAt: T0, retrying: true, error: makeError() }),
    makeRetried('4', 'success', { name: 'fine' }),
  ]);
  await click(screen.getByRole('button', { name: 'Retryable failures' }));
  expect(names()).toEqual(['gave up']);
  expect(screen.getByLabelText('Tasks shown').textContent).toBe('1 of 4');
  await click(screen.getByRole('button', { name: 'Retryable failures' }));
  expect(names()).toHaveLength(4);
});

test('panel 1: a state button shows its state alone, a second press shows all again, Ctrl adds', async () => {
  await show(mixedTasks(T0 + 6000));
  await click(stateButton('Cancelled'));
  expect(names()).toEqual(['upload photo-0416.jpg']);
  expect(stateButton('Cancelled').getAttribute('aria-pressed')).toBe('true');
  await act(() => void fireEvent.click(stateButton('Retrying'), { ctrlKey: true }));
  expect(names()).toEqual(['upload video-07.mp4', 'upload photo-0416.jpg']);
  await act(() => void fireEvent.click(stateButton('Cancelled'), { ctrlKey: true }));
  await click(stateButton('Retrying'));
  expect(names()).toHaveLength(17);
});

test('D60: attempts are written as "2 of 3", 1-based, the first run included', async () => {
  await show(mixedTasks(T0 + 6000));
  expect(cell(rowNamed('upload photo-0412.jpg'), 'Attempts')).toBe('3 of 3');
  expect(cell(rowNamed('upload video-07.mp4'), 'Attempts')).toBe('2 of 4');
  expect(cell(rowNamed('report metrics'), 'Attempts')).toBe('0');
  expect(cell(rowNamed('prefetch feed'), 'Attempts')).toBe('not reported');
  expect(cell(rowNamed('upload photo-0417.jpg'), 'Attempts')).toBe('–');
  expect(cell(rowNamed('cache warm-up'), 'Attempts')).toBe('2 of 2 · fallback');
});

test('panel: durations have their unit, a failure its class, type and message', async () => {
  await show(mixedTasks(T0 + 6000));
  const row = rowNamed('upload photo-0413.jpg');
  expect(cell(row, 'Waited')).toBe('40 ms');
  expect(cell(row, 'Ran')).toBe('1.0 s');
  expect(cell(row, 'Error')).toBe('TaskError · http · service unavailable');
  expect(cell(rowNamed('sync /contacts'), 'Error')).toBe('TaskError · http 400');
});

test('panel: the figures of a running task go on with time, and stop when its page is gone', async () => {
  const { timing, change, source } = await show([makeTask({ id: '1', state: 'running', startedAt: T0 })]);
  await act(() => timing.advance(1500));
  expect(cell(rows()[0] ?? grid(), 'Ran')).toBe('1.5 s');
  const session = [...source.model.sessions.values()][0];
  if (session === undefined) throw new Error('no session');
  await change((changed) => changed.setSession({ ...session, connected: false }));
  expect(cell(rows()[0] ?? grid(), 'Ran')).toBe('–');
});

test('U01: HTML in names and errors stays text, in the list and in the details', async () => {
  const name = '<img src=x onerror=window.__pwned=1>';
  const message = '<script>window.__pwned=2</script>';
  const { element } = await show([
    makeTask({ id: '__proto__', name, state: 'error', startedAt: T0, endedAt: T0 + 1, error: makeError({ message }) }),
  ]);
  await choose(name);
  await click(within(details()).getByRole('tab', { name: 'Error' }));
  expect(details().textContent).toContain(name);
  expect(details().textContent).toContain(message);
  expect(element.querySelectorAll('img, script')).toHaveLength(0);
  expect('__pwned' in globalThis).toBe(false);
});

test('U03: an override is marked and isolated, the filter takes the text as it is, a copy is exact', async () => {
  const name = 'upload-\u202egnp.exe';
  await show([makeTask({ id: '1', name }), makeTask({ id: '2', name: 'העלאה 42' })]);
  expect(name).toHaveLength(15);
  expect(names()).toEqual([name, 'העלאה 42']);
  const mark = rowNamed(name).querySelector('[data-mark]');
  expect(mark?.getAttribute('data-mark')).toBe('U+202E');
  expect(mark?.tagName).toBe('BDI');
  expect(rowNamed(name).innerHTML).toContain('title="upload-⟨U+202E⟩gnp.exe"');
  await type('gnp.exe');
  expect(names()).toEqual([name]);
  await type('exe.png');
  expect(names()).toEqual([]);
  await type('');
  await choose(name);
  const data = new DataTransfer();
  document.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, cancelable: true, bubbles: true }));
  expect(data.getData('text/plain')).toBe(name);
});

test('U04: a long name keeps whole characters in its row and is copied whole', async () => {
  const name = `${'y'.repeat(399)}😀${'z'.repeat(10_000)}`;
  await show([makeTask({ id: '1', name })]);
  const shown = names()[0] ?? '';
  expect(shown).not.toMatch(/\p{Surrogate}/u);
  expect(shown.length).toBeLessThan(410);
  await act(() => void fireEvent.keyDown(grid(), { key: 'ArrowDown' }));
  const data = new DataTransfer();
  document.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, cancelable: true, bubbles: true }));
  expect(data.getData('text/plain')).toBe(name);
  expect(details().textContent).toContain(name);
});

test('U06: brackets, stars and dots are plain, and é is é however it was typed', async () => {
  await show(
    ['GET /files[0]', 'retry (2)', 'a*b', 'caf\u00e9', 'cafe\u0301', 'plain'].map((name, index) =>
      makeTask({ id: `${100 + index}`, name }),
    ),
  );
  const found: number[] = [];
  for (const text of ['[', '(', '*', '\\', '.', 'caf\u00e9', 'CAF\u00c9', '']) {
    await type(text);
    found.push(rows().length);
  }
  expect(found).toEqual([1, 1, 1, 0, 0, 2, 2, 6]);
});

test('D56: text finds tasks by name, id and the text of any of their errors', async () => {
  await show([
    makeTask({ id: 'alpha-7', name: 'one' }),
    makeRetried('2', 'success', { name: 'two' }),
    makeTask({ id: '3', name: 'three' }),
  ]);
  await type('alpha');
  expect(names()).toEqual(['one']);
  await type('SERVICE unavail');
  expect(names()).toEqual(['two']);
  await type('taskerror');
  expect(names()).toEqual(['two']);
});

test('panel: a filter that hides everything says so and offers the way back', async () => {
  await show([makeTask({ id: '1' })]);
  await type('nothing has this');
  expect(screen.getByText('No task matches the filter')).toBeTruthy();
  await click(screen.getByRole('button', { name: 'Show all tasks' }));
  expect(rows()).toHaveLength(1);
});

test('D51: filter, toggle, tab and preserve log are there again after the panel was closed', async () => {
  const storage = memoryStorage();
  const tasks = mixedTasks(T0 + 6000);
  const first = await show(tasks, { storage });
  await type('upload');
  await click(stateButton('Error'));
  await click(screen.getByRole('button', { name: 'Retryable failures' }));
  await act(() => void fireEvent.click(screen.getByRole('checkbox', { name: 'Preserve log' })));
  await choose('upload photo-0413.jpg');
  await click(within(details()).getByRole('tab', { name: 'State' }));
  expect(first.source.preserveLog).toBe(true);
  first.unmount();

  const second = await show(tasks, { storage });
  expect(names()).toEqual(['upload photo-0413.jpg']);
  expect(stateButton('Error').getAttribute('aria-pressed')).toBe('true');
  expect(second.source.preserveLog).toBe(true);
  await choose('upload photo-0413.jpg');
  expect(within(details()).getByRole('tab', { name: 'State' }).getAttribute('aria-selected')).toBe('true');
});

test('D54: nothing of an event is ever written to storage', async () => {
  const storage = memoryStorage();
  const { change } = await show([makeTask({ id: 'id-secret', name: 'name-secret' })], { storage });
  await change((source) => source.put(makeRetried('2', 'error', { name: 'other-secret' })));
  await choose('name-secret');
  expect([...storage.kept.values()].join(' ')).not.toMatch(/secret|service unavailable/);
});

test('D54: a storage that throws changes nothing', async () => {
  const broken = {
    getItem: (): string => {
      throw new Error('forbidden');
    },
    setItem: (): void => {
      throw new Error('quota');
    },
  };
  await show([makeTask({ id: '1' })], { storage: broken });
  await type('task');
  expect(rows()).toHaveLength(1);
});

test('D52: the button and Ctrl+K clear finished tasks; running ones stay', async () => {
  const { source, timing } = await show([makeRetried('1', 'success'), makeTask({ id: '2', name: 'still here' })]);
  await act(() => {
    fireEvent.keyDown(grid(), { key: 'k', ctrlKey: true });
    timing.frame();
  });
  expect(source.calls).toEqual(['clear']);
  expect(names()).toEqual(['still here']);
  await click(screen.getByRole('button', { name: 'Clear' }));
  expect(source.calls).toEqual(['clear', 'clear']);
});

test('D55: the list is worked by keys alone', async () => {
  await show(mixedTasks(T0 + 6000));
  const press = (key: string): Promise<void> => act(() => void fireEvent.keyDown(grid(), { key }));
  const selected = (): string | undefined => rows().find((row) => row.getAttribute('aria-selected') === 'true')?.id;
  await press('ArrowDown');
  expect(selected()).toBe(rows()[0]?.id);
  expect(grid().getAttribute('aria-activedescendant')).toBe(rows()[0]?.id);
  await press('ArrowDown');
  expect(selected()).toBe(rows()[1]?.id);
  await press('End');
  expect(selected()).toBe(rows().at(-1)?.id);
  await press('Home');
  await press('ArrowUp');
  expect(selected()).toBe(rows()[0]?.id);
  await press('Enter');
  expect(document.activeElement?.getAttribute('role')).toBe('tab');
  await act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }));
  expect(screen.queryByRole('region', { name: 'Task details' })).toBeNull();
  expect(document.activeElement).toBe(grid());
  await press('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('panel: Esc in the filter empties it first, and leaves it when it is empty', async () => {
  await show([makeTask({ id: '1' })]);
  const box = screen.getByRole('searchbox');
  box.focus();
  await type('abc');
  await act(() => void fireEvent.keyDown(box, { key: 'Escape' }));
  expect(rows()).toHaveLength(1);
  expect(document.activeElement).toBe(box);
  await act(() => void fireEvent.keyDown(box, { key: 'Escape' }));
  expect(document.activeElement).not.toBe(box);
});

test('panel 5: ? opens the help, with the keys and every key of the filter, and Esc or ? closes it', async () => {
  await show([makeTask({ id: '1' })]);
  await act(() => void fireEvent.keyDown(grid(), { key: '?' }));
  const help = screen.getByLabelText('Help');
  for (const key of [
    'state:',
    'retryable:',
    'attempts:',
    'error:',
    'type:',
    'outcome:',
    'ran:',
    'waited:',
    'runtime:',
  ]) {
    expect(help.textContent).toContain(key);
  }
  await act(() => void fireEvent.keyDown(help, { key: '?' }));
  expect(screen.queryByLabelText('Help')).toBeNull();
  const box = screen.getByRole('searchbox');
  await act(() => void fireEvent.keyDown(box, { key: '?' }));
  expect(screen.queryByLabelText('Help')).toBeNull();
});

test('panel 6: up to three tasks a line names the filter, the attempts and ?', async () => {
  const { change } = await show([makeTask({ id: '1' }), makeTask({ id: '2' }), makeTask({ id: '3' })]);
  const hint = (): string => document.querySelector('.hint')?.textContent ?? '';
  expect(hint()).toMatch(/attempts.*filter.*\?/);
  await change((source) => source.put(makeTask({ id: '4' })));
  expect(hint()).toBe('');
});

test('panel 5: a panel that was just shown answers to / though nothing has the focus', async () => {
  await show([makeTask({ id: '1' })]);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await act(() => void fireEvent.keyDown(document.body, { key: '/' }));
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});
