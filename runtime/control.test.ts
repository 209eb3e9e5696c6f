import { afterEach, describe, expect, test, vi } from 'vitest';
import { before } from './before.ts';
import { type FaultRule, hub, type RuntimeAnswer, type RuntimeControl, type RuntimeSource } from './hub.ts';
import {
  CancelledError,
  createRuntime,
  QueueFullError,
  type Runtime,
  type RuntimeOptions,
  repeat,
  retry,
  TaskError,
  TimeoutError,
  withFallback,
  withTimeout,
} from './index.ts';
import { createTestClock, type TestClock } from './testing/index.ts';
import { cooperative, doneOf, listen, rejection, story } from './testing/kit.ts';

function sourceOf(id: string): RuntimeSource {
  let found: RuntimeSource | undefined;
  hub().watch((source) => {
    if (source.kind === 'runtime' && source.id === id) found = source;
  })();
  if (found === undefined) throw new Error('not announced');
  return found;
}

interface Setup {
  readonly clock: TestClock;
  readonly runtime: Runtime;
  readonly control: RuntimeControl;
  /** What runs again the tasks that have ended, in the order of their ends. */
  readonly reruns: (() => RuntimeAnswer)[];
}

const taken: RuntimeControl[] = [];
afterEach(() => {
  for (const control of taken.splice(0)) control.release();
  expect(before.size).toBe(0);
});

function take(runtime: Runtime, reruns: (() => RuntimeAnswer)[] = []): RuntimeControl {
  const control = sourceOf(runtime.id).control?.((_, rerun) => reruns.push(rerun));
  if (control === undefined) throw new Error('no control');
  taken.push(control);
  return control;
}

function setup(options: RuntimeOptions = {}): Setup {
  const clock = createTestClock(1000);
  const runtime = createRuntime({ clock, ...options });
  const reruns: (() => RuntimeAnswer)[] = [];
  return { clock, runtime, reruns, control: take(runtime, reruns) };
}

const rule = (fields: Partial<FaultRule> = {}): FaultRule => ({ id: 'r', name: '', fault: 'test', ...fields });
const busy = rule({ error: 'TaskError', message: '503', type: 'server', retryable: true });

describe('commands', () => {
  test('bridge 17: cancel names tasks by the seq of their registration; pending and running ones end, others stay', async () => {
    const { clock, runtime, control } = setup();
    const seqs: number[] = [];
    runtime.events.on('task:registered', ({ seq }) => seqs.push(seq));
    const [running, pending, other] = [1, 2, 3].map((n) => runtime.enqueue(cooperative(50, n)));
    await clock.advance(1);
    expect(control.act({ type: 'cancel', tasks: seqs.slice(0, 2), reason: 'by hand' })).toBe(2);
    await clock.advance(100);
    expect([running?.state, pending?.state, other?.state]).toEqual(['cancelled', 'cancelled', 'success']);
    expect(await rejection(Promise.resolve(pending?.promise))).toMatchObject({ cause: 'by hand' });
    expect(control.act({ type: 'cancel', tasks: seqs, reason: '' })).toBe('ended');
    expect(control.act({ type: 'cancel', tasks: [], reason: '' })).toBe('ended');
  });

  test('bridge 17: pause, resume, set concurrency and clear do what the runtime does', async () => {
    const { clock, runtime, control } = setup();
    expect(control.act({ type: 'pause' })).toBe(1);
    for (let n = 0; n < 3; n++) runtime.enqueue(cooperative(50, n));
    await clock.advance(10);
    expect([runtime.state, runtime.runningCount]).toEqual(['paused', 0]);
    expect(control.act({ type: 'set-concurrency', concurrency: 2 })).toBe(1);
    expect(control.act({ type: 'resume' })).toBe(1);
    await clock.advance(10);
    expect([runtime.concurrency, runtime.runningCount, runtime.pendingCount]).toEqual([2, 2, 1]);
    expect(control.act({ type: 'clear', reason: 'by hand' })).toBe(1);
    expect(runtime.pendingCount).toBe(0);
    expect(runtime.runningCount).toBe(2);
  });

  test('bridge 17: wrong arguments change nothing; an unknown command is one that this library is too old for', () => {
    const { runtime, control } = setup({ concurrency: 3 });
    for (const concurrency of [0, -1, 1.5, Number.NaN]) {
      expect(() => control.act({ type: 'set-concurrency', concurrency })).toThrow('Expected `concurrency` to be');
    }
    expect(runtime.concurrency).toBe(3);
    // @ts-expect-error a newer viewer's
    expect(control.act({ type: 'teleport' })).toBe('old-library');
  });

  test('bridge 17: a stopped runtime refuses what would do nothing', async () => {
    const { clock, runtime, control, reruns } = setup();
    runtime.enqueue(() => 1);
    await clock.advance(0);
    runtime.stop();
    for (const type of ['pause', 'resume'] as const) expect(control.act({ type })).toBe('stopped');
    expect(control.act({ type: 'clear', reason: '' })).toBe('stopped');
    expect(control.act({ type: 'set-concurrency', concurrency: 2 })).toBe('stopped');
    expect(reruns[0]?.()).toBe('stopped');
  });

  test('bridge 17: devtools.commands: false takes the control away, and leaves the rest', () => {
    const source = sourceOf(createRuntime({ devtools: { commands: false } }).id);
    expect(source).toHaveProperty('control', undefined);
    source.attach(() => {}).detach();
    const wrong: unknown = 'no';
    // @ts-expect-error plain JavaScript may pass anything
    expect(() => createRuntime({ devtools: { commands: wrong } })).toThrow(
      'Expected `devtools.commands` to be a boolean, got `no` (string)',
    );
  });
});

