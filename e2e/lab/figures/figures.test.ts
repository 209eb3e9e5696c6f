import { describe, expect, it } from 'vitest';
import { clientReturns, inBins, largestCrowd } from './clients.ts';
import { FAILURE_NAMES } from './failures.ts';
import { retryCode, retryOutcome, waitsOf } from './retry.run.ts';
import { fateOf, outcomeOf, tally } from './stop.run.ts';
import { momentsAtOnce, streamAtOnce, TIMEOUT_DEFAULTS } from './timeout.run.ts';

// The numbers of the two texts that the lab makes visible, from the same runs that the pages draw.

describe('stop or continue', () => {
  const of = (policy: 'continue' | 'stop', error: (typeof FAILURE_NAMES)[number] = 'error', late = false) =>
    outcomeOf({ policy, error, late });

  it('runtime 13: four tasks, the second fails: 3 success and 1 error, or 1 success and 3 errors', async () => {
    expect(tally(await of('continue'))).toBe('3 success, 1 error');
    const stopped = await of('stop');
    expect(tally(stopped)).toBe('1 success, 3 error');
    expect(stopped.map(({ retryable }) => retryable)).toEqual([false, true, false, false]);
    expect(fateOf((await of('stop', 'error', true))[4])).toBe(
      'error QueueStoppedError, retryable false, called 0 times',
    );
  });

  it('runtime 2: what task:done says of each error', async () => {
    const said = new Map<string, boolean | undefined>();
    for (const error of FAILURE_NAMES) said.set(error, (await of('continue', error))[1]?.retryable);
    expect(Object.fromEntries(said)).toEqual({
      error: true,
      final: false,
      network: false,
      retryable: true,
      limited: true,
      timeout: false,
      cancelled: false,
      text: true,
    });
  });
});

describe('retry timeline', () => {
  it('runtime 17: 1 + retries calls at most', async () => {
    const twice = await retryOutcome({});
    expect([twice.attempts.length, twice.onAttempt, twice.task.state]).toEqual([3, 2, 'success']);
    const always = await retryOutcome({ failures: 8 });
    expect([always.attempts.length, always.onAttempt, always.task.state]).toEqual([4, 3, 'error']);
  });

  it('runtime 20: the waits of back-off, and a seed that tells all of chance', async () => {
    expect(waitsOf((await retryOutcome({ failures: 8, retries: 4 })).attempts)).toBe('100, 200, 400, 800 ms');
    const jittered = { failures: 8, jitter: 'full', seed: 7 } as const;
    const first = waitsOf((await retryOutcome(jittered)).attempts);
    expect(waitsOf((await retryOutcome(jittered)).attempts)).toBe(first);
    expect(waitsOf((await retryOutcome({ ...jittered, seed: 8 })).attempts)).not.toBe(first);
  });

  it('is told as code', () => {
    const policy = { retries: 3, backoff: 'fixed', base: 100, jitter: 'none', predicate: 'veto' } as const;
    expect(retryCode(policy)).toContain('retry(upload, { retries: 3, delay: 100, retryable: () => false })');
  });

  it('runtime 20: a thousand clients come back in one instant, or spread over the window', async () => {
    const returns = async (jitter: 'none' | 'full' | 'equal') => (await clientReturns(jitter, 1, 100, 1)).times;
    expect(new Set(await returns('none'))).toEqual(new Set([100]));
    const full = await returns('full');
    expect(full).toHaveLength(1000);
    expect(Math.max(...full)).toBeLessThan(100);
    expect(largestCrowd(full, 10)).toBeLessThan(200);
    const equal = await returns('equal');
    expect(Math.min(...equal)).toBeGreaterThanOrEqual(50);
  });

  it('counts into bins, and leaves out what lies beyond', () => {
    expect(inBins([0, 9.9, 10, 25, 30], 10, 30)).toEqual([2, 1, 1]);
    expect(largestCrowd([], 10)).toBe(0);
  });
});

describe('two moments of a timeout', () => {
  it('runtime 24: a follower pays for a body that ignores its signal', async () => {
    const cooperative = await momentsAtOnce('cooperative', TIMEOUT_DEFAULTS);
    expect([cooperative.firedAt, cooperative.exitedAt, cooperative.delay]).toEqual([20, 20, 0]);
    const uncooperative = await momentsAtOnce('uncooperative', TIMEOUT_DEFAULTS);
    expect([uncooperative.firedAt, uncooperative.exitedAt, uncooperative.delay]).toEqual([20, 80, 60]);
    expect(uncooperative.task.error).toEqual(cooperative.task.error);
    // A budget that was enough has one moment only.
    expect((await momentsAtOnce('cooperative', { took: 20, budget: 80 })).firedAt).toBeUndefined();
  });

  it('runtime 26 R12: a stream lives as long as something comes', async () => {
    const ends = async (name: string, tail: number) => {
      const { state, endedAt, resets } = await streamAtOnce(name, { tail });
      return [state, endedAt, resets.length];
    };
    expect(await ends('withActivityTimeout', 40)).toEqual(['success', 190, 3]);
    expect(await ends('withActivityTimeout', 80)).toEqual(['error', 210, 3]);
    expect(await ends('withTimeout', 40)).toEqual(['error', 60, 1]);
  });
});
