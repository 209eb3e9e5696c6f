import { expect, it, vi } from 'vitest';
import { runOnce } from './run-once.ts';

function relay(isAlive = true) {
  return { alive: vi.fn(() => isAlive), rearm: vi.fn(), stop: vi.fn() };
}

it('bridge 13: when document.open runs the scripts again, the relay that is there goes on', () => {
  const world = {};
  const [first, second] = [relay(), relay()];
  runOnce(() => first, world);
  runOnce(() => second, world);
  expect(first.rearm).toHaveBeenCalledOnce();
  expect(first.stop).not.toHaveBeenCalled();
});

it('D8: one whose extension is gone gives way', () => {
  const world = {};
  const [first, second] = [relay(false), relay()];
  runOnce(() => first, world);
  runOnce(() => second, world);
  expect(first.stop).toHaveBeenCalledOnce();
  runOnce(() => relay(), world);
  expect(second.rearm).toHaveBeenCalledOnce();
});