describe('run again', () => {
  test('bridge 17: a new task with a new id, named, described and prioritised as the first, which stays as it is', async () => {
    const { clock, runtime, reruns } = setup({ paused: true });
    let calls = 0;
    const task = runtime.enqueue(() => ++calls, { name: 'upload', id: 'own', priority: 3, meta: { size: 1 } });
    runtime.resume();
    await clock.advance(0);
    const events = listen(runtime);
    expect(reruns[0]?.()).toBe(1);
    await clock.advance(0);
    const [registered] = events;
    expect(registered).toMatchObject({ type: 'task:registered', name: 'upload', priority: 3, meta: { size: 1 } });
    expect(registered).toMatchObject({ rerunOf: 'own', id: `${runtime.id}-2` });
    expect(await task.promise).toBe(1);
    expect(calls).toBe(2);
    // The copy can run again as well, and says of which it is one.
    expect(reruns).toHaveLength(2);
    expect(reruns[1]?.()).toBe(1);
    expect(events.findLast(({ type }) => type === 'task:registered')).toMatchObject({ rerunOf: `${runtime.id}-2` });
  });

  test('bridge 17: a failing one settles nothing of the app and is no unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { clock, runtime, reruns } = setup();
    let fail = false;
    const task = runtime.enqueue(async () => {
      if (fail) throw new Error('again');
      return 'first';
    });
    await clock.advance(0);
    fail = true;
    reruns[0]?.();
    await clock.advance(0);
    expect([task.state, await task.promise]).toEqual(['success', 'first']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).not.toHaveBeenCalled();
    process.off('unhandledRejection', unhandled);
  });

  test('bridge 2: nothing is held for nobody, and a viewer that comes late has nothing to run again', async () => {
    const { clock, runtime, control, reruns } = setup();
    control.release();
    runtime.enqueue(() => 1);
    await clock.advance(0);
    expect(reruns).toHaveLength(0);
    const late: (() => RuntimeAnswer)[] = [];
    take(runtime, late);
    expect(late).toHaveLength(0);
  });

  test('bridge 17: a task made again is told again to a viewer that comes late', async () => {
    const { clock, runtime, reruns } = setup();
    runtime.enqueue(() => 1, { id: 'own' });
    await clock.advance(0);
    reruns[0]?.();
    const past = (): unknown[] => [...sourceOf(runtime.id).attach(() => {}).tasks].map(({ events }) => events[0]);
    expect(past()[1]).toMatchObject({ rerunOf: 'own' });
    await clock.advance(0);
    expect(past()[1]).toMatchObject({ rerunOf: 'own' });
  });

  test('bridge 15: a listener that throws changes no outcome', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    const clock = createTestClock();
    const runtime = createRuntime({ clock });
    const control = sourceOf(runtime.id).control?.(() => {
      throw new Error('mine');
    });
    const task = runtime.enqueue(() => 1);
    await clock.advance(0);
    expect(task.state).toBe('success');
    expect(report).toHaveBeenCalledTimes(1);
    control?.release();
    report.mockRestore();
  });
});

