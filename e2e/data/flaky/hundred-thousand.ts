import { randomFrom } from './random.ts';

/** Of all tasks: this share needs two attempts, this share fails for good after them. */
const TWO_ATTEMPTS = 0.2;
const FAILED = 0.05;
const STACKS = 40;
const SLOTS = 8;
const NAMES = ['upload photo', 'upload video', 'sync contacts', 'suggest', 'report', 'charge'] as const;

/**
 * The workload `flaky-100k` as the lines of a recording, made as they are read: 20 % of the tasks take two attempts, 5 % fail,
 * with 40 distinct stacks among them. It is too large to run each time, so its events are written, not run; the seed is fixed.
 *
 * @example
 * ```ts
 * const text = [...flaky100k()].join('');
 * ```
 */
export function* flaky100k(tasks = 100_000): Generator<string> {
  const random = randomFrom(100_000);
  const stacks = Array.from({ length: STACKS }, (_, index) => {
    const frames = Array.from(
      { length: 8 },
      (__, depth) => `    at step${depth} (https://shop.example/a.js:${index}:${depth})`,
    );
    return `TaskError: 503 Service Unavailable\n${frames.join('\n')}`;
  });
  const since = Date.UTC(2026, 11, 1, 9);
  const runtimeId = 'f1a4c1000000';
  let seq = 0;
  let step = 0;
  let at = since;
  const line = (value: object): string => `${JSON.stringify(value)}\n`;
  const event = (type: string, fields: object): string => line({ type, runtimeId, seq: ++seq, at, ...fields });
  const told = (type: string, id: string, fields: object): string =>
    line({ type, ledgerId: 'flaky', seq: ++step, runtimeId, id, layer: 1, at, ...fields });

  yield line({ format: 'tasklens-recording', version: 1, tool: 'flaky-100k' });
  yield line({ type: 'session', session: 'f1a4'.repeat(8), url: 'https://shop.example/', since, protocol: 1 });
  yield event('runtime:created', { name: 'uploads', concurrency: SLOTS, onError: 'continue', maxPending: 1_000_000 });
  for (let index = 0; index < tasks; index++) {
    const id = `${runtimeId}-${index + 1}`;
    const registeredAt = at;
    const drawn = random();
    const fails = drawn < FAILED;
    const twice = drawn < TWO_ATTEMPTS;
    const stack = stacks[random.whole(0, STACKS - 1)];
    const preview = { kind: 'error', class: 'TaskError', entries: [['stack', stack]] };
    const error = {
      name: 'TaskError',
      message: '503 Service Unavailable',
      class: 'TaskError',
      type: 'http',
      retryable: true,
      preview,
    };
    yield event('task:registered', { id, name: random.pick(NAMES), priority: 0 });
    at += random.whole(0, 4);
    const startedAt = at;
    yield event('task:started', { id, slot: index % SLOTS });
    yield told('layer-start', id, { kind: 'retry', options: { retries: 1 } });
    yield told('attempt-start', id, { attempt: 1 });
    at += random.whole(1, 6);
    if (twice) {
      yield told('attempt-end', id, { attempt: 1, error, decision: 'retried', planned: 10 });
      at += 10;
      yield told('wait-end', id, { attempt: 1, planned: 10, real: 10 });
      yield told('attempt-start', id, { attempt: 2 });
      at += random.whole(1, 6);
    }
    const decision = fails ? 'exhausted' : 'succeeded';
    yield told('attempt-end', id, { attempt: twice ? 2 : 1, decision, ...(fails ? { error } : {}) });
    yield told('layer-end', id, { outcome: decision });
    const end = { state: fails ? 'error' : 'success', retryable: fails, registeredAt, startedAt, endedAt: at };
    yield event('task:done', { id, ...end, ...(fails ? { error } : {}) });
  }
  yield line({ type: 'end', events: seq + step });
}
