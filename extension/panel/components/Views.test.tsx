// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { useStore } from '../store/store.ts';
import { details, grid, names, rowNamed } from '../testing/queries.ts';
import { memoryStorage, type RenderedPanel, renderPanel } from '../testing/render-panel.ts';
import { makeTask } from '../testing/tasks.ts';
import type { LazyView } from '../views/registry.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

/** What began to load has come. */
const loaded = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
type Options = Parameters<typeof renderPanel>[1];
const show = async (lazyViews: readonly LazyView[], options: Options = {}): Promise<void> => {
  panel = await renderPanel([makeTask({ id: '1' }), makeTask({ id: '2', name: 'other' })], { lazyViews, ...options });
  await act(loaded);
};
const tabs = (): HTMLElement[] => [
  ...screen.getByRole('tablist', { name: 'Views' }).querySelectorAll<HTMLElement>('[role=tab]'),
];
const tab = (name: string): HTMLElement => screen.getByRole('tab', { name });
const press = async (element: Element): Promise<void> => {
  await act(() => void fireEvent.click(element));
  await act(loaded);
};
const choose = (name: string): Promise<void> => press(tab(name));

const slots: LazyView = { id: 'slots', load: async () => () => <p>swimlanes</p>, details: true };

test('panel 9: a view beside Tasks is loaded when it is first shown, and once', async () => {
  const load = vi.fn(slots.load);
  await show([{ ...slots, load }]);
  expect(tabs().map((each) => each.textContent)).toEqual(['Tasks', 'Slots']);
  expect(load).not.toHaveBeenCalled();
  await choose('Slots');
  expect(screen.getByText('swimlanes')).toBeTruthy();
  expect(screen.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe(tab('Slots').id);
  await choose('Tasks');
  expect(grid()).toBeTruthy();
  await choose('Slots');
  expect(load).toHaveBeenCalledTimes(1);
});

test('panel 9: while a view loads its place says so; when it cannot, why, and a button tries again', async () => {
  let fail: (reason: unknown) => void = () => {};
  let times = 0;
  const load: LazyView['load'] = () => {
    times += 1;
    return times === 1 ? new Promise((_, reject) => (fail = reject)) : slots.load();
  };
  await show([{ ...slots, load }]);
  await choose('Slots');
  expect(screen.getByText('Loading Slots…').getAttribute('aria-busy')).toBe('true');
  await act(async () => fail(new TypeError('Failed to fetch slots.js')));
  expect(screen.getByText('Slots could not be loaded')).toBeTruthy();
  expect(screen.getByText('TypeError: Failed to fetch slots.js')).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('swimlanes')).toBeTruthy();
});

test('panel: a view that throws is told in its place, the others go on, and it may be shown again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  let broken = true;
  const View = (): string => {
    if (broken) throw new RangeError('no such slot');
    return 'mended';
  };
  await show([{ ...slots, load: async () => View }]);
  await choose('Slots');
  expect(screen.getByText('Slots stopped with an error')).toBeTruthy();
  expect(screen.getByText('RangeError: no such slot')).toBeTruthy();
  expect(logged).toHaveBeenCalledTimes(1);
  await choose('Tasks');
  expect(names()).toHaveLength(2);
  await choose('Slots');
  broken = false;
  await press(screen.getByRole('button', { name: 'Show it again' }));
  expect(screen.getByRole('tabpanel').textContent).toBe('mended');
});

test('D51: the view is there again after a reload, and Tasks where it no longer exists', async () => {
  const storage = memoryStorage();
  await show([slots], { storage });
  await choose('Slots');
  panel?.unmount();
  await show([slots], { storage });
  expect(tab('Slots').getAttribute('aria-selected')).toBe('true');
  expect(screen.getByText('swimlanes')).toBeTruthy();
  panel?.unmount();
  await show([], { storage });
  expect(tab('Tasks').getAttribute('aria-selected')).toBe('true');
  expect(grid()).toBeTruthy();
});

test('panel 5: the views are one stop of the Tab key, arrows move between them', async () => {
  await show([slots]);
  expect(tabs().map((each) => each.tabIndex)).toEqual([0, -1]);
  tab('Tasks').focus();
  await act(() => void fireEvent.keyDown(tab('Tasks'), { key: 'ArrowRight' }));
  expect(document.activeElement).toBe(tab('Slots'));
  expect(tab('Slots').getAttribute('aria-selected')).toBe('true');
  await act(() => void fireEvent.keyDown(tab('Slots'), { key: 'Home' }));
  expect(document.activeElement).toBe(tab('Tasks'));
});

test('panel: the details of a chosen task stand beside a view that wants them, and beside no other', async () => {
  const faults: LazyView = { id: 'faults', load: async () => () => <p>faults</p> };
  await show([slots, faults]);
  await act(() => void fireEvent.mouseDown(rowNamed('other')));
  await choose('Slots');
  expect(details().textContent).toContain('other');
  await choose('Faults');
  expect(screen.queryByRole('region', { name: 'Task details' })).toBeNull();
});

test('panel: a view may list in Tasks what a filter asks for, and nothing else', async () => {
  const Link = () => {
    const { showTasks } = useStore();
    return (
      <button type="button" onClick={() => showTasks('other')}>
        1 task
      </button>
    );
  };
  await show([{ ...slots, load: async () => Link }]);
  await choose('Slots');
  await press(screen.getByRole('button', { name: '1 task' }));
  expect(tab('Tasks').getAttribute('aria-selected')).toBe('true');
  expect(names()).toEqual(['other']);
});
