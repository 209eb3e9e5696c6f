import { describe, expect, it } from 'vitest';
import { createRuntime, TaskError } from '../../runtime/index.ts';
import { createTestClock } from '../../runtime/testing/index.ts';
import { traced } from '../page/traced.ts';
import { readRecording } from './read.ts';
import { record } from './record.ts';
import { endOf, replay } from './to-model.ts';

const rowsIn = (text: string) => {
  const { recording } = readRecording(new TextEncoder().encode(text));
  return [...replay(recording).model.tasks.values()];
};

describe('record', () => {
  it('bridge 20: tells every task and attempt of a runtime in Node, its history included', async () => {
    const clock = createTestClock(5_000);
    const runtime = createRuntime({ name: 'uploads', clock });
    await runtime.enqueue(() => 'before', { name: 'earlier' }).promise;
    const recording = record(runtime);
    let calls = 0;
    const task = runtime.enqueue(
      traced.retry(
        () => {
          if (++calls < 3) throw new TaskError('busy', { retryable: true });
        },
        { retries: 2, delay: 40 },
      ),
      { name: 'upload', meta: { size: 3 } },
    );
    await clock.advance(100);
    await task.promise;
    const text = recording.stop();
    const rows = rowsIn(text);
    expect(rows.map((row) => [row.name, row.state, row.attempts.length])).toEqual([
      ['earlier', 'success', 0],
      ['upload', 'success', 3],
    ]);
    expect(rows[1]?.attempts.map((attempt) => attempt.startedAt)).toEqual([5_000, 5_040, 5_080]);
    expect(rows.every((row) => !row.partial)).toBe(true);
    expect(endOf(readRecording(new TextEncoder().encode(text)).recording)).toBe(5_080);
    expect(recording.stop()).toBe(text);
  });

  it('bridge 20: hears nothing after it was stopped, and nothing of other runtimes', async () => {
    const [one, other] = [createRuntime({ name: 'one' }), createRuntime({ name: 'other' })];
    const recording = record(one);
    const run = async (name: string): Promise<void> => {
      await one.enqueue(
        traced.retry(() => name, { retries: 0 }),
        { name },
      ).promise;
      await other.enqueue(
        traced.retry(() => name, { retries: 0 }),
        { name: `other ${name}` },
      ).promise;
    };
    await run('a');
    await run('b');
    const text = recording.stop();
    await run('c');
    const read = readRecording(new TextEncoder().encode(text));
    expect(rowsIn(text).map((row) => [row.name, row.partial, row.attempts.length])).toEqual([
      ['a', false, 1],
      ['b', false, 1],
    ]);
    expect([...replay(read.recording).model.runtimes.values()].map((runtime) => runtime.missing)).toEqual([0]);
    expect(text).not.toContain('other');
  });

  it('bridge 20: some runtimes together go into one recording', async () => {
    const both = [createRuntime({ name: 'one' }), createRuntime({ name: 'other' })];
    const recording = record(both);
    await Promise.all(both.map((runtime) => runtime.enqueue(() => {}, { name: `of ${runtime.name}` }).promise));
    const rows = rowsIn(recording.stop());
    expect(rows.map((row) => row.name)).toEqual(['of one', 'of other']);
    expect(new Set(rows.map((row) => row.runtimeKey)).size).toBe(2);
  });

  it('bridge 7: redaction comes before it: the app’s own, and that of tokens and passwords', async () => {
    const redact = (path: string, value: unknown): unknown => (path === 'meta.card' ? 'hidden' : value);
    const runtime = createRuntime({ devtools: { redact } });
    const recording = record(runtime);
    const fetchIt = (): never => {
      throw new Error('GET https://ann:pa55@app.test/?token=s3cret failed');
    };
    await runtime.enqueue(fetchIt, { meta: { card: '4111', authorization: 'Bearer t0p' } }).promise.catch(() => {});
    const text = recording.stop();
    for (const secret of ['4111', 't0p', 's3cret', 'pa55']) expect(text).not.toContain(secret);
    expect(text).toContain('hidden');
    expect(text).toContain('[redacted]');
  });

  it('bridge 20: writes line by line to wherever it is told, as each event comes', async () => {
    const lines: string[] = [];
    const runtime = createRuntime();
    const recording = record(runtime, { write: (line) => lines.push(line) });
    runtime.enqueue(() => {}, { id: 'x', name: 'now' });
    expect(lines.at(-1)).toContain('"task:registered"');
    await runtime.onIdle();
    expect(recording.stop()).toBe('');
    expect(lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1)).toBe(true);
    expect(rowsIn(lines.join(''))).toHaveLength(1);
  });

  it('bridge 20: cut where it stands, what it wrote so far can be read', () => {
    const lines: string[] = [];
    const runtime = createRuntime();
    record(runtime, { write: (line) => lines.push(line) });
    runtime.enqueue(() => new Promise(() => {}));
    expect(readRecording(new TextEncoder().encode(lines.join('')))).toMatchObject({ incomplete: true, ignored: 0 });
  });

  it('bridge 20: says what it takes when it is given something else', () => {
    // @ts-expect-error: refused by the types too
    expect(() => record({ id: 'x' })).toThrow('Expected `runtime` to be what `createRuntime` returns');
    expect(() => record(createRuntime({ devtools: false }))).toThrow('`devtools: false`');
    // @ts-expect-error: refused by the types too
    expect(() => record(createRuntime(), { write: 'file.jsonl' })).toThrow('Expected `write` to be a function');
    // @ts-expect-error: refused by the types too
    expect(() => record(createRuntime(), null)).toThrow('Expected `options` to be an object');
  });
});
