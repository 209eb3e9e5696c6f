import { describe, expect, it } from 'vitest';
import { exponentialBackoff, type RuntimeOptions, Schedule, TaskError } from '../../runtime/index.ts';
import { traced } from '../page/traced.ts';
import { finding, type Scene } from '../testing/diagnosed.ts';
import { LONG_WAIT } from './blocked-by-back-off.ts';
import { CROWD } from './retries-together.ts';
import { SHORTEST_RETRY_AFTER } from './retry-after-in-seconds.ts';
import { LEAST_TASKS } from './retry-storm.ts';
import type { RuleId } from './rule.ts';
import { LEAVING } from './signal-ignored.ts';

const { retry, withTimeout, withFallback } = traced;

const busy = (options: { retryAfter?: number } = {}): TaskError =>
  new TaskError('503', { retryable: true, ...options });

/** A scene in which it shows, and one in which it almost does. */
interface Pair {
  readonly rule: RuleId;
  readonly fault: (scene: Scene) => void;
  readonly nearly: (scene: Scene) => void;
  /** What the finding says of the worst case. */
  readonly worst: number;
  readonly example?: string;
  readonly until?: number;
  readonly options?: RuntimeOptions;
}

const crowd = (scene: Scene, count: number, delay: number, spread = 0): void => {
  for (let i = 0; i < count; i++) scene.run(retry(scene.failing(1, busy, 5 + i * spread), { retries: 1, delay }));
};

/** The parent awaits a child in its own queue, as far as `abort` lets it. */
const parentOf = ({ runtime }: Scene, ms: number, others = 0): void => {
  const body = withTimeout(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        runtime.enqueue(() => {}, { name: 'child' }).promise.catch(() => {});
      }),
    ms,
  );
  runtime.enqueue(body, { name: 'parent' }).promise.catch(() => {});
  for (let i = 0; i < others; i++) runtime.enqueue(() => new Promise(() => {})).promise.catch(() => {});
};

