import type { AttemptGap, ReportedRetry } from '../../runtime/hub.ts';
import type { WireError, WireLedgerEvent } from '../protocol.ts';
import { attemptNumber, noted } from './invariants.ts';
import type { AttemptModel, LayerModel, TaskModel } from './types.ts';

/** Per task the first and the last attempts are kept; the totals of the layers stay exact. */
export const FIRST_ATTEMPTS = 20;
export const LAST_ATTEMPTS = 200;
/** Layers that are kept besides: a retry in a retry opens a new one at each outer attempt. */
const MAX_LAYERS = 2 * (FIRST_ATTEMPTS + LAST_ATTEMPTS);

type Step<T extends WireLedgerEvent['type']> = Extract<WireLedgerEvent, { type: T }>;

/** The row after one step that a middleware told of its task. */
export function ledgerStep(row: TaskModel, event: WireLedgerEvent): TaskModel {
  switch (event.type) {
    case 'layer-start':
      return layerStarted(row, event);
    case 'attempt-start':
      return attemptStarted(row, event);
    case 'attempt-end':
      return attemptEnded(row, event);
    case 'wait-end':
      return withAttempt(row, event.layer, event.attempt, (attempt) => ({ ...attempt, realWait: event.real }));
    case 'timeout-fired':
      return withLayer(row, event.layer, (layer) => ({ ...layer, timeoutFiredAt: event.at }));
    case 'layer-end':
      return settled(
        withLayer(row, event.layer, (layer) => ({
          ...layer,
          endedAt: event.at,
          outcome: event.outcome,
          waitingUntil: undefined,
        })),
      );
    case 'retry-reported':
      return retryReported(row, event);
    case 'attempt-gap':
      return gap(row, event);
  }
}

function layerStarted(row: TaskModel, event: Step<'layer-start'>): TaskModel {
  const retries = event.options.retries;
  const layer: LayerModel = {
    ...placeholder(event.layer, event.at),
    parent: event.parentLayer,
    kind: event.kind,
    label: event.label,
    options: event.options,
    limit: typeof retries === 'number' && Number.isFinite(retries) ? 1 + retries : undefined,
  };
  const before = row.layers.find((known) => known.layer === event.layer);
  const whole = before ? { ...layer, attempts: before.attempts } : layer;
  return { ...addLayer(row, whole), reported: 'full' };
}

function attemptStarted(row: TaskModel, event: Step<'attempt-start'>): TaskModel {
  const known = ensureLayer(row, event.layer, event.at);
  const layer = layerOf(known, event.layer);
  const checked = layer ? noted(known, attemptNumber(known, layer, event.attempt)) : known;
  const counted = withLayer(checked, event.layer, (of) => ({
    ...of,
    attempts: Math.max(of.attempts, event.attempt),
    waitingUntil: undefined,
  }));
  return settled({ ...addAttempt(counted, newAttempt(event.layer, event.attempt, event.at)), reported: 'full' });
}

function attemptEnded(row: TaskModel, event: Step<'attempt-end'>): TaskModel {
  const waits = event.decision === 'retried' || event.decision === 'repeated';
  const ended = withAttempt(row, event.layer, event.attempt, (attempt) => ({
    ...attempt,
    endedAt: event.at,
    error: event.error,
    decision: event.decision,
    plannedWait: event.planned,
  }));
  return settled(
    withLayer({ ...ended, reported: 'full' }, event.layer, (layer) => ({
      ...layer,
      waitingUntil: waits ? event.at + (event.planned ?? 0) : undefined,
    })),
  );
}

/**
 * `onAttempt` alone says: this attempt failed and there will be another. Such runs have no number: they are told apart
 * by label and gathered in layers numbered from 0 downwards.
 */
function retryReported(row: TaskModel, event: ReportedRetry & { readonly error?: WireError }): TaskModel {
  const reportedLayers = row.layers.filter((layer) => layer.layer <= 0);
  const known = reportedLayers.find((layer) => layer.label === event.label);
  const number = known ? known.layer : 0 - reportedLayers.length;
  const fresh: LayerModel = { ...placeholder(number, event.startedAt), label: event.label };
  const base = known ? row : addLayer(row, fresh);
  const counted = withLayer(base, number, (layer) => ({
    ...layer,
    attempts: event.attempt + 1,
    limit: event.maxRetries === undefined ? undefined : 1 + event.maxRetries,
  }));
  const attempt: AttemptModel = {
    ...newAttempt(number, event.attempt, event.startedAt),
    endedAt: event.failedAt,
    error: event.error,
    plannedWait: event.delay,
  };
  return { ...addAttempt(counted, attempt), reported: row.reported === 'full' ? 'full' : 'retries' };
}

