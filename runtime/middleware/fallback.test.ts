import { describe, expect, test, vi } from 'vitest';
import {
  CancelledError,
  createRuntime,
  type FallbackInfo,
  TaskError,
  TimeoutError,
  withFallback,
  withTimeout,
} from '../index.ts';
import { createTestClock } from '../testing/index.ts';
import { bare, cooperative, doneOf, listen, rejection } from '../testing/kit.ts';

const failing = (error: unknown) => () => {
  throw error;
};

describe('withFallback', () => {
  test('runtime 28: by default a business failure is covered, a structural one is rethrown', async () => {
    const fallback = vi.fn(() => 'cached');
    for (const error of [new CancelledError(), new TimeoutError(5), new TaskError('no')]) {
      expect(await rejection(withFallback(failing(error), fallback)(bare()))).toBe(error);
    }
    expect(fallback).not.toHaveBeenCalled();
    for (const error of [new Error('x'), 'text', undefined, new TaskError('busy', { retryable: true })]) {
      expect(await withFallback(failing(error), fallback)(bare())).toBe('cached');
      expect(fallback).toHaveBeenLastCalledWith(expect.anything(), error);
    }
    expect(await withFallback(() => 'fresh', fallback)(bare())).toBe('fresh');
  });

  test('runtime 28: a shouldFallback that lets TimeoutError through: the task ends success with the fallback value', async () => {
    const clock = createTestClock();
    const runtime = createRuntime({ clock });
    const events = listen(runtime);
    const infos: FallbackInfo[] = [];
    const onFallback = (info: FallbackInfo) => infos.push(info);
    const stack = withFallback(
      withTimeout(cooperative(80, 'fresh'), 20),
      () => 'cached',
      () => true,
      { onFallback, label: 'list' },
    );
    const task = runtime.enqueue(stack);
    await clock.advance(100);
    expect(await task.promise).toBe('cached');
    expect(doneOf(events)).toMatchObject({ state: 'success', endedAt: 20 });
    expect(infos).toEqual([{ error: expect.any(TimeoutError), at: 20, label: 'list' }]);
  });

  test('runtime 28: after an abort of ctx the fallback is never called, whatever shouldFallback says', async () => {
    const controller = new AbortController();
    const fallback = vi.fn();
    const error = new Error('x');
    const primary = () => {
      controller.abort();
      throw error;
    };
    expect(await rejection(withFallback(primary, fallback, () => true)(bare(controller.signal)))).toBe(error);
    expect(await rejection(withFallback(vi.fn(), fallback)(bare(controller.signal)))).toBeInstanceOf(CancelledError);
    expect(fallback).not.toHaveBeenCalled();
  });

  test('runtime 28: if fallback throws, its error wins and carries the first as cause, only where it has none and takes one', async () => {
    const first = new Error('first');
    const run = (second: unknown) => rejection(withFallback(failing(first), failing(second))(bare()));
    const plain = new Error('second');
    expect(await run(plain)).toBe(plain);
    expect(plain.cause).toBe(first);
    expect(Object.keys(plain)).toEqual([]);
    const own = new Error('second', { cause: 'own' });
    expect(await run(own)).toBe(own);
    expect(own.cause).toBe('own');
    const hostile = new Proxy(
      {},
      {
        getPrototypeOf() {
          throw new Error('not to be asked');
        },
      },
    );
    expect((await run(hostile)) === hostile).toBe(true);
    const frozen = Object.freeze(new Error('second'));
    expect(await run(frozen)).toBe(frozen);
    expect('cause' in frozen).toBe(false);
    expect(await run('text')).toBe('text');
    expect(await run(first)).toBe(first);
    expect('cause' in first).toBe(false);
  });

  test('runtime 28 Q29: a shouldFallback that throws or is async: no fallback, the first error is thrown', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const error = new Error('x');
    const fallback = vi.fn();
    for (const should of [failing(new Error('bug')), (async () => true) as never]) {
      expect(await rejection(withFallback(failing(error), fallback, should)(bare()))).toBe(error);
    }
    expect(fallback).not.toHaveBeenCalled();
  });

  test('runtime 28: wrong arguments throw when it is built', () => {
    const ok = () => 1;
    expect(() => withFallback(1 as never, ok)).toThrow('Expected `primary` to be a function, got `1` (number)');
    expect(() => withFallback(ok, 1 as never)).toThrow('`fallback`');
    expect(() => withFallback(ok, ok, 1 as never)).toThrow('`shouldFallback`');
    expect(() => withFallback(ok, ok, undefined, { onFallback: 1 as never })).toThrow('`onFallback`');
    expect(() => withFallback(ok, ok, undefined, null as never)).toThrow('`options`');
  });
});
