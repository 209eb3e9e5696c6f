import { describe, expect, test } from 'vitest';
import { createRuntime, retry, TaskError, type TaskFn, withFallback, withTimeout } from './index.ts';
import { createTestClock } from './testing/index.ts';
import { doneOf, listen } from './testing/kit.ts';

// All orders of retry (2 retries, 10 ms apart), timeout (50 ms) and fallback, each alone, in pairs and all three, around the four bodies
// that tell them apart. Written by hand from the spec: calls of the body, whether the fallback ran, how it ended, and when.

type LayerName = 'R' | 'T' | 'F';
type BodyName = 'fails' | 'slow' | 'refuses' | 'third';

const bodies: Record<BodyName, (call: number) => TaskFn<string>> = {
  /** Fails retryably after 5 ms. */
  fails:
    () =>
    async ({ clock, signal }) => {
      await clock?.sleep(5, signal);
      throw new Error('x');
    },
  /** Takes 80 ms and exits at once when aborted. */
  slow:
    () =>
    async ({ clock, signal }) => {
      await clock?.sleep(80, signal);
      return 'body';
    },
  /** Fails for good after 5 ms. */
  refuses:
    () =>
    async ({ clock, signal }) => {
      await clock?.sleep(5, signal);
      throw new TaskError('no');
    },
  /** Fails twice, then succeeds; 5 ms each. */
  third:
    (call) =>
    async ({ clock, signal }) => {
      await clock?.sleep(5, signal);
      if (call < 3) throw new Error('x');
      return 'body';
    },
};

/** Outermost first, as it is read: 'FTR' is withFallback(withTimeout(retry(f))). */
const table: [stack: string, body: BodyName, calls: number, fallback: number, outcome: string, end: number][] = [
  ['', 'fails', 1, 0, 'Error', 5],
  ['', 'slow', 1, 0, 'body', 80],
  ['R', 'fails', 3, 0, 'Error', 35],
  ['R', 'slow', 1, 0, 'body', 80],
  ['R', 'refuses', 1, 0, 'TaskError', 5],
  ['R', 'third', 3, 0, 'body', 35],
  ['T', 'fails', 1, 0, 'Error', 5],
  ['T', 'slow', 1, 0, 'TimeoutError', 50],
  ['F', 'fails', 1, 1, 'cached', 5],
  ['F', 'slow', 1, 0, 'body', 80],
  ['F', 'refuses', 1, 0, 'TaskError', 5],
  ['TR', 'fails', 3, 0, 'Error', 35],
  ['TR', 'slow', 1, 0, 'TimeoutError', 50],
  ['TR', 'third', 3, 0, 'body', 35],
  ['RT', 'fails', 3, 0, 'Error', 35],
  ['RT', 'slow', 1, 0, 'TimeoutError', 50],
  ['RT', 'third', 3, 0, 'body', 35],
  ['FR', 'fails', 3, 1, 'cached', 35],
  ['FR', 'refuses', 1, 0, 'TaskError', 5],
  ['FR', 'third', 3, 0, 'body', 35],
  ['RF', 'fails', 1, 1, 'cached', 5],
  ['RF', 'refuses', 1, 0, 'TaskError', 5],
  ['RF', 'third', 1, 1, 'cached', 5],
  ['FT', 'fails', 1, 1, 'cached', 5],
  ['FT', 'slow', 1, 0, 'TimeoutError', 50],
  ['TF', 'fails', 1, 1, 'cached', 5],
  ['TF', 'slow', 1, 0, 'TimeoutError', 50],
  ['FTR', 'fails', 3, 1, 'cached', 35],
  ['FTR', 'slow', 1, 0, 'TimeoutError', 50],
  ['FTR', 'refuses', 1, 0, 'TaskError', 5],
  ['FTR', 'third', 3, 0, 'body', 35],
  ['FRT', 'fails', 3, 1, 'cached', 35],
  ['FRT', 'slow', 1, 0, 'TimeoutError', 50],
  ['FRT', 'third', 3, 0, 'body', 35],
  ['TFR', 'fails', 3, 1, 'cached', 35],
  ['TFR', 'slow', 1, 0, 'TimeoutError', 50],
  ['TFR', 'third', 3, 0, 'body', 35],
  ['TRF', 'fails', 1, 1, 'cached', 5],
  ['TRF', 'slow', 1, 0, 'TimeoutError', 50],
  ['TRF', 'third', 1, 1, 'cached', 5],
  ['RTF', 'fails', 1, 1, 'cached', 5],
  ['RTF', 'slow', 1, 0, 'TimeoutError', 50],
  ['RFT', 'fails', 1, 1, 'cached', 5],
  ['RFT', 'slow', 1, 0, 'TimeoutError', 50],
  ['RFT', 'refuses', 1, 0, 'TaskError', 5],
];

describe('runtime 27: all stackings of timeout, retry and fallback', () => {
  test.each(table)(
    '%s around a body that %s: %i calls, %i fallbacks, %s at %i',
    async (stack, name, calls, fallbacks, outcome, end) => {
      const clock = createTestClock();
      const runtime = createRuntime({ clock });
      const events = listen(runtime);
      const seen = { calls: 0, fallbacks: 0 };
      const layers: Record<LayerName, (fn: TaskFn<string>) => TaskFn<string>> = {
        R: (fn) => retry(fn, { retries: 2, delay: 10 }),
        T: (fn) => withTimeout(fn, 50),
        F: (fn) =>
          withFallback(fn, () => {
            seen.fallbacks++;
            return 'cached';
          }),
      };
      const body: TaskFn<string> = (ctx) => bodies[name](++seen.calls)(ctx);
      const wrapped = ([...stack].reverse() as LayerName[]).reduce((fn, layer) => layers[layer](fn), body);
      const task = runtime.enqueue(wrapped);
      await clock.advance(1000);
      const got = await task.promise.catch((error: Error) => error.name);
      expect([seen.calls, seen.fallbacks, got, doneOf(events).endedAt]).toEqual([calls, fallbacks, outcome, end]);
      expect(clock.timers).toBe(0);
    },
  );
});
