import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hub, type LedgerSource, type RuntimeSource } from '../../runtime/hub.ts';
import {
  CancelledError,
  createRuntime,
  sleep,
  type TaskContext,
  TaskError,
  type TaskFn,
  TimeoutError,
} from '../../runtime/index.ts';
import { createTestClock } from '../../runtime/testing/index.ts';
import type { AttemptModel, LayerModel, TaskModel } from '../model/types.ts';
import { receive } from '../schema.ts';
import { SESSION, Watched } from '../testing/wire.ts';
import { eventJson } from './encode.ts';
import { traced } from './traced.ts';

/** What the body does at one call: for so long, heeding its signal or not, and then. */
interface Call {
  readonly ms: number;
  readonly heeds: boolean;
  readonly ends: 'ok' | 'plain' | 'final' | 'retryable';
}

type Layer =
  | { readonly kind: 'retry'; readonly retries: number; readonly delay: number }
  | { readonly kind: 'timeout'; readonly ms: number }
  | { readonly kind: 'fallback'; readonly works: boolean };

const call = fc.record<Call>({
  ms: fc.integer({ min: 0, max: 40 }),
  heeds: fc.boolean(),
  ends: fc.constantFrom('ok', 'plain', 'plain', 'final', 'retryable', 'retryable'),
});
const layer = fc.oneof(
  fc.record({ kind: fc.constant('retry' as const), retries: fc.nat(3), delay: fc.nat(25) }),
  fc.record({ kind: fc.constant('timeout' as const), ms: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ kind: fc.constant('fallback' as const), works: fc.boolean() }),
);

// The log: written by the test's own functions around and inside each middleware, and by its own clock.

interface LoggedAttempt {
  readonly startedAt: number;
  endedAt?: number;
  error?: unknown;
  failed: boolean;
  /** Why the signal was aborted when the attempt ended; undefined if it was not. */
  abortedBy?: unknown;
}

interface LoggedRun {
  readonly layer: Layer;
  readonly number: number;
  readonly parent: number | undefined;
  readonly startedAt: number;
  readonly attempts: LoggedAttempt[];
  endedAt?: number;
  error?: unknown;
  failed: boolean;
  firedAt?: number;
  abortedBy?: unknown;
}

class Log {
  readonly runs: LoggedRun[] = [];
  readonly #clock = createTestClock();
  #around: LoggedRun | undefined;

  get clock() {
    return this.#clock;
  }

  /** `fn` wrapped in a middleware, with a probe on either side of it. */
  wrap(of: Layer, fn: TaskFn<unknown>): TaskFn<unknown> {
    return async (ctx) => {
      const parent = this.#around;
      const run: LoggedRun = {
        layer: of,
        number: this.runs.length + 1,
        parent: parent?.number,
        startedAt: this.#clock.now(),
        attempts: [],
        failed: false,
      };
      this.runs.push(run);
      try {
        return await this.#middleware(of, (inner) => this.#attempt(run, fn, inner, ctx), run)(ctx);
      } catch (error) {
        run.error = error;
        run.failed = true;
        throw error;
      } finally {
        run.endedAt = this.#clock.now();
        run.abortedBy = ctx.signal.aborted ? ctx.signal.reason : undefined;
        this.#around = parent;
      }
    };
  }

