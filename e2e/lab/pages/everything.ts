import { createRuntime, retry, type TaskContext, TaskError } from 'tasklens';
import { accounting, traced } from 'tasklens/bridge';

declare global {
  interface Window {
    /** Runs one task of every kind, so that every kind of event is told. Ends when all have ended. */
    everything(): Promise<void>;
  }
}

const busy = (): TaskError => new TaskError('http 503', { type: 'http', retryable: true, retryAfter: 5 });

/** Fails so many times before it is done. */
const failing = (times: number) => {
  let calls = 0;
  return (): string => {
    calls += 1;
    if (calls <= times) throw busy();
    return 'done';
  };
};

const untilAborted = ({ signal }: Pick<TaskContext, 'signal'>): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

function hard(): never {
  const cause = new RangeError('the cause', { cause: 'a string' });
  throw Object.assign(new TypeError('the error', { cause }), { details: new Map([['a', new Set([1n, undefined])]]) });
}

window.everything = async () => {
  const all = createRuntime({ name: 'everything', concurrency: 2, maxPending: 100, devtools: { capture: 'all' } });
  const one = createRuntime({ name: 'one by one', onError: 'continue' });
  const ends: Promise<unknown>[] = [];
  const run = (name: string, body: (ctx: TaskContext) => unknown, options: object = {}): void => {
    ends.push(all.enqueue(body, { name, ...options }).promise.catch(() => {}));
  };
  run('success', () => ({ of: [1, 2, 3], when: new Date(0) }), { meta: { token: 'abc', url: 'http://app.test/?a=1' } });
  run('error', hard, { priority: 5 });
  run('progress', ({ progress }) => progress({ half: 0.5 }));
  run('retried', traced.retry(failing(2), { retries: 3, delay: 5, label: 'upload' }));
  run('exhausted', traced.retry(failing(9), { retries: 1, delay: 5 }));
  run('timed out', traced.withTimeout(untilAborted, 20));
  run('silent', traced.withActivityTimeout(untilAborted, 20));
  run(
    'fallen back',
    traced.withFallback(traced.retry(failing(9), { retries: 1 }), () => 'smaller'),
  );
  run('reported only', retry(failing(1), { retries: 1, onAttempt: accounting().onAttempt }));
  const parent = one.enqueue(() => 'done', { id: 'parent', name: 'parent' });
  ends.push(parent.promise);
  ends.push(one.enqueue(() => 'done', { name: 'child', parent: 'parent' }).promise);
  one.pause();
  const cancelled = one.enqueue(untilAborted, { name: 'cancelled' });
  ends.push(cancelled.promise.catch(() => {}));
  cancelled.cancel('not wanted');
  one.resume();
  one.concurrency = 3;
  const running = one.enqueue(untilAborted, { name: 'cancelled while it runs' });
  ends.push(running.promise.catch(() => {}));
  setTimeout(() => running.cancel('no longer wanted'), 20);
  // Outside of any runtime.
  ends.push(Promise.resolve(traced.retry(failing(1), { retries: 1 })({ signal: new AbortController().signal })));
  await Promise.all(ends);
  await Promise.all([all.onIdle(), one.onIdle()]);
};
