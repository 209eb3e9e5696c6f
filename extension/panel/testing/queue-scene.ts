import type { AttemptModel, LayerModel, TaskModel } from '../../../bridge/model/types.ts';
import { makeAttempt, makeError, makeLayer, makeTask } from './tasks.ts';

/** Numbers between 0 and 1, the same ones each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const KINDS = [
  { name: (n: number) => `upload photo-${String(n).padStart(4, '0')}.jpg`, took: 90, fails: 0.24 },
  { name: (n: number) => `upload video-${n % 40}.mp4`, took: 340, fails: 0.35 },
  { name: () => 'sync /contacts', took: 40, fails: 0.12 },
  { name: (n: number) => `thumbnail batch ${n}`, took: 200, fails: 0.05 },
  { name: () => 'refresh token', took: 25, fails: 0.02 },
] as const;

const SLOTS = 3;
const BUSY = makeError({ message: 'http 503' });
const REFUSED = makeError({ message: 'http 400', retryable: false });
const TIMED_OUT = makeError({
  name: 'TimeoutError',
  class: 'TimeoutError',
  type: '',
  message: 'timed out after 250 ms',
  retryable: false,
});

/**
 * A queue of three slots as it really goes: who starts gets the lowest free slot, so lanes never overlap. Some are tried
 * again, some give up, some run on after their timeout; the last ones run and wait at `now`.
 */
export function queueTasks(count: number, now: number): readonly TaskModel[] {
  const random = seeded(7);
  const free = Array.from({ length: SLOTS }, () => 0);
  const drafts = Array.from({ length: count }, (_, index) => draft(index, random));
  let arrival = 0;
  const planned = drafts.map((made) => {
    arrival += random() < 0.02 ? 900 * random() : 75 * random();
    const slot = free.indexOf(Math.min(...free));
    const startedAt = Math.max(arrival, (free[slot] ?? 0) + 0.25);
    free[slot] = startedAt + made.length;
    return { ...made, registeredAt: arrival, startedAt, slot };
  });
  // The last ten are still waiting, and those before them run.
  const cut = planned.at(-10)?.startedAt ?? 0;
  const shift = now - cut;
  return planned.map((plan) => finish(plan, cut, shift));
}

interface Draft {
  readonly id: string;
  readonly name: string;
  /** ms in the slot. */
  readonly length: number;
  readonly layers: readonly LayerModel[];
  readonly attempts: readonly AttemptModel[];
  readonly outcome: 'success' | 'error' | 'cancelled';
}

function draft(index: number, random: () => number): Draft {
  const kind = KINDS[Math.floor(random() ** 2 * KINDS.length)] ?? KINDS[0];
  const base = { id: `${index + 1}`, name: kind.name(index + 1) };
  if (kind.took === 200 && random() < 0.3) {
    const length = 250 + 900 * random() ** 3;
    const layer = makeLayer({
      kind: 'timeout',
      options: { ms: 250 },
      limit: undefined,
      startedAt: 0,
      endedAt: length,
      outcome: 'timeout',
      timeoutFiredAt: 250,
    });
    return {
      ...base,
      length,
      layers: [layer],
      attempts: [makeAttempt({ attempt: 1, startedAt: 0, endedAt: length, error: TIMED_OUT, decision: 'timeout' })],
      outcome: 'error',
    };
  }
  const attempts: AttemptModel[] = [];
  let at = 0;
  for (let attempt = 1; ; attempt += 1) {
    const took = kind.took * (0.5 + random());
    const failed = random() < kind.fails;
    const final = failed && random() < 0.08;
    const decision = !failed ? 'succeeded' : final ? 'not-retryable' : attempt === 4 ? 'exhausted' : 'retried';
    const wait = decision === 'retried' ? 50 * 2 ** attempt * random() : 0;
    attempts.push(
      makeAttempt({
        attempt,
        startedAt: at,
        endedAt: at + took,
        decision,
        ...(failed ? { error: final ? REFUSED : BUSY } : {}),
        ...(decision === 'retried' ? { plannedWait: wait, realWait: wait + 1.5 * random() } : {}),
      }),
    );
    at += took + (attempts.at(-1)?.realWait ?? 0);
    if (decision === 'retried') continue;
    const layer = makeLayer({
      startedAt: 0,
      endedAt: at,
      attempts: attempt,
      limit: 4,
      options: { retries: 3 },
      outcome: decision,
    });
    return { ...base, length: at, layers: [layer], attempts, outcome: failed ? 'error' : 'success' };
  }
}

interface Plan extends Draft {
  readonly registeredAt: number;
  readonly startedAt: number;
  readonly slot: number;
}

/** As it stands at the moment `cut`, which is moved to now. */
function finish(
  { id, name, length, layers, attempts, outcome, registeredAt, startedAt, slot }: Plan,
  cut: number,
  shift: number,
): TaskModel {
  const at = (relative: number): number => startedAt + relative + shift;
  const base = { id, name, registeredAt: Math.min(registeredAt, cut) + shift, registeredSeq: Number(id) };
  if (startedAt >= cut) return makeTask(base);
  const ended = startedAt + length <= cut;
  const until = cut - startedAt;
  const begun = attempts
    .filter((attempt) => (attempt.startedAt ?? 0) <= until)
    .map((attempt): AttemptModel => {
      const { startedAt: from = 0, endedAt: to = 0, plannedWait, realWait = 0 } = attempt;
      if (to > until) return makeAttempt({ attempt: attempt.attempt, startedAt: at(from) });
      const waits = plannedWait !== undefined && to + realWait > until;
      return { ...attempt, startedAt: at(from), endedAt: at(to), ...(waits ? { realWait: undefined } : {}) };
    });
  const last = begun.at(-1);
  const retrying = !ended && last?.decision === 'retried';
  const error = ended && outcome === 'error' ? last?.error : undefined;
  return makeTask({
    ...base,
    state: ended ? outcome : 'running',
    retrying,
    retryable: error?.retryable ?? false,
    startedAt: at(0),
    endedAt: ended ? at(length) : undefined,
    slot,
    error,
    reported: 'full',
    attempts: begun,
    layers: layers.map((layer) => ({
      ...layer,
      startedAt: at(0),
      endedAt: ended ? at(length) : undefined,
      outcome: ended ? layer.outcome : undefined,
      attempts: Math.max(1, begun.length),
      timeoutFiredAt:
        layer.timeoutFiredAt === undefined || layer.timeoutFiredAt > until ? undefined : at(layer.timeoutFiredAt),
      waitingUntil: retrying ? (last?.endedAt ?? 0) + (last?.plannedWait ?? 0) : undefined,
    })),
  });
}