  #middleware(of: Layer, inner: TaskFn<unknown>, run: LoggedRun): TaskFn<unknown> {
    const label = of.kind;
    if (of.kind === 'retry') return traced.retry(inner, { retries: of.retries, delay: of.delay, label });
    if (of.kind === 'timeout') return traced.withTimeout(inner, of.ms, { label });
    const fallback = (ctx: TaskContext): Promise<unknown> =>
      this.#attempt(
        run,
        async () => {
          if (!of.works) throw new Error('fallback failed');
        },
        ctx,
        ctx,
      );
    return traced.withFallback(inner, fallback, undefined, { label });
  }

  async #attempt(run: LoggedRun, fn: TaskFn<unknown>, ctx: TaskContext, outer: TaskContext): Promise<unknown> {
    const attempt: LoggedAttempt = { startedAt: this.#clock.now(), failed: false };
    run.attempts.push(attempt);
    this.#around = run;
    if (run.layer.kind === 'timeout') {
      ctx.signal.addEventListener('abort', () => {
        if (ctx.signal.reason !== outer.signal.reason) run.firedAt = this.#clock.now();
      });
    }
    try {
      return await fn(ctx);
    } catch (error) {
      attempt.error = error;
      attempt.failed = true;
      throw error;
    } finally {
      attempt.endedAt = this.#clock.now();
      attempt.abortedBy = outer.signal.aborted ? outer.signal.reason : undefined;
      this.#around = run;
    }
  }
}

/** The exits that no layer may override, as the specification lists them. */
function finalExit(error: unknown, abortedBy: unknown): string | undefined {
  if (abortedBy !== undefined) return abortedBy instanceof TimeoutError ? 'timeout' : 'cancelled';
  if (error instanceof CancelledError) return 'cancelled';
  if (error instanceof TimeoutError) return 'timeout';
  return error instanceof TaskError && !error.retryable ? 'not-retryable' : undefined;
}

function expectedDecision(run: LoggedRun, index: number): string {
  const attempt = run.attempts[index];
  if (!attempt) throw new Error('no such attempt');
  const { layer: of, attempts } = run;
  if (of.kind === 'timeout' && run.firedAt !== undefined) return 'timeout';
  if (!attempt.failed) return 'succeeded';
  const final = finalExit(attempt.error, attempt.abortedBy);
  if (final) return final;
  if (of.kind === 'retry') return attempts.length > index + 1 || index < of.retries ? 'retried' : 'exhausted';
  return of.kind === 'fallback' && index === 0 ? 'fallback' : 'exhausted';
}

function expectedOutcome(run: LoggedRun): string {
  const last = run.attempts.length - 1;
  // The wait after it was cut short, or there was no attempt at all.
  if (last < 0) return run.abortedBy instanceof TimeoutError ? 'timeout' : 'cancelled';
  const decision = expectedDecision(run, last);
  if (decision === 'retried') return run.abortedBy instanceof TimeoutError ? 'timeout' : 'cancelled';
  return decision === 'succeeded' && last === 1 && run.layer.kind === 'fallback' ? 'fallback' : decision;
}

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function expectedLayer(run: LoggedRun): Partial<LayerModel> {
  return {
    layer: run.number,
    parent: run.parent,
    kind: run.layer.kind,
    label: run.layer.kind,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    timeoutFiredAt: run.firedAt,
    attempts: run.attempts.length,
    limit: run.layer.kind === 'retry' ? run.layer.retries + 1 : undefined,
    waitingUntil: undefined,
    outcome: expectedOutcome(run) as LayerModel['outcome'] & string,
  };
}

function expectedAttempt(run: LoggedRun, index: number): Partial<AttemptModel> & { readonly said: string | undefined } {
  const attempt = run.attempts[index];
  if (!attempt) throw new Error('no such attempt');
  const decision = expectedDecision(run, index);
  const waits = decision === 'retried' && run.layer.kind === 'retry';
  const until = run.attempts[index + 1]?.startedAt ?? run.endedAt;
  // A timeout's own error takes the place of whatever came out of the body.
  const timedOut = run.layer.kind === 'timeout' && run.firedAt !== undefined;
  return {
    layer: run.number,
    attempt: index + 1,
    startedAt: attempt.startedAt,
    endedAt: attempt.endedAt,
    decision: decision as AttemptModel['decision'] & string,
    plannedWait: waits && run.layer.kind === 'retry' ? run.layer.delay : undefined,
    realWait: waits ? (until ?? 0) - (attempt.endedAt ?? 0) : undefined,
    said: timedOut
      ? message(run.error ?? new TimeoutError(run.layer.kind === 'timeout' ? run.layer.ms : 0))
      : attempt.failed
        ? message(attempt.error)
        : undefined,
  };
}

