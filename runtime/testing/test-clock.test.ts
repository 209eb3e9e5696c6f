import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('runtime 33: in a browser, too, a chain of calls that fail at once is at its end before time goes on', async () => {
  // A browser has no setImmediate; and this machine is so slow that each call takes longer than a breath may.
  vi.stubGlobal('setImmediate', undefined);
  vi.resetModules();
  let real = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    real += 10;
    return real;
  });
  const { createTestClock } = await import('./index.ts');
  const { retry } = await import('../index.ts');
  const clock = createTestClock();
  const calls: number[] = [];
  const body = async (): Promise<never> => {
    await clock.sleep(30);
    calls.push(clock.now());
    throw new Error('503');
  };
  const run = retry(body, { retries: 2, clock })({ signal: new AbortController().signal });
  const failed = expect(run).rejects.toThrow('503');
  const other = clock.sleep(100);
  await clock.advance(100);
  await other;
  expect(calls).toEqual([30, 60, 90]);
  await failed;
});
