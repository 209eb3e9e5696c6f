import { describe, expect, test, vi } from 'vitest';
import { sleep, systemClock } from './index.ts';
import { createTestClock } from './testing/index.ts';
import { countListeners, rejection, turn } from './testing/kit.ts';

describe('the system clock', () => {
  test('runtime 33: now is monotonic, near the epoch, with sub-ms digits', () => {
    const [a, b] = [systemClock.now(), systemClock.now()];
    expect(b).toBeGreaterThanOrEqual(a);
    expect(Math.abs(a - Date.now())).toBeLessThan(2000);
    expect(Number.isInteger(a) && Number.isInteger(b)).toBe(false);
  });

  test('runtime 8 Q46: the wall offset follows a jump of over 1 s, not a smaller one; now() does not', () => {
    const wall = Date.now();
    const monotonic = performance.now();
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => monotonic + passed);
    const dates = vi.spyOn(Date, 'now').mockImplementation(() => wall + passed);
    systemClock.now();
    const before = systemClock.wallOffset?.() ?? 0;
    const look = (ms: number, jump: number) => {
      passed += ms;
      dates.mockImplementation(() => wall + passed + jump);
      systemClock.now();
      return (systemClock.wallOffset?.() ?? 0) - before;
    };
    expect(look(1000, 900)).toBe(0);
    expect(look(1000, 3_600_000)).toBeCloseTo(3_600_000, -3);
    const now = systemClock.now();
    passed += 5;
    expect(systemClock.now() - now).toBeCloseTo(5, 6);
    expect(look(1000, 0)).toBeCloseTo(0, -3);
  });

  test('runtime 33: timers are looked up at each call, so a faked clock works', async () => {
    vi.useFakeTimers();
    try {
      const fired = vi.fn();
      systemClock.setTimer(fired, 50, 'arg');
      const cleared = vi.fn();
      systemClock.clearTimer(systemClock.setTimer(cleared, 50));
      vi.advanceTimersByTime(49);
      expect(fired).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(fired).toHaveBeenCalledWith('arg');
      expect(cleared).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });

  test('runtime 33 Q15: longer than 2^31-1 ms does not fire early and can be cleared on the way', () => {
    vi.useFakeTimers();
    try {
      const [fired, cleared] = [vi.fn(), vi.fn()];
      systemClock.setTimer(fired, 2 ** 32 + 10, 7);
      const handle = systemClock.setTimer(cleared, 2 ** 32);
      vi.advanceTimersByTime(2 ** 31);
      systemClock.clearTimer(handle);
      vi.advanceTimersByTime(2 ** 31 + 9);
      expect(fired).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(fired.mock.calls).toEqual([[7]]);
      expect(cleared).not.toHaveBeenCalled();
      systemClock.clearTimer(systemClock.setTimer(fired, Infinity));
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('Q48: a fraction of a ms is rounded up, never fired early', () => {
    vi.useFakeTimers();
    try {
      const fired = vi.fn();
      systemClock.setTimer(fired, 0.4);
      vi.advanceTimersByTime(0);
      expect(fired).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(fired).toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('sleep', () => {
  test('runtime 33: resolves after ms; rejects with signal.reason, leaving no timer and no listener', async () => {
    const clock = createTestClock();
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    const woke = vi.fn();
    void sleep(100, controller.signal, clock).then(woke);
    const cut = rejection(sleep(200, controller.signal, clock));
    await clock.advance(100);
    expect(woke).toHaveBeenCalled();
    expect(listeners.live).toBe(1);
    const reason = { own: 'reason' };
    controller.abort(reason);
    expect(await cut).toBe(reason);
    expect([clock.timers, listeners.live]).toEqual([0, 0]);
    expect(await rejection(sleep(5, controller.signal, clock))).toBe(reason);
    const { signal } = new AbortController();
    const other = countListeners(signal);
    await Promise.all([sleep(1, signal, clock), clock.advance(1)]);
    expect(other.live).toBe(0);
  });

  test('runtime 33: the default is the system clock; wrong arguments are refused', async () => {
    await sleep(0);
    await systemClock.sleep(0);
    expect(() => sleep(-1)).toThrow('Expected `ms` to be a number of milliseconds, 0 or more, got `-1` (number)');
    expect(() => sleep('1 min' as never)).toThrow('write 60000');
    expect(() => sleep(1, {} as never)).toThrow(
      'Expected `signal` to be an AbortSignal, got `[object Object]` (object)',
    );
  });
});

describe('the test clock', () => {
  test('runtime 33: wakes sleepers in deadline order, each seeing its own time; equal deadlines in the order armed', async () => {
    const clock = createTestClock(100);
    const seen: [string, number][] = [];
    const wait = async (name: string, ms: number, then?: number) => {
      await clock.sleep(ms);
      seen.push([name, clock.now()]);
      if (then !== undefined) await wait(`${name}'`, then);
    };
    for (const [name, ms, then] of [
      ['c', 30, undefined],
      ['a', 10, 10],
      ['b', 20, undefined],
      ['a2', 10, 0],
    ] as const)
      void wait(name, ms, then);
    await clock.advance(30);
    expect(seen).toEqual([
      ['a', 110],
      ['a2', 110],
      ["a2'", 110],
      ['b', 120],
      ["a'", 120],
      ['c', 130],
    ]);
    expect(clock.now()).toBe(130);
  });

  test('runtime 33: what is started on the way is honoured, what lies beyond waits', async () => {
    const clock = createTestClock();
    const fired: number[] = [];
    const again = () => {
      fired.push(clock.now());
      clock.setTimer(again, 7);
    };
    again();
    await clock.advance(20);
    expect([fired, clock.timers, clock.now()]).toEqual([[0, 7, 14], 1, 20]);
    await clock.advance(1);
    expect(fired).toEqual([0, 7, 14, 21]);
  });

  test('runtime 33: many timers, cleared ones not counted, Infinity never armed', async () => {
    const clock = createTestClock();
    const order: number[] = [];
    const random = [5, 3, 9, 1, 7, 3, 8, 2, 6, 4, 0];
    const handles = random.map((ms) => clock.setTimer((arg: number) => order.push(arg), ms, ms));
    const cut = handles[2];
    if (cut !== undefined) clock.clearTimer(cut);
    if (cut !== undefined) clock.clearTimer(cut);
    clock.clearTimer(clock.setTimer(() => {}, Infinity));
    expect(clock.timers).toBe(10);
    await clock.advance(10);
    expect(order).toEqual([0, 1, 2, 3, 3, 4, 5, 6, 7, 8]);
    expect(clock.timers).toBe(0);
  });

  test('runtime 33: setTime moves the wall, not the timers', async () => {
    const clock = createTestClock();
    const fired = vi.fn();
    clock.setTimer(fired, 10);
    clock.setTime(1_000_000);
    await turn();
    expect(fired).not.toHaveBeenCalled();
    expect(clock.now() + clock.wallOffset()).toBe(1_000_000);
    await expect(clock.advance(-1)).rejects.toThrow(RangeError);
    await expect(clock.advance(Number.NaN)).rejects.toThrow('`ms`');
    expect(() => clock.setTime(Number.NaN)).toThrow('`epochMs`');
    expect(() => createTestClock('0' as never)).toThrow('`start`');
  });
});
