import type { AttemptModel, LayerModel, RuntimeModel, SessionModel, TaskModel } from '../../../bridge/model/types.ts';
import type { WireError } from '../../../bridge/protocol.ts';

/** A moment in the tests' own time. */
export const T0 = new Date(2026, 9, 21, 14, 0, 0).getTime();

export const SESSION = 'session-1';

export function makeTask(overrides: Partial<TaskModel> & { readonly id: string }): TaskModel {
  return {
    key: `${SESSION}/rt/${overrides.id}`,
    runtimeKey: `${SESSION}/rt`,
    session: SESSION,
    runtimeId: 'rt',
    name: `task ${overrides.id}`,
    state: 'pending',
    retryable: false,
    retrying: false,
    priority: 0,
    parent: undefined,
    meta: undefined,
    registeredAt: T0,
    startedAt: undefined,
    endedAt: undefined,
    cancelRequestedAt: undefined,
    registeredSeq: undefined,
    startedSeq: undefined,
    doneSeq: undefined,
    slot: undefined,
    error: undefined,
    layers: [],
    attempts: [],
    attemptsLeftOut: 0,
    reported: 'none',
    violations: [],
    partial: false,
    ...overrides,
  };
}

export function makeError(overrides: Partial<WireError> = {}): WireError {
  return {
    name: 'TaskError',
    class: 'TaskError',
    message: 'service unavailable',
    type: 'http',
    retryable: true,
    ...overrides,
  };
}

export function makeLayer(overrides: Partial<LayerModel> = {}): LayerModel {
  return {
    layer: 1,
    parent: undefined,
    kind: 'retry',
    label: undefined,
    options: { retries: 2 },
    startedAt: T0,
    endedAt: undefined,
    outcome: undefined,
    timeoutFiredAt: undefined,
    attempts: 1,
    limit: 3,
    waitingUntil: undefined,
    ...overrides,
  };
}

export function makeAttempt(overrides: Partial<AttemptModel> & { readonly attempt: number }): AttemptModel {
  return {
    layer: 1,
    startedAt: T0,
    endedAt: undefined,
    error: undefined,
    decision: undefined,
    plannedWait: undefined,
    realWait: undefined,
    ...overrides,
  };
}

/** An upload that failed twice (200 ms each, 100 and 300 ms apart) and then succeeded or gave up. */
export function makeRetried(id: string, end: 'success' | 'error', overrides: Partial<TaskModel> = {}): TaskModel {
  const error = makeError();
  const started = T0 + 40;
  const last = started + 800;
  return makeTask({
    id,
    state: end,
    retryable: end === 'error',
    startedAt: started,
    endedAt: last + 200,
    slot: 0,
    error: end === 'error' ? error : undefined,
    reported: 'full',
    layers: [
      makeLayer({
        startedAt: started,
        endedAt: last + 200,
        attempts: 3,
        outcome: end === 'success' ? 'succeeded' : 'exhausted',
      }),
    ],
    attempts: [
      makeAttempt({
        attempt: 1,
        startedAt: started,
        endedAt: started + 200,
        error,
        decision: 'retried',
        plannedWait: 100,
        realWait: 102,
      }),
      makeAttempt({
        attempt: 2,
        startedAt: started + 302,
        endedAt: started + 500,
        error,
        decision: 'retried',
        plannedWait: 300,
        realWait: 300,
      }),
      makeAttempt({
        attempt: 3,
        startedAt: last,
        endedAt: last + 200,
        error: end === 'error' ? error : undefined,
        decision: end === 'error' ? 'exhausted' : 'succeeded',
      }),
    ],
    ...overrides,
  });
}

export function makeRuntime(overrides: Partial<RuntimeModel> = {}): RuntimeModel {
  return {
    key: `${SESSION}/rt`,
    session: SESSION,
    id: 'rt',
    name: 'uploads',
    concurrency: 3,
    onError: 'continue',
    maxPending: Number.POSITIVE_INFINITY,
    state: 'running',
    library: '0.1.0',
    dropped: { tasks: 0, events: 0 },
    seq: 0,
    missing: 0,
    untracked: false,
    ...overrides,
  };
}

export function makeSession(overrides: Partial<SessionModel> = {}): SessionModel {
  return {
    session: SESSION,
    url: 'https://app.example/',
    protocol: 1,
    since: T0,
    counters: { emitted: 0, delivered: 0, dropped: 0, pending: 0, lost: 0 },
    connected: true,
    ...overrides,
  };
}
