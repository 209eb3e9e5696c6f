import type { WireRuntimeEvent } from '../protocol.ts';
import { afterTerminal, noted, secondEnd, unknownTransition } from './invariants.ts';
import type { AttemptModel, LayerModel, TaskModel, Violation } from './types.ts';

type Registered = Extract<WireRuntimeEvent, { type: 'task:registered' }>;
type Started = Extract<WireRuntimeEvent, { type: 'task:started' }>;
type Done = Extract<WireRuntimeEvent, { type: 'task:done' }>;
type Injected = Extract<WireRuntimeEvent, { type: 'task:injected' }>;
type CancelRequested = Extract<WireRuntimeEvent, { type: 'task:cancel-requested' }>;

const NO_LAYERS: readonly LayerModel[] = [];
const NO_ATTEMPTS: readonly AttemptModel[] = [];
const NO_VIOLATIONS: readonly Violation[] = [];

/** A row of which nothing is known but its name in the runtime: partial until its registration arrives. */
export function unknownRow(key: string, runtimeKey: string, session: string, runtimeId: string, id: string): TaskModel {
  return {
    key,
    runtimeKey,
    session,
    runtimeId,
    id,
    name: id,
    state: 'pending',
    retryable: false,
    retrying: false,
    priority: 0,
    parent: undefined,
    meta: undefined,
    registeredAt: undefined,
    startedAt: undefined,
    endedAt: undefined,
    cancelRequestedAt: undefined,
    registeredSeq: undefined,
    startedSeq: undefined,
    doneSeq: undefined,
    slot: undefined,
    error: undefined,
    layers: NO_LAYERS,
    attempts: NO_ATTEMPTS,
    attemptsLeftOut: 0,
    reported: 'none',
    violations: NO_VIOLATIONS,
    partial: true,
  };
}

export function registered(row: TaskModel, event: Registered): TaskModel {
  return {
    ...row,
    name: event.name,
    priority: event.priority,
    parent: event.parent,
    meta: event.meta,
    ...(event.rerunOf === undefined ? {} : { rerunOf: event.rerunOf }),
    registeredAt: event.at,
    registeredSeq: event.seq,
    // Whole again, unless it has ended and nobody told how it began to run.
    partial: row.startedAt !== undefined && row.startedSeq === undefined,
  };
}

export function started(row: TaskModel, event: Started): TaskModel {
  const violation = afterTerminal(row, event.type, event.seq);
  if (violation) return noted(row, violation);
  const live = row.doneSeq === undefined;
  const checked = live ? noted(row, unknownTransition(row, 'running')) : row;
  return {
    ...checked,
    state: live ? 'running' : row.state,
    startedAt: event.at,
    startedSeq: event.seq,
    slot: event.slot,
    ...(event.injected === undefined ? {} : { injected: event.injected }),
    partial: row.registeredSeq === undefined,
  };
}

export function injected(row: TaskModel, event: Injected): TaskModel {
  return { ...noted(row, afterTerminal(row, event.type, event.seq)), injected: event.fault };
}

export function cancelRequested(row: TaskModel, event: CancelRequested): TaskModel {
  return { ...noted(row, afterTerminal(row, event.type, event.seq)), cancelRequestedAt: event.at };
}

export function done(row: TaskModel, event: Done): TaskModel {
  if (row.doneSeq !== undefined) return noted(row, secondEnd(row, event.seq));
  // The end names both earlier moments, so it can tell a start that was lost from a task that never started.
  const startLost = event.startedAt !== undefined && row.startedSeq === undefined;
  const stepLost = row.stepsLost === true || row.attempts.some((attempt) => attempt.startedAt === undefined);
  const partial = row.registeredSeq === undefined || startLost || stepLost;
  const checked = noted(row, unknownTransition({ ...row, partial }, event.state));
  return {
    ...checked,
    state: event.state,
    retryable: event.retryable,
    retrying: false,
    registeredAt: event.registeredAt,
    startedAt: event.startedAt,
    endedAt: event.endedAt,
    doneSeq: event.seq,
    error: event.error,
    ...(event.result === undefined ? {} : { result: event.result }),
    ...(event.rerun === undefined ? {} : { rerun: event.rerun }),
    partial,
  };
}