/** What a viewer makes of it: the ledger's own events, over the wire and through the reducer. */
function viewerOf(runtimeId: string): { readonly watched: Watched; readonly stop: () => void } {
  const watched = new Watched();
  const found: { ledger?: LedgerSource; runtime?: RuntimeSource } = {};
  hub().watch((source) => {
    if (source.kind === 'ledger') found.ledger = source;
    else if (source.id === runtimeId) found.runtime = source;
  })();
  const { ledger, runtime } = found;
  if (!ledger || !runtime) throw new Error('nothing announced');
  const counters = '{"emitted":0,"delivered":0,"dropped":0,"pending":0,"lost":0}';
  const take = (json: string): void => {
    const { message: said, refused } = receive(
      `{"type":"batch","session":"${SESSION}","batch":1,"counters":${counters},"events":[${json}]}`,
    );
    expect(refused).toBe(0);
    if (said?.type === 'batch') watched.reducer.batch(said);
  };
  const fromRuntime = runtime.attach((event) => {
    take(eventJson(event, {}, 'error' in event ? runtime.digest?.(event.error) : undefined));
  });
  const fromLedger = ledger.attach((told) => take(typeof told === 'string' ? told : eventJson(told)));
  return {
    watched,
    stop() {
      fromRuntime.detach();
      fromLedger.detach();
    },
  };
}

function body(calls: readonly Call[], log: Log): TaskFn<unknown> {
  let n = 0;
  return async ({ signal }) => {
    const { ms, heeds, ends } = calls[n++ % calls.length] ?? { ms: 0, heeds: true, ends: 'ok' };
    await (heeds ? sleep(ms, signal, log.clock) : sleep(ms, undefined, log.clock));
    if (ends === 'plain') throw new Error(`plain ${n}`);
    if (ends === 'final') throw new TaskError(`final ${n}`);
    if (ends === 'retryable') throw new TaskError(`retryable ${n}`, { retryable: true });
  };
}

// The ledger announces itself at its first use.
createRuntime({ devtools: true });
await traced.retry(async () => {})({ signal: new AbortController().signal });

it('bridge 5: over 500 random stackings the ledger equals, field by field, a log of the test’s own', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(layer, { minLength: 1, maxLength: 4 }),
      fc.array(call, { minLength: 1, maxLength: 5 }),
      fc.option(fc.integer({ min: 1, max: 90 }), { freq: 3, nil: undefined }),
      async (layers, calls, cancelAt) => {
        const log = new Log();
        const runtime = createRuntime({ clock: log.clock, devtools: true });
        const { watched, stop } = viewerOf(runtime.id);
        const fn = layers.reduce<TaskFn<unknown>>((inner, of) => log.wrap(of, inner), body(calls, log));
        const task = runtime.enqueue(fn, { id: 'it' });
        task.promise.catch(() => {});
        if (cancelAt !== undefined) {
          await log.clock.advance(cancelAt);
          task.cancel('enough');
        }
        for (let n = 0; n < 500 && watched.rows[0]?.endedAt === undefined; n++) await log.clock.advance(50);
        stop();
        const row: TaskModel = watched.row('it');
        expect(row.state).toBe(task.state);
        expect(row.violations).toEqual([]);
        expect(row.partial).toBe(false);
        expect(row.retrying).toBe(false);
        expect(row.layers).toMatchObject(log.runs.map(expectedLayer));
        const shown = row.attempts
          .map(({ error, ...attempt }) => ({ ...attempt, said: error?.message }))
          .sort((a, b) => a.layer - b.layer || a.attempt - b.attempt);
        expect(shown).toEqual(log.runs.flatMap((run) => run.attempts.map((_, index) => expectedAttempt(run, index))));
      },
    ),
    { numRuns: 500 },
  );
}, 60_000);
