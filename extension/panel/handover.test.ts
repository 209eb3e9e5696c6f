import { expect, test, vi } from 'vitest';
import { type Handover, hideIn, type PanelWindow, receiveIn, showIn } from './handover.ts';
import { systemTheme } from './store/theme.ts';
import { createTestSource } from './testing/test-source.ts';

const handover: Handover = { source: createTestSource(), theme: systemTheme, version: '1' };
const panelWindow = (): PanelWindow => new EventTarget();

test('the source reaches the panel whichever of the two scripts runs first', () => {
  for (const order of ['devtools first', 'panel first']) {
    const window = panelWindow();
    const receive = vi.fn();
    if (order === 'devtools first') showIn(window, handover);
    receiveIn(window, receive);
    if (order === 'panel first') showIn(window, handover);
    expect(receive.mock.calls).toEqual([[handover, true]]);
  }
});

test('the panel hears of being hidden and shown, and nothing after it stopped', () => {
  const window = panelWindow();
  const receive = vi.fn();
  const stop = receiveIn(window, receive);
  hideIn(window);
  expect(receive).not.toHaveBeenCalled();
  showIn(window, handover);
  hideIn(window);
  showIn(window, handover);
  expect(receive.mock.calls.map(([, visible]) => visible)).toEqual([true, false, true]);
  stop();
  hideIn(window);
  expect(receive).toHaveBeenCalledTimes(3);
});
