import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRuntime, type Runtime, TaskError } from '../../runtime/index.ts';
import { createTestClock } from '../../runtime/testing/index.ts';
import { ViewerEnd } from '../testing/viewer-end.ts';
import { traced } from './traced.ts';

// The script in the page against the real runtime, in one realm. What needs a browser is in `e2e/`.

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function view(...limits: ConstructorParameters<typeof ViewerEnd>): ViewerEnd {
  const end = new ViewerEnd(...limits);
  stops.push(() => end.stop());
  return end;
}

/** Each test has runtimes of its own; the hub is the realm's. */
const of = (end: ViewerEnd, ...runtimes: { readonly id: string }[]) =>
  end.rows.filter((row) => runtimes.some((runtime) => runtime.id === row.runtimeId));

const clock = createTestClock();

describe('B06: events before the panel opens, and reopening it', () => {
  it('three tasks that ended long before are there with their original times, at each opening', async () => {
    const start = clock.now();
    const runtime = createRuntime({ clock, devtools: true });
    for (const name of ['a', 'b', 'c']) runtime.enqueue(() => clock.sleep(5), { name });
    await clock.advance(20);
    await clock.advance(10_000);
    for (let opening = 0; opening < 3; opening++) {
      const end = view();
      const rows = of(end, runtime);
      expect(rows.map((row) => [row.name, row.state, row.startedAt])).toEqual([
        ['a', 'success', start],
        ['b', 'success', start + 5],
        ['c', 'success', start + 10],
      ]);
      end.stop();
    }
    const end = view();
    runtime.enqueue(async () => {}, { name: 'd' });
    await clock.advance(10);
    expect(of(end, runtime).map((row) => row.name)).toEqual(['a', 'b', 'c', 'd']);
    expect(end.refused).toBe(0);
  });

  it('1 500 tasks of 3 events: 1 000 rows, and the first 500 tasks (1 500 events) were dropped', async () => {
    const runtime = createRuntime({ clock, devtools: { history: 1_000 } });
    for (let n = 0; n < 1_500; n++) runtime.enqueue(async () => {}, { name: `t${n}` });
    await runtime.onIdle();
    const end = view();
    const rows = of(end, runtime);
    expect(rows).toHaveLength(1_000);
    expect(rows[0]?.name).toBe('t500');
    expect(rows.every((row) => row.state === 'success' && !row.partial)).toBe(true);
    const model = [...end.reducer.model.runtimes.values()].find((one) => one.id === runtime.id);
    expect(model?.dropped).toEqual({ tasks: 500, events: 1_500 });
  });
});

