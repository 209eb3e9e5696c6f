import type { Decision, LayerKind, TaskState } from '../../runtime/hub.ts';
import type { Preview } from '../preview-types.ts';
import type { Counters, WireError } from '../protocol.ts';

/** Names a task across documents, workers and runtimes: equal ids in two sources never merge. */
export type TaskKey = string;

/** One attempt as the ledger tells it. Times are epoch ms, waits ms. */
export interface AttemptModel {
  readonly layer: number;
  /** 1-based, the first call included. */
  readonly attempt: number;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly error: WireError | undefined;
  /** Undefined while it runs, or where only `onAttempt` told of it ("not reported"). */
  readonly decision: Decision | undefined;
  /** The wait after it; undefined where there was none or none was told. */
  readonly plannedWait: number | undefined;
  readonly realWait: number | undefined;
}

/** One run of one middleware around the task's body. */
export interface LayerModel {
  readonly layer: number;
  readonly parent: number | undefined;
  readonly kind: LayerKind;
  readonly label: string | undefined;
  readonly options: Readonly<Record<string, number | string | boolean>>;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly outcome: Decision | undefined;
  readonly timeoutFiredAt: number | undefined;
  /** Exact, however many of the attempts are kept. */
  readonly attempts: number;
  /** `1 + retries`; undefined when only a schedule bounds. */
  readonly limit: number | undefined;
  /** While it waits for its next attempt: when that is planned, epoch ms. */
  readonly waitingUntil: number | undefined;
}

/** What must not happen, and did: shown on the task. */
export interface Violation {
  readonly rule: 'after-terminal' | 'second-end' | 'attempt-jump' | 'over-limit' | 'unknown-transition';
  readonly detail: string;
}

/** A row. Immutable: a change makes a new object, so a view may compare by identity. */
export interface TaskModel {
  readonly key: TaskKey;
  /** The key of its RuntimeModel. */
  readonly runtimeKey: string;
  readonly session: string;
  readonly runtimeId: string;
  readonly id: string;
  readonly name: string;
  readonly state: TaskState;
  /** The runtime's own boolean from `task:done`, never recomputed. */
  readonly retryable: boolean;
  /** Between two attempts of a retry layer: a subset of running. */
  readonly retrying: boolean;
  readonly priority: number;
  readonly parent: string | undefined;
  readonly meta: Preview | undefined;
  readonly registeredAt: number | undefined;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly cancelRequestedAt: number | undefined;
  /** The runtime's count of the events that said so; undefined where it was not told. */
  readonly registeredSeq: number | undefined;
  readonly startedSeq: number | undefined;
  readonly doneSeq: number | undefined;
  readonly slot: number | undefined;
  readonly error: WireError | undefined;
  /** What the body returned, where the app lets all be captured. */
  readonly result?: Preview;
  readonly layers: readonly LayerModel[];
  /** Kept attempts in order of their start: per task the first 20 and the last 200. */
  readonly attempts: readonly AttemptModel[];
  /** Attempts that are counted but no longer kept. */
  readonly attemptsLeftOut: number;
  /** How the attempts are known: from `observe`, from `onAttempt` alone, or not at all ("retries not reported"). */
  readonly reported: 'full' | 'retries' | 'none';
  readonly violations: readonly Violation[];
  /** The id of the task whose taskFn this one runs again. */
  readonly rerunOf?: string;
  /** Under which its taskFn can be run again, while the page holds it (`canRerun`). */
  readonly rerun?: number;
  /** The last fault that DevTools had put before its taskFn. */
  readonly injected?: string;
  /** Something of it was lost on the way and could not be repaired. */
  readonly partial: boolean;
  /** Namely steps of its attempts: the ledger may know less than there was. */
  readonly stepsLost?: true;
}

export interface RuntimeModel {
  readonly key: string;
  readonly session: string;
  readonly id: string;
  readonly name: string;
  /** The name of the worker that it is in; absent in a document. */
  readonly worker?: string;
  readonly concurrency: number;
  readonly onError: 'continue' | 'stop';
  readonly maxPending: number;
  readonly state: 'running' | 'paused' | 'stopped';
  readonly library: string | undefined;
  /** Whether it takes commands; undefined until it has said. */
  readonly commands?: boolean;
  /** No runtime at all: gathers the runs of middlewares that were called without one. */
  readonly untracked: boolean;
  /** What its history had already let go when the viewer came. */
  readonly dropped: { readonly tasks: number; readonly events: number };
  /** Epoch ms; absent where it was not told. */
  readonly createdAt?: number;
  /** Of the last change of state or concurrency that was told. */
  readonly changedAt?: number;
  /** Highest seq of it that is known of. */
  readonly seq: number;
  /** Its events that were dropped or lost while the viewer watched, and could not be repaired. */
  readonly missing: number;
}

/** One document (or worker) of the inspected page: one life of a realm. */
export interface SessionModel {
  readonly session: string;
  readonly url: string;
  readonly protocol: number;
  readonly since: number;
  readonly counters: Counters;
  /** False once its port is gone. */
  readonly connected: boolean;
  /** The highest reference under which the page held the taskFn of an ended task. */
  readonly held?: number;
  /** Up to this reference none is held any more. */
  readonly gone?: number;
}
