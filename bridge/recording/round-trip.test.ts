import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRuntime, retry, TaskError } from '../../runtime/index.ts';
import { createTestClock } from '../../runtime/testing/index.ts';
import type { Model } from '../model/model.ts';
import type { TaskModel } from '../model/types.ts';
import { accounting } from '../page/accounting.ts';
import { traced } from '../page/traced.ts';
import { SESSION, Watched, Wire, wireError } from '../testing/wire.ts';
import { recordingOf } from './from-model.ts';
import { readRecording } from './read.ts';
import { record } from './record.ts';
import { replay } from './to-model.ts';
import { writeRecording } from './write.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const exported = (model: Model): string => writeRecording(recordingOf(model, { tool: 'test', until: 9_000_000 }));
const imported = (text: string): Model => replay(readRecording(bytes(text)).recording).model;

/** A row but for the names that its viewer gave it and what lives in the page, and with its parts in an order of their own. */
function content({ key: _, runtimeKey: __, rerun: ___, layers, attempts, ...row }: TaskModel): unknown {
  return {
    ...row,
    layers: [...layers].sort((a, b) => a.layer - b.layer),
    attempts: [...attempts].sort((a, b) => a.layer - b.layer || a.attempt - b.attempt),
  };
}

function expectRoundTrip(model: Model): void {
  const text = exported(model);
  const read = readRecording(bytes(text));
  expect(read).toMatchObject({ incomplete: false, ignored: 0 });
  const again = replay(read.recording).model;
  expect(exported(again)).toBe(text);
  const byName = (of: Model) =>
    new Map(
      [...of.tasks.values()].map((row) => [
        `${row.session} ${row.runtimeId} ${row.id} ${row.registeredSeq ?? row.doneSeq}`,
        content(row),
      ]),
    );
  expect(byName(again)).toEqual(byName(model));
  expect(again.counts).toEqual(model.counts);
  const runtimes = (of: Model) =>
    [...of.runtimes.values()]
      .map(({ key: _, missing: __, seq: ___, commands: ____, ...runtime }) => runtime)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(runtimes(again)).toEqual(runtimes(model));
}

const { withTimeout, withFallback } = traced;

/** One task's fate, as a program of middlewares. */
const program = fc.record({
  name: fc.constantFrom('upload', 'sync', '\u{1F600}', '\uD800 alone', '__proto__'),
  fails: fc.nat(4),
  retries: fc.nat(3),
  inner: fc.nat(2),
  delay: fc.nat(30),
  takes: fc.nat(20),
  timeout: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
  fallback: fc.boolean(),
  retryable: fc.boolean(),
  reported: fc.boolean(),
  cancelAt: fc.option(fc.nat(80), { nil: undefined }),
  at: fc.nat(50),
});

