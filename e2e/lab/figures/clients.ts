import { retry } from 'tasklens';
import { createTestClock } from 'tasklens/testing';
import { seeded } from '../trace/random.ts';
import type { Jitter } from './retry.run.ts';
import { retryOptions } from './retry.run.ts';

export const JITTERS: readonly Jitter[] = ['none', 'full', 'equal', 'decorrelated'];
export const CLIENTS = 1000;

/** When the clients of one kind of jitter came back, in ms after the moment at which all of them failed. */
export interface Returns {
  readonly jitter: Jitter;
  readonly times: readonly number[];
}

/**
 * A thousand clients that see the same failure at the same moment, each with a `retry` of its own; every call fails at once. They share
 * one source of chance, so that a seed tells all of them.
 */
export async function clientReturns(jitter: Jitter, retries: number, base: number, seed: number): Promise<Returns> {
  const clock = createTestClock();
  const random = seeded(seed);
  const times: number[] = [];
  const clients = Array.from({ length: CLIENTS }, () => {
    let calls = 0;
    const call = (): never => {
      if (calls++ > 0) times.push(clock.now());
      throw new Error('http 503');
    };
    const policy = { retries, backoff: 'exponential', base, jitter, predicate: 'none' } as const;
    return retry(call, { ...retryOptions(policy, random), clock })({ signal: new AbortController().signal });
  });
  let settled = false;
  const all = Promise.allSettled(clients).then(() => {
    settled = true;
  });
  while (!settled) await clock.advance(1000);
  await all;
  return { jitter, times };
}

/** How many came back in each stretch of `width` ms, up to `to`; those later are left out. */
export function inBins(times: readonly number[], width: number, to: number): readonly number[] {
  const bins = new Array<number>(Math.ceil(to / width)).fill(0);
  for (const time of times) {
    const at = Math.floor(time / width);
    const count = bins[at];
    if (count !== undefined) bins[at] = count + 1;
  }
  return bins;
}

/** The most that came back within any `width` ms that begin at a multiple of it. */
export const largestCrowd = (times: readonly number[], width: number): number =>
  Math.max(0, ...inBins(times, width, Math.max(0, ...times) + width));