describe('the whole of a task', () => {
  it('an upload that fails twice: 3 of 3, both errors, both waits, and its success', async () => {
    const runtime = createRuntime({ clock, devtools: true, name: 'uploads' });
    let calls = 0;
    const body = async (): Promise<string> => {
      if (++calls < 3) throw new TaskError(`503 (${calls})`, { type: 'http', retryable: true });
      return 'ok';
    };
    const late = view();
    runtime.enqueue(traced.retry(body, { retries: 2, delay: 100 }), { name: 'photo', meta: { file: 'a.png' } });
    await clock.advance(50);
    expect(of(late, runtime)[0]).toMatchObject({ state: 'running', retrying: true });
    await clock.advance(500);
    for (const end of [late, view()]) {
      const [row] = of(end, runtime);
      expect(row).toMatchObject({
        name: 'photo',
        state: 'success',
        retrying: false,
        partial: false,
        violations: [],
        meta: { kind: 'object', entries: [['file', 'a.png']] },
        layers: [{ kind: 'retry', attempts: 3, limit: 3, outcome: 'succeeded' }],
        attempts: [
          { decision: 'retried', plannedWait: 100, realWait: 100, error: { message: '503 (1)', type: 'http' } },
          { decision: 'retried', plannedWait: 100, realWait: 100, error: { message: '503 (2)' } },
          { decision: 'succeeded' },
        ],
      });
    }
  });

  it('D59: a timeout after three HTTP errors still shows the three', async () => {
    const runtime = createRuntime({ clock, devtools: true });
    const end = view();
    let calls = 0;
    const body = async ({ signal }: { signal: AbortSignal }): Promise<void> => {
      if (++calls <= 3) throw new TaskError(`HTTP ${calls}`, { retryable: true });
      await clock.sleep(10_000, signal);
    };
    runtime.enqueue(traced.withTimeout(traced.retry(body, { retries: 5, delay: 10 }), 200));
    await clock.advance(500);
    const [row] = of(end, runtime);
    expect(row?.error?.name).toBe('TimeoutError');
    expect(row?.attempts.filter((attempt) => attempt.error).map((attempt) => attempt.error?.message)).toEqual(
      expect.arrayContaining(['HTTP 1', 'HTTP 2', 'HTTP 3']),
    );
  });

  it('D61: the outcome names the reason', async () => {
    const runtime = createRuntime({ clock, devtools: true, concurrency: 10 });
    const end = view();
    const fail = (options: ConstructorParameters<typeof TaskError>[1]) => async (): Promise<void> => {
      throw new TaskError('no', options);
    };
    runtime.enqueue(traced.retry(fail({ retryable: true }), { retries: 1 }), { name: 'exhausted' });
    runtime.enqueue(traced.retry(fail({}), { retries: 1 }), { name: 'not-retryable' });
    runtime.enqueue(traced.retry(fail({ retryable: true }), { retryable: () => false }), { name: 'vetoed' });
    runtime.enqueue(
      traced.withFallback(fail({ retryable: true }), () => 1),
      { name: 'fallback' },
    );
    runtime.enqueue(
      traced.withTimeout(({ signal }) => clock.sleep(99, signal), 5),
      { name: 'timeout' },
    );
    await clock.advance(200);
    for (const row of of(end, runtime)) expect(row.layers[0]?.outcome).toBe(row.name);
  });
});

describe('the app’s say', () => {
  it('bridge 7: redact and capture of a runtime', async () => {
    const redact = (path: string, value: unknown): unknown => (path === 'result.secret' ? 'no' : value);
    const runtime = createRuntime({ clock, devtools: { capture: 'all', redact } });
    const end = view();
    runtime.enqueue(async () => ({ secret: 1, open: 2 }));
    await runtime.onIdle();
    expect(JSON.stringify(of(end, runtime)[0]?.result)).toBe(
      '{"kind":"object","entries":[["secret","no"],["open",2]]}',
    );
    expect(() => createRuntime({ devtools: { redact: 1 as never } })).toThrow(/devtools\.redact/);
  });

  it('runtime 35: a runtime with devtools: false is not there', async () => {
    const runtime = createRuntime({ clock, devtools: false });
    const end = view();
    runtime.enqueue(async () => {});
    await runtime.onIdle();
    expect(of(end, runtime)).toEqual([]);
  });
});

describe('two copies of the library in one page', () => {
  it('bridge 1: meet on one hub; tasks and ledgers of both are shown, each once', async () => {
    vi.resetModules();
    const other: { createRuntime: (options: object) => Runtime } = await import('../../runtime/index.ts');
    const bridge: { traced: typeof traced } = await import('./traced.ts');
    expect(other.createRuntime).not.toBe(createRuntime);
    const [ours, theirs] = [createRuntime({ clock, devtools: true }), other.createRuntime({ clock, devtools: true })];
    const early = view();
    const failing = async (): Promise<void> => {
      throw new TaskError('no', { retryable: true });
    };
    ours.enqueue(traced.retry(failing, { retries: 1 }), { id: 'same', name: 'ours' });
    theirs.enqueue(bridge.traced.retry(failing, { retries: 2 }), { id: 'same', name: 'theirs' });
    await clock.advance(100);
    for (const end of [early, view()]) {
      expect(of(end, ours, theirs).map((row) => [row.name, row.layers[0]?.attempts, row.error?.class])).toEqual([
        ['ours', 2, 'TaskError'],
        ['theirs', 3, 'TaskError'],
      ]);
      expect(of(end, ours, theirs).every((row) => row.retryable)).toBe(true);
    }
  });
});
