import type { AttemptModel, LayerModel, TaskModel } from '../model/types.ts';
import type { WireLedgerEvent, WireRuntimeEvent } from '../protocol.ts';

/** An event without the numbers that its stream gives it: they are counted when all are in order. */
type Unnumbered<E> = E extends unknown ? Omit<E, 'seq' | 'ledgerId' | 'runtimeId' | 'id' | 'run'> : never;

/** One step of a task's story. */
export type Step =
  | { readonly at: number; readonly of: 'runtime'; readonly seq: number | undefined; readonly event: RuntimeStep }
  | { readonly at: number; readonly of: 'ledger'; readonly event: LedgerStep };

export type RuntimeStep = Unnumbered<Extract<WireRuntimeEvent, { id: string }>>;
export type LedgerStep = Unnumbered<WireLedgerEvent>;

/**
 * What is carried of a row. A field that joins the model must be told by an event here, and is then added; or a recording
 * would lose it.
 */
type Carried =
  | 'key'
  | 'runtimeKey'
  | 'session'
  | 'runtimeId'
  | 'id'
  | 'name'
  | 'state'
  | 'retryable'
  | 'retrying'
  | 'priority'
  | 'parent'
  | 'rerunOf'
  | 'injected'
  | 'meta'
  | 'registeredAt'
  | 'startedAt'
  | 'endedAt'
  | 'cancelRequestedAt'
  | 'registeredSeq'
  | 'startedSeq'
  | 'doneSeq'
  | 'slot'
  | 'error'
  | 'result'
  | 'layers'
  | 'attempts'
  | 'attemptsLeftOut'
  | 'reported'
  | 'violations'
  | 'partial'
  | 'stepsLost';
/** Of no use once the page is gone. */
type LivesInPage = 'rerun';
type Lost = Exclude<keyof TaskModel, Carried | LivesInPage>;
const NOTHING_IS_LOST: [Lost] extends [never] ? true : Lost = true;

/**
 * The events that make this row again, in the order in which they must have come. It looks at nothing but the row, and in no
 * order but its own: so a model made of these events gives the same events again.
 */
export function taskSteps(row: TaskModel, untracked: boolean): Step[] {
  void NOTHING_IS_LOST;
  const steps = ledgerSteps(row);
  if (untracked) return inOrder(steps);
  const begun: Step[] = [];
  const registeredAt = row.registeredAt ?? row.startedAt ?? row.endedAt ?? 0;
  const { name, priority, meta, parent, rerunOf, injected, state, retryable, error, result } = row;
  if (row.registeredSeq !== undefined) {
    begun.push({
      at: registeredAt,
      of: 'runtime',
      seq: row.registeredSeq,
      event: { type: 'task:registered', name, priority, ...given({ meta, parent, rerunOf }), at: registeredAt },
    });
  }
  if (row.startedSeq !== undefined && row.startedAt !== undefined) {
    const event = { type: 'task:started', slot: row.slot ?? 0, ...given({ injected }), at: row.startedAt } as const;
    begun.push({ at: row.startedAt, of: 'runtime', seq: row.startedSeq, event });
  }
  if (row.cancelRequestedAt !== undefined) {
    const event = { type: 'task:cancel-requested', at: row.cancelRequestedAt } as const;
    steps.push({ at: row.cancelRequestedAt, of: 'runtime', seq: undefined, event });
  }
  const story = inOrder([...begun, ...inOrder(steps)]);
  if (row.doneSeq === undefined || row.endedAt === undefined) return story;
  if (state === 'pending' || state === 'running') return story;
  const { endedAt, startedAt } = row;
  const times = { registeredAt, endedAt, ...given({ startedAt }) };
  const event = { type: 'task:done', state, retryable, ...given({ error, result }), ...times, at: endedAt } as const;
  story.push({ at: Math.max(endedAt, story.at(-1)?.at ?? endedAt), of: 'runtime', seq: row.doneSeq, event });
  return story;
}

/** By time; of one time, as they stand. A step is never told before one that it follows, though a clock was set back. */
function inOrder(steps: readonly Step[]): Step[] {
  return [...steps].sort((a, b) => a.at - b.at);
}

