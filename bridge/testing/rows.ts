import fc from 'fast-check';
import { unknownRow } from '../model/task-row.ts';
import type { AttemptModel, LayerModel, RuntimeModel, SessionModel, TaskModel } from '../model/types.ts';
import { RUNTIME, SESSION, wireError } from './wire.ts';

/** Rows as a test writes them down; what it does not care about has a default. */
export function makeRow(fields: Partial<TaskModel> & { readonly id: string }): TaskModel {
  const key = fields.key ?? `1.1.${fields.id}`;
  return { ...unknownRow(key, '1.1', SESSION, RUNTIME, fields.id), partial: false, ...fields };
}

export function makeLayer(fields: Partial<LayerModel> = {}): LayerModel {
  return {
    layer: 1,
    parent: undefined,
    kind: 'retry',
    label: undefined,
    options: {},
    startedAt: 0,
    endedAt: undefined,
    outcome: undefined,
    timeoutFiredAt: undefined,
    attempts: 1,
    limit: undefined,
    waitingUntil: undefined,
    ...fields,
  };
}

export function makeAttempt(fields: Partial<AttemptModel> & { readonly attempt: number }): AttemptModel {
  return {
    layer: 1,
    startedAt: 0,
    endedAt: undefined,
    error: undefined,
    decision: undefined,
    plannedWait: undefined,
    realWait: undefined,
    ...fields,
  };
}

export function makeRuntime(fields: Partial<RuntimeModel> = {}): RuntimeModel {
  return {
    key: '1.1',
    session: SESSION,
    id: RUNTIME,
    name: 'uploads',
    concurrency: 2,
    onError: 'continue',
    maxPending: Number.POSITIVE_INFINITY,
    state: 'running',
    library: '0.1.0',
    untracked: false,
    dropped: { tasks: 0, events: 0 },
    seq: 0,
    missing: 0,
    ...fields,
  };
}

export function makeSession(fields: Partial<SessionModel> = {}): SessionModel {
  const counters = { emitted: 0, delivered: 0, dropped: 0, pending: 0, lost: 0 };
  return { session: SESSION, url: 'http://app.test/', protocol: 1, since: 0, counters, connected: true, ...fields };
}

const NAMES = ['upload photo-1.jpg', 'upload photo-2.jpg', 'sync /contacts', 'refresh token', ''];
const ERRORS = [
  wireError({ message: 'http 503', retryable: true }),
  wireError({ message: 'http 400' }),
  wireError({ name: 'TypeError', class: 'TypeError', message: 'fetch failed', retryable: true }),
];
const ms = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: max * 8 }).map((eighths) => eighths / 8);

/**
 * A task at any point of its life: waits, runs in some attempts with back-off between them, a timeout around all of it,
 * ended anyhow; with all of it told, with the retries told alone, or with nothing told. Times are between 0 and some s.
 */
export const anyRow = (id: string): fc.Arbitrary<TaskModel> =>
  fc
    .record({
      name: fc.constantFrom(...NAMES),
      runtimeKey: fc.constantFrom('1.1', '1.2'),
      registeredAt: ms(1000),
      waited: ms(200),
      calls: fc.array(fc.record({ took: ms(100), planned: ms(100), late: ms(5), error: fc.constantFrom(...ERRORS) }), {
        minLength: 1,
        maxLength: 4,
      }),
      reported: fc.constantFrom('full' as const, 'retries' as const, 'none' as const),
      timeout: fc.option(ms(300), { nil: undefined }),
      stage: fc.constantFrom('pending', 'refused', 'running', 'waiting', 'success', 'error', 'cancelled'),
      unregistered: fc.boolean(),
    })
    .map(({ name, runtimeKey, registeredAt, waited, calls, reported, timeout, stage, unregistered }) => {
      const base = {
        id,
        name,
        runtimeKey,
        registeredAt: unregistered ? undefined : registeredAt,
        reported: 'none',
      } as const;
      const [first] = ERRORS;
      if (stage === 'pending') return makeRow({ ...base, registeredAt });
      if (stage === 'refused')
        return makeRow({
          ...base,
          state: 'error',
          endedAt: registeredAt,
          error: wireError({ name: 'QueueFullError' }),
        });
      const startedAt = registeredAt + waited;
      const attempts: AttemptModel[] = [];
      let at = startedAt;
      for (const [index, { took, planned, late, error }] of calls.entries()) {
        const isLast = index === calls.length - 1;
        const waits = !isLast || stage === 'waiting';
        const failed = waits || stage === 'error';
        attempts.push(
          makeAttempt({
            attempt: index + 1,
            startedAt: at,
            endedAt: stage === 'running' && isLast ? undefined : at + took,
            error: failed ? error : undefined,
            decision: waits
              ? 'retried'
              : stage === 'error'
                ? 'exhausted'
                : stage === 'success'
                  ? 'succeeded'
                  : undefined,
            plannedWait: waits ? planned : undefined,
            realWait: isLast ? undefined : planned + late,
          }),
        );
        at += took + (isLast ? 0 : planned + late);
      }
      const ended = stage === 'success' || stage === 'error' || stage === 'cancelled';
      const endedAt = ended ? at : undefined;
      const planned = calls.at(-1)?.planned ?? 0;
      const retry = makeLayer({
        layer: 2,
        parent: 1,
        startedAt,
        attempts: calls.length,
        endedAt,
        outcome: stage === 'success' ? 'succeeded' : stage === 'error' ? 'exhausted' : ended ? 'cancelled' : undefined,
        waitingUntil: stage === 'waiting' ? at + planned : undefined,
      });
      const around = makeLayer({
        kind: 'timeout',
        startedAt,
        endedAt,
        timeoutFiredAt: timeout === undefined || (ended && startedAt + timeout > at) ? undefined : startedAt + timeout,
      });
      const told =
        reported === 'none'
          ? {}
          : reported === 'full'
            ? { layers: [around, retry], attempts: attempts.map((attempt) => ({ ...attempt, layer: 2 })) }
            : {
                layers: [makeLayer({ layer: 0, attempts: calls.length })],
                attempts: attempts
                  .slice(0, -1)
                  .map((attempt) => ({ ...attempt, layer: 0, decision: undefined, realWait: undefined })),
              };
      return makeRow({
        ...base,
        ...told,
        reported,
        startedAt,
        endedAt,
        slot: 0,
        state: ended ? stage : 'running',
        retrying: stage === 'waiting' && reported === 'full',
        retryable: stage === 'error' && (calls.at(-1)?.error.retryable ?? false),
        error: stage === 'error' ? (calls.at(-1)?.error ?? first) : undefined,
      });
    });

/** A life of a model's map: tasks come, change and leave, as the reducer does it. */
export const anyChanges: fc.Arbitrary<readonly (readonly (TaskModel | string)[])[]> = fc.array(
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 0, max: 12 }).chain((id) => anyRow(`${id}`)) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 12 }).map((id) => `1.1.${id}`) },
    ),
    { maxLength: 8 },
  ),
  { maxLength: 6 },
);

/** Makes one step of such a life: a row is put, a key is removed. */
export function applyChanges(tasks: Map<string, TaskModel>, changes: readonly (TaskModel | string)[]): void {
  for (const change of changes) {
    if (typeof change === 'string') tasks.delete(change);
    else tasks.set(change.key, change);
  }
}