describe('export → import → export', () => {
  it('bridge 20 D53: is equal to the byte, and every row the same, whatever the tasks did', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(program, { maxLength: 12 }),
        fc.nat(200),
        fc.integer({ min: 1, max: 3 }),
        async (all, until, concurrency) => {
          const clock = createTestClock(1_000);
          const runtime = createRuntime({ clock, concurrency, name: 'uploads', devtools: { capture: 'all' } });
          const recording = record(runtime);
          let now = 0;
          for (const [index, task] of [...all].sort((a, b) => a.at - b.at).entries()) {
            await clock.advance(task.at - now);
            now = task.at;
            let failures = 0;
            const body = async ({ signal }: { signal: AbortSignal }): Promise<string> => {
              await clock.sleep(task.takes, signal);
              if (failures++ < task.fails) throw new TaskError('busy', { retryable: task.retryable, type: 'network' });
              return 'done';
            };
            const wire = task.reported ? { onAttempt: accounting().onAttempt } : {};
            const retried = task.reported
              ? retry(body, { retries: task.retries, delay: task.delay, ...wire })
              : traced.retry(task.inner > 0 ? traced.retry(body, { retries: task.inner, delay: 1 }) : body, {
                  retries: task.retries,
                  delay: task.delay,
                  label: 'outer',
                });
            const timed = task.timeout === undefined ? retried : withTimeout(retried, task.timeout);
            const whole = task.fallback ? withFallback(timed, () => 'cached') : timed;
            const handle = runtime.enqueue(whole, { name: task.name, meta: { index }, priority: task.inner });
            handle.promise.catch(() => {});
            if (task.cancelAt !== undefined) clock.setTimer(() => void handle.cancel('no more'), task.cancelAt);
          }
          await clock.advance(until);
          const model = imported(recording.stop());
          runtime.stop({ cancelRunning: true });
          await clock.advance(500);
          expect(model.tasks.size).toBe(all.length);
          expectRoundTrip(model);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('bridge 20: what was lost stays lost: partial rows, violations, steps that were dropped, attempts left out', () => {
    const watched = new Watched();
    const wire = new Wire();
    const start = { type: 'snapshot:start', stream: 'runtime', id: wire.runtimeId } as const;
    const dropped = { tasks: 3, events: 9 };
    watched.take(start, wire.created({ concurrency: 4 }));
    watched.take({
      type: 'snapshot:end',
      stream: 'runtime',
      id: wire.runtimeId,
      seq: wire.seq,
      library: '0.1.0',
      dropped,
    });
    wire.seq++;
    watched.take(wire.started('lost registration'), wire.done('lost registration'));
    watched.take(wire.registered('a'), wire.started('a'), wire.done('a'), wire.done('a'));
    watched.take(wire.registered('a'), wire.started('a'), wire.layerStart('a', 1), wire.attemptStart('a', 1, 3));
    watched.take(wire.registered('b'), wire.started('b'), wire.layerStart('b', 1, { options: { retries: Infinity } }));
    for (let attempt = 1; attempt <= 300; attempt++) {
      watched.take(
        wire.attemptStart('b', 1, attempt),
        wire.retried('b', 1, attempt, 5),
        wire.waitEnd('b', 1, attempt, 5, 6),
      );
    }
    watched.take(wire.changed({ state: 'paused', concurrency: 2 }), wire.registered('c'));
    expect(watched.row('b').attemptsLeftOut).toBe(80);
    expect(watched.rows.some((row) => row.partial)).toBe(true);
    expect(watched.rows.some((row) => row.violations.length > 0)).toBe(true);
    watched.reducer.disconnected(SESSION, true);
    expectRoundTrip(watched.reducer.model);
  });

  it('bridge 20: of chosen tasks, these alone, with their runtimes and documents', () => {
    const watched = new Watched();
    const [first, second] = [new Wire('r1', 'l1'), new Wire('r2', 'l2')];
    watched.take(first.created({ name: 'one' }), first.registered('a'), first.registered('b'));
    watched.take(second.created({ name: 'two' }), second.registered('c'));
    const text = writeRecording(recordingOf(watched.reducer.model, { tasks: [watched.row('b')] }));
    const model = imported(text);
    expect([...model.tasks.values()].map((row) => row.id)).toEqual(['b']);
    expect([...model.runtimes.values()].map((runtime) => runtime.name)).toEqual(['one']);
  });

  it('bridge 20 U01: names and messages that look like code come back as the text they were', () => {
    const name = '<img src=x onerror=window.__pwned=1>';
    const message = '<script>window.__pwned=2</script>';
    const watched = new Watched();
    const wire = new Wire();
    watched.take(wire.created(), wire.registered('a', { name }), wire.started('a'));
    watched.take(wire.done('a', { state: 'error', error: wireError({ message }) }));
    const [row] = imported(exported(watched.reducer.model)).tasks.values();
    expect(row?.name).toBe(name);
    expect(row?.error?.message).toBe(message);
  });

  it('bridge 20 U04: an export holds every unit of a name, also of one that is cut on the screen', () => {
    const names = [`${'y'.repeat(47)}\u{1F600}tail`, `task \u{1F468}\u200D\u{1F469}\u200D\u{1F467}`, '\uD83D alone'];
    const watched = new Watched();
    const wire = new Wire();
    watched.take(wire.created(), ...names.map((name, index) => wire.registered(`${index}`, { name })));
    const text = exported(watched.reducer.model);
    // As bytes too: a lone surrogate is escaped, or other tools would choke on the file.
    expect(new TextDecoder('utf-8', { fatal: true }).decode(bytes(text))).toBe(text);
    expect([...imported(text).tasks.values()].map((row) => row.name)).toEqual(names);
    expect(names[0]).toHaveLength(53);
  });
});
