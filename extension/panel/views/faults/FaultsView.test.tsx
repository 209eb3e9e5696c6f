// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/preact';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { readCommand } from '../../../port/command.ts';
import { type RenderedPanel, renderPanel } from '../../testing/render-panel.ts';
import { makeRuntime, makeTask } from '../../testing/tasks.ts';
import { FAULT_KINDS, type FaultDraft, NEW_FAULT, ruleOf, wrongField } from './fault-draft.ts';

let panel: RenderedPanel | undefined;
afterEach(() => panel?.unmount());

// Loaded before, so that the tab finds it at once.
await import('./FaultsView.tsx');

/** The answer and what follows from it are promises that are kept already. */
async function turn(): Promise<void> {
  for (let step = 0; step < 20; step++) await Promise.resolve();
}

async function open(commands = true): Promise<RenderedPanel> {
  panel = await renderPanel([makeTask({ id: '1' })], { commands });
  await panel.change((source) => source.setRuntime(makeRuntime({ commands: true })));
  await act(() => void fireEvent.click(screen.getByRole('tab', { name: 'Faults' })));
  for (let n = 0; n < 50 && document.querySelector('.faults, .faults__none') === null; n++) await act(turn);
  return panel;
}
const fill = (label: string, value: string): boolean =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const choose = (label: string, value: string): Promise<void> =>
  act(() => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const press = (name: string): Promise<void> =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await turn();
  });

describe('the view "Faults"', () => {
  it('bridge 18 panel 7: a fault is put in place, counted, and switched off', async () => {
    const { source, timing } = await open();
    await act(() => {
      fill('Task name contains', 'upload');
      fill('Retry after (ms)', '1500');
    });
    await press('Inject');
    expect(source.asked).toEqual([
      expect.objectContaining({
        type: 'inject',
        rule: {
          id: 'fault 1',
          name: 'upload',
          exact: false,
          times: 2,
          error: 'TaskError',
          message: '503',
          type: 'server',
          retryable: true,
          retryAfter: 1500,
          fault: 'TaskError: 503',
        },
      }),
    ]);
    source.answer = () => ({ ok: true, count: 2 });
    await act(async () => {
      timing.advance(1_000);
      await turn();
    });
    expect(source.asked.at(-1)).toMatchObject({ type: 'hits', rule: 'fault 1' });
    expect(screen.getByRole('table', { name: 'Active faults' }).textContent).toContain('used up');
    await press('Switch off TaskError: 503');
    expect(source.asked.at(-1)).toMatchObject({ type: 'lift', rule: 'fault 1' });
    expect(screen.queryByRole('table', { name: 'Active faults' })).toBeNull();
  });

  it('bridge 18: one that lasts is put into a runtime that comes later, and again where it was lost', async () => {
    const { source, change, timing } = await open();
    await choose('What happens', 'hang');
    await choose('How often', 'off');
    await press('Inject');
    source.answer = () => ({ ok: true, count: 0 });
    await change((of) => of.setRuntime(makeRuntime({ key: 'later', id: 'later', commands: true })));
    await act(turn);
    expect(source.asked.map((asked) => 'runtimeId' in asked && asked.runtimeId)).toContain('later');
    expect(source.asked.at(-1)).toMatchObject({ type: 'inject', rule: { hang: true, fault: 'hang' } });
    const before = source.asked.length;
    await act(async () => {
      timing.advance(1_000);
      await turn();
    });
    expect(source.asked.length).toBe(before + 2);
  });

  it('bridge 17: wrong arguments are refused in the form, in words, and nothing is sent', async () => {
    const { source } = await open();
    await act(() => void fill('Times', 'two'));
    await press('Inject');
    expect(screen.getByRole('alert').textContent).toBe('Times: a whole number, please.');
    expect(source.asked).toEqual([]);
  });

  it('panel 6: a read-only source says that there is nothing to put a fault into', async () => {
    await open(false);
    expect(document.querySelector('.faults__none')?.textContent).toContain('live page');
  });
});

it('bridge 18: every draft without a wrong field is a rule that the relay lets pass as it is', () => {
  const number = fc.constantFrom('', '0', '7', ' 3', '-1', '1.5', 'x', '1e3');
  const draft: fc.Arbitrary<FaultDraft> = fc.record({
    name: fc.string({ maxLength: 20 }),
    exact: fc.boolean(),
    kind: fc.constantFrom(...FAULT_KINDS),
    message: fc.string({ maxLength: 20 }),
    type: fc.constantFrom('', 'server'),
    retryable: fc.boolean(),
    retryAfter: number,
    delay: number,
    times: number,
  });
  fc.assert(
    fc.property(draft, (one) => {
      if (wrongField(one) !== undefined) return;
      const command = { type: 'inject', runtimeId: 'r', rule: { ...ruleOf(one), id: 'f' } } as const;
      expect(JSON.parse(JSON.stringify(readCommand(command)))).toEqual(JSON.parse(JSON.stringify(command)));
    }),
    { numRuns: 500 },
  );
  expect(wrongField(NEW_FAULT)).toBeUndefined();
});
