import fc from 'fast-check';
import * as tasklens from 'tasklens';
import { createTestClock } from 'tasklens/testing';
import { describe, expect, it } from 'vitest';
import { runAtOnce } from '../trace/stage.ts';
import type { LayersSettings } from './layers.run.ts';
import {
  callsOf,
  LAYERS,
  LAYERS_DEFAULTS,
  layersCode,
  layersFormula,
  layersOutcome,
  layersRun,
  moved,
  readStack,
  stackOf,
  writeStack,
} from './layers.run.ts';

/** Runs the code as one who pasted it would: with the package's names, and an upload and a fallback of one's own. */
async function paste(code: string, { took }: Pick<LayersSettings, 'took'>) {
  const body = code.replace(/import \{ (.*) \} from 'tasklens';/, 'const { $1 } = tasklens;');
  const make = new Function('tasklens', 'upload', 'smaller', `${body}return robust;`);
  const clock = createTestClock();
  const counts = { upload: 0, smaller: 0 };
  const upload: tasklens.TaskFn<string> = async ({ signal }) => {
    counts.upload += 1;
    await clock.sleep(took, signal);
    throw new Error('x');
  };
  const smaller = (): string => {
    counts.smaller += 1;
    return 'smaller';
  };
  const robust = make(tasklens, upload, smaller) as tasklens.TaskFn<string>;
  const task = tasklens.createRuntime({ clock, devtools: false }).enqueue(robust);
  await clock.advance(10_000);
  return { ...counts, state: task.state };
}

const settings: fc.Arbitrary<LayersSettings> = fc.record({
  stack: fc
    .shuffledSubarray([...LAYERS], { minLength: LAYERS.length })
    .chain((order) => fc.tuple(...order.map((layer) => fc.boolean().map((on) => ({ layer, on }))))),
  outcome: fc.constant('error' as const),
  took: fc.constantFrom(30, 150),
  budget: fc.constant(100),
  retries: fc.integer({ min: 0, max: 4 }),
  cover: fc.constantFrom('default' as const, 'all' as const),
  predicate: fc.constantFrom('none' as const, 'allow' as const),
  translate: fc.boolean(),
});

describe('layers', () => {
  it('the code that is written does what the figure shows, in any order and with any of them', async () => {
    await fc.assert(
      fc.asyncProperty(settings, async (given) => {
        const [task] = (await runAtOnce(layersRun(given))).tasks;
        const pasted = await paste(layersCode(given), given);
        expect(pasted).toEqual({
          upload: callsOf(task, 'main'),
          smaller: callsOf(task, 'fallback'),
          state: task?.state,
        });
      }),
      { numRuns: 100 },
    );
  });

  it('runtime 27: a timeout inside or outside of a retry means one call, whatever a predicate says', async () => {
    const slow = { took: 150 };
    for (const stack of [stackOf('timeout', 'retry'), stackOf('retry', 'timeout')]) {
      expect(await layersOutcome({ ...slow, stack })).toBe('upload called once; error TimeoutError');
      expect(await layersOutcome({ ...slow, stack, predicate: 'allow' })).toBe(
        'upload called once; error TimeoutError',
      );
    }
    expect(await layersOutcome({ ...slow, stack: stackOf('retry', 'timeout'), translate: true })).toBe(
      'upload called 3 times; error TaskError',
    );
  });

  it('stand in the address in their order, and only a whole order is read', () => {
    const stack = [
      { layer: 'retry', on: true },
      { layer: 'fallback', on: false },
      { layer: 'timeout', on: true },
    ] as const;
    expect(writeStack(stack)).toBe('retry,-fallback,timeout');
    expect(readStack('retry,-fallback,timeout')).toEqual(stack);
    for (const text of ['', 'retry', 'retry,retry,timeout', 'retry,-fallback,timeout,retry', 'a,b,c']) {
      expect(readStack(text), text).toBeUndefined();
    }
    expect(writeStack(moved(stack, 0, 1))).toBe('-fallback,retry,timeout');
    expect(moved(stack, 0, -1)).toBe(stack);
    expect(layersFormula({ stack, translate: true })).toBe('retry(retryOnTimeout(upload))');
    expect(layersFormula(LAYERS_DEFAULTS)).toBe('withFallback(withTimeout(retry(upload)))');
  });
});