/** Attempts the page no longer holds are counted, not kept. Layer 0: those of layers that are forgotten as a whole. */
function gap(row: TaskModel, event: AttemptGap): TaskModel {
  const layer = layerOf(row, event.layer);
  if (!layer) {
    return row.layers.length > 0 ? row : { ...row, attemptsLeftOut: row.attemptsLeftOut + event.to - event.from + 1 };
  }
  const unknown = event.to - Math.max(layer.attempts, event.from - 1);
  if (unknown <= 0) return row;
  return withLayer({ ...row, attemptsLeftOut: row.attemptsLeftOut + unknown }, event.layer, (of) => ({
    ...of,
    attempts: event.to,
  }));
}

function newAttempt(layer: number, attempt: number, startedAt: number | undefined): AttemptModel {
  return {
    layer,
    attempt,
    startedAt,
    endedAt: undefined,
    error: undefined,
    decision: undefined,
    plannedWait: undefined,
    realWait: undefined,
  };
}

function placeholder(layer: number, startedAt: number): LayerModel {
  return {
    layer,
    parent: undefined,
    kind: 'retry',
    label: undefined,
    options: {},
    startedAt,
    endedAt: undefined,
    outcome: undefined,
    timeoutFiredAt: undefined,
    attempts: 0,
    limit: undefined,
    waitingUntil: undefined,
  };
}

function layerOf(row: TaskModel, number: number): LayerModel | undefined {
  return row.layers.findLast((layer) => layer.layer === number);
}

/** A step of a layer whose start was lost: the layer is made up, and the row says so. */
function ensureLayer(row: TaskModel, number: number, at: number): TaskModel {
  if (layerOf(row, number)) return row;
  return addLayer({ ...row, partial: true }, placeholder(number, at));
}

function addLayer(row: TaskModel, layer: LayerModel): TaskModel {
  const layers = row.layers.filter((known) => known.layer !== layer.layer);
  layers.push(layer);
  if (layers.length > MAX_LAYERS) {
    const oldest = layers.findIndex((known, index) => index >= FIRST_ATTEMPTS && known.endedAt !== undefined);
    layers.splice(Math.max(oldest, 0), 1);
  }
  return { ...row, layers };
}

function withLayer(row: TaskModel, number: number, change: (layer: LayerModel) => LayerModel): TaskModel {
  const at = row.layers.findLastIndex((layer) => layer.layer === number);
  const layer = row.layers[at];
  if (!layer) return row;
  return { ...row, layers: row.layers.with(at, change(layer)) };
}

function addAttempt(row: TaskModel, attempt: AttemptModel): TaskModel {
  const attempts = [...row.attempts, attempt];
  if (attempts.length <= FIRST_ATTEMPTS + LAST_ATTEMPTS) return { ...row, attempts };
  attempts.splice(FIRST_ATTEMPTS, 1);
  return { ...row, attempts, attemptsLeftOut: row.attemptsLeftOut + 1 };
}

/** An attempt whose start was lost is made up; the row is marked. */
function withAttempt(
  row: TaskModel,
  layer: number,
  number: number,
  change: (attempt: AttemptModel) => AttemptModel,
): TaskModel {
  const at = row.attempts.findLastIndex((attempt) => attempt.layer === layer && attempt.attempt === number);
  const attempt = row.attempts[at];
  if (attempt) return { ...row, attempts: row.attempts.with(at, change(attempt)) };
  const of = layerOf(row, layer);
  // Counted, but already let go by the bound: nothing to change.
  if (of && of.attempts >= number && row.attemptsLeftOut > 0) return row;
  const known = withLayer({ ...row, partial: true }, layer, (l) => ({ ...l, attempts: Math.max(l.attempts, number) }));
  return addAttempt(known, change(newAttempt(layer, number, undefined)));
}

/** Recomputes what follows from the layers: whether the task waits for its next attempt. */
function settled(row: TaskModel): TaskModel {
  const retrying =
    row.doneSeq === undefined &&
    row.layers.some(
      (layer) => layer.kind === 'retry' && layer.endedAt === undefined && layer.waitingUntil !== undefined,
    );
  return retrying === row.retrying ? row : { ...row, retrying };
}
