import { describe, expect, test } from 'vitest';
import {
  createRuntime,
  pipe,
  type RetryOptions,
  repeat,
  retry,
  Schedule,
  systemClock,
  type TimeoutOptions,
  withActivityTimeout,
  withFallback,
  withSignal,
  withTimeout,
} from './index.ts';

const fn = () => 1;

/** What plain JavaScript may pass where a type says otherwise. */
// biome-ignore lint/suspicious/noExplicitAny: the test is of what types do not hold back
const wrong = (value: unknown): any => value;

describe('bad options, refused where they are given, by name', () => {
  const layers: readonly (readonly [string, (options: RetryOptions & TimeoutOptions<number>) => unknown])[] = [
    ['retry', (options) => retry(fn, options)],
    ['withTimeout', (options) => withTimeout(fn, 1, options)],
    ['withActivityTimeout', (options) => withActivityTimeout(fn, 1, options)],
    ['withFallback', (options) => withFallback(fn, fn, undefined, options)],
    ['repeat', (options) => repeat(fn, wrong({ until: () => true, ...options }))],
  ];

  test.each(layers)('runtime 33: %s refuses what is no label, clock or observer', (_, build) => {
    expect(() => build(wrong({ label: {} }))).toThrow(
      'Expected `label` to be a string, got `[object Object]` (object)',
    );
    expect(() => build(wrong({ observe: 1 }))).toThrow('Expected `observe` to be a function, got `1` (number)');
    expect(() => build(wrong({ clock: 'x' }))).toThrow('Expected `clock` to be a Clock, got `x` (string)');
    expect(() => build(wrong({ clock: { now: fn } }))).toThrow('Expected `clock` to be a Clock');
    expect(() => build({ label: 'x', observe: () => {} })).not.toThrow();
  });

  test.each(layers.slice(0, 4))('runtime 17 24 28: %s refuses options that are no object', (_, build) => {
    for (const value of [null, 'x', 5]) {
      expect(() => build(wrong(value))).toThrow('Expected `options` to be an object, got ');
    }
  });

  test.each(['retries', 'jitter', 'minDelay', 'maxDelay', 'maxElapsed', 'random'])(
    'runtime 19: null is no way to leave out `%s`',
    (name) => {
      expect(() => retry(fn, wrong({ [name]: null }))).toThrow(new RegExp(`Expected \`${name}\` to be .*null`));
      expect(() => retry(fn, wrong({ [name]: undefined }))).not.toThrow();
    },
  );

  test('runtime 33: createRuntime refuses what is no clock', () => {
    expect(() => createRuntime(wrong({ clock: 'x' }))).toThrow('Expected `clock` to be a Clock, got `x` (string)');
  });

  test('runtime 33: a clock whose sleep breaks is not taken for an abort: no call follows without a wait', async () => {
    const broken = { ...systemClock, sleep: () => Promise.reject(new Error('no timers here')) };
    const { signal } = new AbortController();
    let calls = 0;
    const failing = retry(
      () => {
        calls++;
        throw new Error('x');
      },
      { delay: 10, clock: broken },
    );
    await expect(failing({ signal })).rejects.toThrow('no timers here');
    expect(calls).toBe(1);
    await expect(
      repeat(fn, { schedule: Schedule.spaced(5), until: () => false, clock: broken })({ signal }),
    ).rejects.toThrow('no timers here');
  });

  test('runtime 14: onIdle refuses an ignorePending that is no boolean', () => {
    const runtime = createRuntime({ devtools: false });
    expect(() => runtime.onIdle(wrong({ ignorePending: 'x' }))).toThrow(
      'Expected `ignorePending` to be a boolean, got `x` (string)',
    );
  });

  test('runtime 17: withSignal and pipe refuse what they cannot use', () => {
    const { signal } = new AbortController();
    expect(() => withSignal({ signal }, wrong('x'))).toThrow(
      'Expected `signal` to be an AbortSignal, got `x` (string)',
    );
    expect(() => pipe(fn, wrong(3))).toThrow('Expected `functions` to be a function, got `3` (number)');
  });
});