describe('fault injection', () => {
  test('bridge 18: an injected 503 is retried like one of the server, inside all middlewares, and counted', async () => {
    const { clock, runtime, control } = setup();
    const events = listen(runtime);
    const body = vi.fn(() => 'sent');
    const attempts: unknown[] = [];
    const send = withTimeout(
      retry(body, { retries: 3, delay: 100, onAttempt: ({ error }) => attempts.push(error) }),
      5_000,
    );
    expect(control.act({ type: 'inject', rule: { ...busy, times: 2 } })).toBe(0);
    const task = runtime.enqueue(send, { name: 'POST /files' });
    await clock.advance(250);
    expect(await task.promise).toBe('sent');
    expect(body).toHaveBeenCalledTimes(1);
    expect(attempts).toEqual([
      expect.objectContaining({ name: 'TaskError', message: '503', type: 'server', retryable: true }),
      expect.objectContaining({ message: '503' }),
    ]);
    expect(story(events)).toEqual([
      'task:registered',
      'task:started',
      'task:injected',
      'task:injected',
      'task:done success',
      'runtime:idle',
    ]);
    expect(control.act({ type: 'hits', rule: 'r' })).toBe(2);
  });

  test('bridge 18: each kind is what its name says, to the classifier too, and marked', async () => {
    const { clock, runtime, control } = setup();
    const source = sourceOf(runtime.id);
    const ends = async (fault: FaultRule): Promise<unknown[]> => {
      control.act({ type: 'inject', rule: fault });
      const events = listen(runtime);
      const task = runtime.enqueue(() => 1);
      await clock.advance(0);
      control.act({ type: 'lift', rule: fault.id });
      const error = await rejection(task.promise);
      return [error, doneOf(events, task.id).retryable, source.digest?.(error).injected];
    };
    const [task, ...ofTask] = await ends({ ...busy, retryAfter: 2000 });
    expect(task).toBeInstanceOf(TaskError);
    expect(task).toMatchObject({ retryable: true, retryAfter: 2000, type: 'server' });
    expect(ofTask).toEqual([true, true]);
    const [final, ...ofFinal] = await ends(rule({ error: 'TaskError', message: 'no' }));
    expect(final).toMatchObject({ retryable: false, message: 'no' });
    expect(ofFinal).toEqual([false, true]);
    const [plain, ...ofPlain] = await ends(rule({ error: 'Error', message: 'socket hang up' }));
    expect(plain).toMatchObject({ name: 'Error', message: 'socket hang up' });
    expect(ofPlain).toEqual([true, true]);
    const [full, ...ofFull] = await ends(rule({ error: 'QueueFullError' }));
    expect(full).toBeInstanceOf(QueueFullError);
    expect(ofFull).toEqual([false, true]);
    expect(source.digest?.(new Error('mine'))).not.toHaveProperty('injected');
  });

  test('bridge 18: latency is waited by the runtime’s clock before the taskFn, and a cancel ends the wait', async () => {
    const { clock, runtime, control } = setup();
    control.act({ type: 'inject', rule: rule({ delay: 2000 }) });
    const started: number[] = [];
    const task = runtime.enqueue(({ clock: own }) => started.push(own?.now() ?? 0));
    await clock.advance(1999);
    expect(started).toEqual([]);
    await clock.advance(1);
    expect(started).toEqual([3000]);
    expect(task.state).toBe('success');
    const cancelled = runtime.enqueue(() => started.push(0));
    await clock.advance(10);
    cancelled.cancel('enough');
    await clock.advance(0);
    expect([cancelled.state, clock.timers, started.length]).toEqual(['cancelled', 0, 1]);
  });

  test('bridge 18: what never finishes ends with its abort: a timeout around it fires, a cancel ends it', async () => {
    const { clock, runtime, control } = setup({ concurrency: 2 });
    control.act({ type: 'inject', rule: rule({ hang: true, error: 'Error' }) });
    const timed = runtime.enqueue(withTimeout(() => 1, 500));
    const alone = runtime.enqueue(() => 1);
    await clock.advance(500);
    expect(await rejection(timed.promise)).toBeInstanceOf(TimeoutError);
    await clock.advance(1e9);
    expect(alone.state).toBe('running');
    alone.cancel();
    await clock.advance(0);
    expect(await rejection(alone.promise)).toBeInstanceOf(CancelledError);
    expect(clock.timers).toBe(0);
  });

  test('bridge 18: a name is matched as plain text in any case, or whole; the first rule that has some left acts', async () => {
    const { clock, runtime, control } = setup();
    const ran: string[] = [];
    const add = (id: string, fields: Partial<FaultRule>): RuntimeAnswer =>
      control.act({ type: 'inject', rule: rule({ id, error: 'Error', message: id, ...fields }) });
    add('brackets', { name: '[0]', times: 1 });
    add('case', { name: 'UPLOAD' });
    add('exact', { name: 'list', exact: true });
    for (const name of ['GET /files[0]', 'GET /files[0]', 'upload a.png', 'list', 'list 2']) {
      const task = runtime.enqueue(() => 'ran', { name });
      await clock.advance(0);
      ran.push(await task.promise.catch((error: Error) => error.message));
    }
    expect(ran).toEqual(['brackets', 'ran', 'case', 'exact', 'ran']);
    expect(['brackets', 'case', 'exact'].map((id) => control.act({ type: 'lift', rule: id }))).toEqual([1, 1, 1]);
    expect(control.act({ type: 'lift', rule: 'exact' })).toBe('not-held');
    expect(control.act({ type: 'hits', rule: 'exact' })).toBe('not-held');
  });

  test('bridge 18: put there twice it stays one, with its count', async () => {
    const { clock, runtime, control } = setup();
    control.act({ type: 'inject', rule: { ...busy, times: 1 } });
    runtime.enqueue(() => 1);
    await clock.advance(0);
    expect(control.act({ type: 'inject', rule: { ...busy, times: 5 } })).toBe(1);
    const next = runtime.enqueue(() => 1);
    await clock.advance(0);
    expect(next.state).toBe('success');
  });

  test('bridge 18: it acts before the primary of a fallback, not before the fallback; before each run of a repeat', async () => {
    const { clock, runtime, control } = setup();
    control.act({ type: 'inject', rule: busy });
    const covered = runtime.enqueue(
      withFallback(
        () => 'list',
        () => 'cached',
      ),
    );
    await clock.advance(0);
    expect(await covered.promise).toBe('cached');
    control.act({ type: 'lift', rule: 'r' });
    control.act({ type: 'inject', rule: rule({ delay: 10 }) });
    let runs = 0;
    runtime.enqueue(repeat(() => ++runs, { until: (n) => n === 3 }));
    await clock.advance(29);
    expect(runs).toBe(2);
    await clock.advance(1);
    expect(runs).toBe(3);
  });

  test('bridge 18: another runtime and another viewer’s rules are left alone; all of it goes with its viewer', async () => {
    const { clock, runtime, control } = setup();
    const other = createRuntime({ clock });
    const second = take(runtime);
    control.act({ type: 'inject', rule: busy });
    second.act({ type: 'inject', rule: rule({ id: 's', error: 'Error', message: 'second' }) });
    const elsewhere = other.enqueue(() => 1);
    await clock.advance(0);
    expect(elsewhere.state).toBe('success');
    control.release();
    const task = runtime.enqueue(() => 1);
    await clock.advance(0);
    expect(await rejection(task.promise)).toMatchObject({ message: 'second' });
    second.release();
    expect(before.size).toBe(0);
    const free = runtime.enqueue(() => 1);
    await clock.advance(0);
    expect(free.state).toBe('success');
  });

  test('bridge 18: who comes late is told of the fault, of a task that runs and of one that has ended', async () => {
    const { clock, runtime, control } = setup();
    control.act({ type: 'inject', rule: rule({ delay: 100, times: 1, fault: '+100 ms' }) });
    runtime.enqueue(() => 1);
    const past = (): unknown[] => [...sourceOf(runtime.id).attach(() => {}).tasks].flatMap(({ events }) => events[1]);
    await clock.advance(50);
    expect(past()).toEqual([expect.objectContaining({ type: 'task:started', injected: '+100 ms' })]);
    await clock.advance(50);
    expect(past()).toEqual([expect.objectContaining({ type: 'task:started', injected: '+100 ms' })]);
  });
});