const PAIRS: readonly Pair[] = [
  {
    rule: 'network-not-retryable',
    fault: ({ run }) => run(retry(() => Promise.reject(new TaskError('down', { type: 'network' })))),
    nearly({ run }) {
      run(retry(() => Promise.reject(new TaskError('down', { type: 'network', retryable: true })), { retries: 0 }));
      run(retry(() => Promise.reject(new TaskError('no such album', { type: 'validation' }))));
    },
    worst: 1,
    example: 'network',
  },
  {
    rule: 'retry-after-in-seconds',
    fault: ({ run, failing }) =>
      run(
        retry(
          failing(1, () => busy({ retryAfter: 30 })),
          { retries: 1 },
        ),
      ),
    nearly({ run, failing }) {
      run(
        retry(
          failing(1, () => busy({ retryAfter: SHORTEST_RETRY_AFTER })),
          { retries: 1 },
        ),
      );
      run(
        retry(
          failing(1, () => busy({ retryAfter: 0 })),
          { retries: 1 },
        ),
      );
    },
    worst: 30,
    example: '30',
  },
  {
    rule: 'retries-together',
    fault: (scene) => crowd(scene, CROWD, 400, 8),
    nearly(scene) {
      crowd(scene, CROWD - 1, 400);
      // As many, but spread by jitter.
      let drawn = 0;
      const random = (): number => (drawn += 0.01);
      for (let i = 0; i < CROWD; i++) {
        scene.run(retry(scene.failing(1, busy), { retries: 1, delay: 700, jitter: 'full', random }));
      }
    },
    worst: CROWD,
  },
  {
    rule: 'retry-around-timeout',
    fault: ({ run, clock }) =>
      run(
        retry(
          withTimeout(({ signal }) => clock.sleep(500, signal), 100),
          { retries: 3 },
        ),
      ),
    nearly({ run, clock }) {
      run(
        withTimeout(
          retry(({ signal }) => clock.sleep(500, signal), { retries: 3 }),
          100,
        ),
      );
      run(
        retry(
          withTimeout(() => Promise.reject(busy()), 100),
          { retries: 3 },
        ),
      );
    },
    worst: 4,
  },
  {
    rule: 'fallback-unreached',
    fault: ({ run, clock }) =>
      run(
        withFallback(
          withTimeout(({ signal }) => clock.sleep(500, signal), 100),
          () => 1,
        ),
      ),
    nearly({ run, clock }) {
      run(
        withFallback(
          withTimeout(({ signal }) => clock.sleep(500, signal), 100),
          () => 1,
          () => true,
        ),
      );
      run(
        withTimeout(
          withFallback(
            ({ signal }) => clock.sleep(500, signal),
            () => 1,
          ),
          100,
        ),
      );
    },
    worst: 1,
  },
  {
    rule: 'signal-ignored',
    fault: ({ run, clock }) => run(withTimeout(() => clock.sleep(101 + LEAVING), 100, { label: 'deaf' })),
    nearly({ run, clock }) {
      run(withTimeout(() => clock.sleep(100 + LEAVING), 100));
      run(withTimeout(({ signal }) => clock.sleep(9_000, signal), 100));
    },
    worst: LEAVING + 1,
    example: 'deaf',
  },
  {
    rule: 'retries-multiply',
    fault: ({ run, failing }) => run(retry(retry(failing(5, busy), { retries: 2, label: 'inner' }), { retries: 1 })),
    nearly({ run, failing }) {
      // Nested, but only one of the two had to.
      run(retry(retry(failing(2, busy), { retries: 2 }), { retries: 1 }));
      run(retry(retry(failing(2, busy), { retries: 0 }), { retries: 3 }));
    },
    worst: 6,
    example: 'inner',
  },
  {
    rule: 'unbounded-retry',
    fault: ({ run, failing }) => run(retry(failing(1, busy), { retries: Infinity, unbounded: true, delay: 10 })),
    nearly({ run, failing }) {
      run(retry(failing(1, busy), { retries: 1_000, unbounded: true }));
      run(retry(failing(1, busy), { retries: Infinity, maxElapsed: 60_000, delay: 10 }));
      run(retry(failing(1, busy), { schedule: Schedule.recurs(5) }));
    },
    worst: 2,
  },
  {
    rule: 'client-error-retried',
    fault: ({ run, failing }) =>
      run(
        retry(
          failing(2, () => new Error('403 Forbidden')),
          { retries: 3 },
        ),
      ),
    nearly({ run, failing }) {
      run(
        retry(
          failing(2, () => new Error('429 Too Many Requests')),
          { retries: 3 },
        ),
      );
      run(
        retry(
          failing(2, () => new Error('408 Request Timeout')),
          { retries: 3 },
        ),
      );
      run(
        retry(
          failing(2, () => new Error('took 4030 ms')),
          { retries: 3 },
        ),
      );
      run(
        retry(
          failing(1, () => new TaskError('403 Forbidden')),
          { retries: 3 },
        ),
      );
    },
    worst: 2,
    example: '403 Forbidden',
  },
  {
    rule: 'waits-for-child',
    fault: (scene) => parentOf(scene, 1_000_000),
    nearly(scene) {
      // The other slot is held by a task that waits for nobody: it will be free.
      scene.runtime.concurrency = 2;
      parentOf(scene, 1_000_000, 1);
    },
    options: { concurrency: 1 },
    until: 5_000,
    worst: 1,
    example: 'parent',
  },
  {
    rule: 'waits-for-child',
    fault: (scene) => parentOf(scene, 50),
    nearly(scene) {
      scene.runtime.concurrency = 2;
      parentOf(scene, 50);
    },
    options: { concurrency: 1 },
    worst: 1,
    example: 'parent',
  },
  {
    rule: 'retry-after-ignored',
    fault: ({ run, failing }) =>
      run(
        retry(
          failing(1, () => busy({ retryAfter: 2_000 })),
          { retries: 1, delay: 250 },
        ),
      ),
    nearly({ run, failing }) {
      const asked = (): TaskError => busy({ retryAfter: 2_000 });
      run(retry(failing(1, asked), { retries: 1, delay: 250, respectRetryAfter: true }));
      run(retry(failing(1, asked), { retries: 1 }));
      run(retry(failing(1, asked), { retries: 1, maxDelay: 500 }));
    },
    worst: 1_750,
    example: '2000',
  },
  {
    rule: 'bug-retried',
    fault: ({ run, failing }) =>
      run(
        retry(
          failing(1, () => new TypeError('x.y is not a function')),
          { retries: 2 },
        ),
      ),
    nearly({ run, failing }) {
      run(
        retry(
          failing(1, () => new TypeError('Failed to fetch')),
          { retries: 2 },
        ),
      );
      run(
        retry(
          failing(1, () => new TypeError('NetworkError when attempting to fetch resource.')),
          { retries: 2 },
        ),
      );
      run(retry(() => Promise.reject(new ReferenceError('y is not defined')), { retries: 0 }));
    },
    worst: 1,
    example: 'TypeError: x.y is not a function',
  },
  {
    rule: 'blocked-by-back-off',
    fault({ run, failing }) {
      run(retry(failing(1, busy), { retries: 1, delay: LONG_WAIT }), 'slow');
      run(() => {}, 'behind');
    },
    nearly({ run, failing }) {
      run(retry(failing(1, busy), { retries: 1, delay: LONG_WAIT - 1 }));
      run(() => {}, 'behind');
      // Long, but nobody is behind it.
      run(retry(failing(1, busy), { retries: 1, delay: LONG_WAIT * 5 }));
    },
    options: { concurrency: 1 },
    worst: LONG_WAIT,
    example: 'slow',
  },
  {
    rule: 'retry-storm',
    fault(scene) {
      for (let i = 0; i < LEAST_TASKS; i++) scene.run(retry(scene.failing(3, busy), { retries: 3, delay: 10 }));
    },
    nearly(scene) {
      for (let i = 0; i < LEAST_TASKS; i++) scene.run(retry(scene.failing(2, busy), { retries: 3, delay: 10 }));
      scene.run(retry(scene.failing(3, busy), { retries: 3, delay: exponentialBackoff({ base: 20_000 }) }));
    },
    worst: 4,
  },
];

describe.each(PAIRS)('$rule', ({ rule, fault, nearly, worst, example = '', until, options }) => {
  it('bridge 21: is found where it shows, with the tasks and the worst of them', async () => {
    const found = await finding(rule, fault, until, options);
    expect(found).toMatchObject({ rule, facts: { worst, example, tasks: found?.tasks.length } });
    expect(found?.tasks.length).toBeGreaterThan(0);
  });

  it('bridge 21: says nothing where it almost shows', async () => {
    expect(await finding(rule, nearly, until, options)).toBeUndefined();
  });
});
