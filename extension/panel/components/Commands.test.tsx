// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { rows } from '../testing/queries.ts';
import { type RenderedPanel, renderPanel } from '../testing/render-panel.ts';
import { makeError, makeRuntime, makeTask, T0 } from '../testing/tasks.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

const live = (n: number) => makeTask({ id: `live ${n}`, name: `live ${n}`, state: 'running', registeredSeq: n });
const ended = (n: number) =>
  makeTask({ id: `ended ${n}`, name: `ended ${n}`, state: 'success', rerun: n, registeredSeq: n });

async function show(...tasks: ReturnType<typeof makeTask>[]): Promise<RenderedPanel> {
  panel = await renderPanel(tasks, { commands: true });
  await panel.change((source) => source.setRuntime(makeRuntime({ commands: true })));
  return panel;
}
const choose = (index: number, init: object = {}): Promise<void> =>
  act(() => void fireEvent.mouseDown(rows()[index] ?? document.body, init));
const press = (name: string | RegExp): Promise<void> =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    // The answer and what follows from it are promises that are kept already.
    for (let step = 0; step < 20; step++) await Promise.resolve();
  });
const said = (): string => document.querySelector('.said')?.textContent?.trim() ?? '';

describe('commands on tasks', () => {
  it('panel 7: a task that runs can be cancelled, one that has ended can run again; how it went is said', async () => {
    const { source } = await show(live(3), ended(7));
    await choose(0);
    expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Cancel task' }).title).toContain('“live 3”');
    await press('Cancel task');
    expect(source.asked).toEqual([expect.objectContaining({ type: 'cancel', tasks: [3] })]);
    expect(said()).toBe('1 task: cancelled, or asked to end.');
    await choose(1);
    expect(screen.queryByRole('button', { name: 'Cancel task' })).toBeNull();
    await press('Run again');
    expect(source.asked.at(-1)).toMatchObject({ type: 'rerun', refs: [7] });
    expect(said()).toBe('1 task running again.');
  });

  it('panel 7 bridge 17: a selection is named with its count, sent in one message a runtime, and what was refused is told', async () => {
    const { source } = await show(live(1), live(2), ended(3));
    await choose(0);
    await choose(2, { shiftKey: true });
    source.answer = () => ({ ok: true, count: 1 });
    await press('Cancel 2 of 3 tasks');
    expect(source.asked).toEqual([expect.objectContaining({ type: 'cancel', tasks: [1, 2] })]);
    expect(said()).toBe('1 task: cancelled, or asked to end. Not done for 1 task: it had already ended.');
    source.answer = () => ({ ok: false, reason: 'no-answer' });
    await press('Run 1 of 3 tasks again');
    expect(said()).toBe('Not done: no answer within 2 s; the page drops it when it wakes.');
  });

  it('bridge 2: the button says beforehand that the function is no longer held', async () => {
    const { source } = await show(makeTask({ id: 'a', state: 'success' }));
    await choose(0);
    const button = screen.getByRole('button', { name: 'Run again' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.title).toContain('no longer held');
    await press('Run again');
    expect(source.asked).toEqual([]);
  });

  it('bridge 17: a page that takes no commands: the buttons say so; a read-only source has none of them', async () => {
    const shown = await show(live(1));
    await shown.change((source) => source.setRuntime(makeRuntime({ commands: false })));
    await choose(0);
    expect(screen.getByRole('button', { name: 'Cancel task' }).title).toContain('devtools.commands is false');
    shown.unmount();
    panel = await renderPanel([live(1), ended(2)]);
    await choose(0);
    expect(screen.queryByRole('button', { name: /Cancel task|Run again|Commands/ })).toBeNull();
  });

  it('bridge 18 panel 7: an injected fault is marked in the row, the outcome, the attempts, the error and the events', async () => {
    const error = makeError({ message: '503', injected: true });
    await show(makeTask({ id: 'a', state: 'error', error, injected: 'TaskError: 503', startedAt: T0, slot: 0 }));
    expect(screen.getByRole('img', { name: 'fault injected' }).title).toBe('TaskError: 503');
    await choose(0);
    const pane = screen.getByLabelText('Task details', { selector: 'section' });
    expect(pane.querySelector('.detail__outcome')?.textContent).toContain('Injected fault: TaskError: 503');
    await act(() => void fireEvent.click(screen.getByRole('tab', { name: 'Error' })));
    expect(pane.textContent).toContain('by DevTools, not by the app');
    await act(() => void fireEvent.click(screen.getByRole('tab', { name: 'Events' })));
    expect(pane.textContent).toContain('injected: TaskError: 503');
  });
});

describe('commands on runtimes', () => {
  it('bridge 17: pause, concurrency and clear, each naming its runtime; what pends is counted', async () => {
    const { source } = await show(makeTask({ id: 'p', state: 'pending' }), live(1));
    await press('Commands');
    await press('Pause uploads');
    expect(source.asked.at(-1)).toMatchObject({ type: 'pause', runtimeId: 'rt' });
    const field = screen.getByLabelText('Concurrency of uploads');
    fireEvent.input(field, { target: { value: '5' } });
    await press('Set the concurrency of uploads');
    expect(source.asked.at(-1)).toMatchObject({ type: 'set-concurrency', concurrency: 5 });
    await press('Cancel the 1 pending task of uploads');
    expect(source.asked.at(-1)).toMatchObject({ type: 'clear' });
    await panel?.change((of) => of.setRuntime(makeRuntime({ commands: true, state: 'paused' })));
    await press('Resume uploads');
    expect(source.asked.at(-1)).toMatchObject({ type: 'resume' });
  });
});