/** Walks the layers from the outside in. */
function ledgerSteps(row: TaskModel): Step[] {
  const steps: Step[] = [];
  const layers = [...row.layers].sort((a, b) => a.startedAt - b.startedAt || a.layer - b.layer);
  const known = new Set(layers.map((layer) => layer.layer));
  const attempts = attemptsByLayer(row.attempts);
  const told = new Set<LayerModel>();
  let leftOut = row.attemptsLeftOut;

  const tell = (event: LedgerStep, floor: number): number => {
    const at = 'at' in event ? Math.max(event.at, floor) : floor;
    steps.push({ at, of: 'ledger', event });
    return at;
  };

  /** Numbers that are missing though none was left out are a fault of the page, which the row's marks tell. */
  const tellGap = (layer: number, from: number, to: number, floor: number): void => {
    const count = to - from + 1;
    if (count <= 0 || count > leftOut) return;
    tell({ type: 'attempt-gap', layer, from, to }, floor);
    leftOut -= count;
  };

  const tellLayer = (layer: LayerModel, floor: number): number => {
    told.add(layer);
    const of = attempts.get(layer.layer) ?? [];
    if (layer.layer <= 0) return tellReported(layer, of, floor);
    const { layer: number, parent: parentLayer, kind, label, options, startedAt } = layer;
    const about = { layer: number, ...given({ parentLayer }), kind, ...given({ label }), options };
    const begin = tell({ type: 'layer-start', ...about, at: startedAt }, floor);
    let last = begin;
    if (layer.timeoutFiredAt !== undefined) {
      const ms = typeof options.ms === 'number' ? options.ms : 0;
      last = Math.max(last, tell({ type: 'timeout-fired', layer: number, ms, at: layer.timeoutFiredAt }, begin));
    }
    const inner = layers.filter((other) => other.parent === number && !told.has(other) && other.layer !== number);
    let next = 1;
    of.forEach((attempt, index) => {
      tellGap(number, next, attempt.attempt - 1, last);
      next = attempt.attempt + 1;
      const until = of[index + 1]?.startedAt ?? Number.POSITIVE_INFINITY;
      last = Math.max(
        last,
        tellAttempt(attempt, last, () => {
          let end = begin;
          for (const child of inner) {
            if (told.has(child) || child.startedAt >= until) continue;
            end = Math.max(end, tellLayer(child, begin));
          }
          return end;
        }),
      );
    });
    tellGap(number, next, layer.attempts, last);
    for (const child of inner) if (!told.has(child)) last = Math.max(last, tellLayer(child, begin));
    if (layer.endedAt === undefined) return last;
    return tell({ type: 'layer-end', layer: number, outcome: layer.outcome ?? 'succeeded', at: layer.endedAt }, last);
  };

  const tellAttempt = (attempt: AttemptModel, floor: number, inside: () => number): number => {
    const {
      layer,
      attempt: number,
      startedAt,
      endedAt,
      error,
      decision,
      plannedWait: planned,
      realWait: real,
    } = attempt;
    let last = floor;
    if (startedAt !== undefined) last = tell({ type: 'attempt-start', layer, attempt: number, at: startedAt }, floor);
    last = Math.max(last, inside());
    if (endedAt === undefined || decision === undefined) return last;
    const end = { type: 'attempt-end', layer, attempt: number, at: endedAt, ...given({ error }), decision } as const;
    last = tell({ ...end, ...given({ planned }) }, last);
    if (real === undefined) return last;
    return tell({ type: 'wait-end', layer, attempt: number, planned: planned ?? real, real, at: endedAt + real }, last);
  };

  const tellReported = (layer: LayerModel, of: readonly AttemptModel[], floor: number): number => {
    let last = floor;
    const { label, limit } = layer;
    for (const { attempt, startedAt = floor, endedAt = startedAt, error, plannedWait: delay = 0 } of of) {
      const maxRetries = limit === undefined ? undefined : limit - 1;
      const told = { attempt, ...given({ maxRetries }), delay, requested: delay, ...given({ label }) };
      const event = { type: 'retry-reported', ...told, startedAt, failedAt: endedAt, ...given({ error }) } as const;
      const at = Math.max(endedAt, last);
      steps.push({ at, of: 'ledger', event });
      last = at;
    }
    return last;
  };

  const begin = row.startedAt ?? layers[0]?.startedAt ?? row.registeredAt ?? 0;
  // Attempts of a layer that is no longer kept: it is made up, as it would be by whoever hears of them.
  for (const [number, of] of attempts) {
    const at = of[0]?.startedAt ?? of[0]?.endedAt ?? begin;
    if (!known.has(number)) layers.push(madeUp(number, at));
  }
  for (const layer of layers) {
    if (!told.has(layer) && (layer.parent === undefined || !known.has(layer.parent))) tellLayer(layer, begin);
  }
  // A page may tell of layers that enclose each other.
  for (const layer of layers) if (!told.has(layer)) tellLayer(layer, begin);
  if (leftOut > 0) {
    const first = Math.min(begin, ...steps.slice(0, 1).map((step) => step.at));
    const event = { type: 'attempt-gap', layer: 0, from: 1, to: leftOut } as const;
    steps.unshift({ at: first, of: 'ledger', event });
  }
  return steps;
}

function attemptsByLayer(attempts: readonly AttemptModel[]): Map<number, AttemptModel[]> {
  const by = new Map<number, AttemptModel[]>();
  for (const attempt of attempts) {
    const of = by.get(attempt.layer);
    if (of) of.push(attempt);
    else by.set(attempt.layer, [attempt]);
  }
  for (const of of by.values()) of.sort((a, b) => a.attempt - b.attempt);
  return by;
}

function madeUp(layer: number, startedAt: number): LayerModel {
  const nothing = { parent: undefined, label: undefined, endedAt: undefined, outcome: undefined, limit: undefined };
  const never = { timeoutFiredAt: undefined, waitingUntil: undefined };
  return { layer, kind: 'retry', options: {}, startedAt, attempts: 0, ...nothing, ...never };
}

/** The fields that have a value: an event has no field that says nothing. */
function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
