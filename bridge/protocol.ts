import type {
  AttemptGap,
  ErrorDigest,
  FaultRule,
  LayerEvent,
  ReportedRetry,
  RuntimeCommand,
  RuntimeCreatedEvent,
  RuntimeEvent,
  RuntimeRefusal,
  TaskDoneEvent,
  TaskProgressEvent,
  TaskRegisteredEvent,
} from '../runtime/hub.ts';
import type { Preview } from './preview-types.ts';

/**
 * The contract between the script in the page and whoever watches. One message is one JSON text.
 *
 * page (MAIN world) --[Upstream]--> relay --> viewer; viewer --[Downstream]--> relay --> page.
 * The relay keeps, for each viewer, its credit and the batches that it has not acknowledged; of an event it reads only what
 * looks like a secret.
 */
export const PROTOCOL_VERSION = 1;

/** A page's script cuts its batches at about this many UTF-16 units of JSON. */
export const BATCH_LENGTH = 500_000;

/** A receiver refuses what is longer: a batch and one event of the largest size fit. */
export const MAX_MESSAGE_LENGTH: number = 16 * BATCH_LENGTH;

/** Values that a preview cut, and functions of ended tasks, that a page holds for one viewer; the oldest go first. */
export const HELD = 200;

/** Whose count of events a seq belongs to. */
export type StreamKind = 'runtime' | 'ledger';

/** An error on the wire: its digest, and while the error itself was there to look at, a picture of it. */
export interface WireError extends ErrorDigest {
  readonly preview?: Preview;
}

/** An event of one runtime, every value of the app in it replaced by a preview. */
export type WireRuntimeEvent =
  | Exclude<
      RuntimeEvent,
      RuntimeCreatedEvent | TaskDoneEvent | TaskRegisteredEvent | TaskProgressEvent | { type: 'task:cancel-requested' }
    >
  /** `worker`: the name of the worker that the runtime is in. */
  | (RuntimeCreatedEvent & { readonly worker?: string })
  | (Omit<TaskRegisteredEvent, 'meta'> & { readonly meta?: Preview })
  | (Omit<TaskProgressEvent, 'value'> & { readonly value?: Preview })
  | (Omit<Extract<RuntimeEvent, { type: 'task:cancel-requested' }>, 'reason'> & { readonly reason?: Preview })
  | (Omit<TaskDoneEvent, 'error' | 'result'> & {
      readonly error?: WireError;
      readonly result?: Preview;
      readonly rerun?: number;
    });

/** One step of a layer on the wire. `seq` counts the ledger's own events; `id` names the task within `runtimeId`. */
export type WireLedgerEvent = WireLayerStep & {
  readonly ledgerId: string;
  readonly seq: number;
  readonly runtimeId?: string;
  readonly id?: string;
  /** Of an untracked run. */
  readonly run?: string;
};

type WireLayerStep =
  | Exclude<LayerEvent, { type: 'attempt-end' }>
  | (Omit<Extract<LayerEvent, { type: 'attempt-end' }>, 'error'> & { readonly error?: WireError })
  | (ReportedRetry & { readonly error?: WireError })
  | AttemptGap;

/** Begins the snapshot of one stream: a task that is not told before its end is not there any more. */
export interface WireSnapshotStart {
  readonly type: 'snapshot:start';
  readonly stream: StreamKind;
  readonly id: string;
}

/**
 * Ends the snapshot of one stream (a runtime's or a ledger's): what came before it for that stream was the past up to
 * `seq`; from `seq + 1` on the stream is gapless.
 */
export interface WireSnapshotEnd {
  readonly type: 'snapshot:end';
  readonly stream: StreamKind;
  readonly id: string;
  readonly seq: number;
  readonly library: string;
  /** Of a runtime: whether it takes commands. */
  readonly commands?: boolean;
  readonly dropped: { readonly tasks: number; readonly events: number };
}

/** The page's bound was full: so much of a stream was dropped between two events that were delivered. */
export interface WireGap {
  readonly type: 'gap';
  readonly stream: StreamKind;
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

export type WireEvent = WireRuntimeEvent | WireLedgerEvent | WireSnapshotStart | WireSnapshotEnd | WireGap;

/** Per viewer and session: `emitted = delivered + dropped + pending + lost` at any time. */
export interface Counters {
  readonly emitted: number;
  readonly delivered: number;
  readonly dropped: number;
  readonly pending: number;
  readonly lost: number;
}

/** First message after `attach`. */
export interface Hello {
  readonly type: 'hello';
  readonly protocol: number;
  /** One life of a realm: 128 random bits in hex, kept through bfcache and `document.open`, new on reload. */
  readonly session: string;
  readonly hub: number;
  readonly url: string;
  /** Epoch ms at which the document began. */
  readonly since: number;
  /** The viewer's batches go on where it said; otherwise they begin anew, with a snapshot. */
  readonly resumed: boolean;
}

export interface Batch {
  readonly type: 'batch';
  readonly session: string;
  /** Counts this viewer's batches in this session, from 1. */
  readonly batch: number;
  readonly counters: Counters;
  readonly events: readonly WireEvent[];
}

/** Answers a ping: up to where batches were sent, so that a lost last one is noticed. */
export interface Pong {
  readonly type: 'pong';
  readonly session: string;
  readonly batch: number;
}

/** Answers an expand; without a preview the value is no longer held. */
export interface Expanded {
  readonly type: 'expanded';
  readonly session: string;
  readonly request: number;
  readonly preview?: Preview;
}

export type { FaultRule, RuntimeCommand };

/**
 * What a viewer may ask of a page: a closed list. `rerun` names ended tasks by the reference in their `task:done`; `forget` lets
 * go whatever is held for this viewer.
 */
export type PageCommand =
  | (RuntimeCommand & { readonly runtimeId: string })
  | { readonly type: 'rerun'; readonly refs: readonly number[] }
  | { readonly type: 'forget' };

/** Why nothing was done. */
export type Refusal =
  | RuntimeRefusal
  | 'bad-arguments'
  /** The app says `devtools: { commands: false }`. */
  | 'commands-off'
  /** It came when nobody waited for it any more: a page that stood still must not act afterwards. */
  | 'late'
  /** Something went wrong in the page. */
  | 'failed';

/** A command is answered within this, or has failed; a page does not carry out an older one. ms */
export const COMMAND_WITHIN = 2_000;

/** Answers a command: how many tasks (or times), or why not. */
export interface Commanded {
  readonly type: 'commanded';
  readonly session: string;
  readonly request: number;
  readonly count?: number;
  readonly refused?: Refusal;
}

export type Upstream = Hello | Batch | Pong | Expanded | Commanded;

export type Downstream =
  /** `resume`: this viewer was here before, and has every batch of that session up to that one. */
  | {
      readonly type: 'attach';
      readonly protocol: number;
      readonly resume?: { readonly session: string; readonly batch: number };
    }
  /** Everything up to and including this batch was taken: gives credit. */
  | { readonly type: 'ack'; readonly batch: number }
  /** These batches did not arrive. */
  | { readonly type: 'again'; readonly from: number; readonly to: number }
  | { readonly type: 'ping' }
  /** More of a value that a preview cut, by the `ref` it has there; `request` comes back with the answer. */
  | { readonly type: 'expand'; readonly request: number; readonly ref: number }
  /** `sentAt`: epoch ms. One that is sent twice is carried out once. Without a command: its arguments were wrong. */
  | {
      readonly type: 'command';
      readonly request: number;
      readonly sentAt: number;
      readonly command: PageCommand | undefined;
    }
  /** This viewer will not be back. */
  | { readonly type: 'leave' };
