import type { Seen } from './seen.ts';
import type { TaskKey } from './types.ts';

/** Runtimes and ledgers a session may have; a page that announces more of them is cut there. */
export const MAX_STREAMS = 10_000;

/** Remembered ends without attempts; a page that wires no ledger never comes near. */
export const MAX_SILENT = 100_000;

/** One runtime (or one ledger's untracked runs) as the reducer keeps it. */
export interface RuntimeState {
  readonly key: string;
  readonly seen: Seen;
  readonly latest: Map<string, TaskKey>;
  /** Ids told since the snapshot began. */
  told: Set<string> | undefined;
  /** Ends told since then, and ends taken at any time. */
  toldEnds: number;
  ends: number;
  /** Events that were dropped before its first snapshot; undefined until that has been told. */
  droppedBefore: number | undefined;
  /** The last event that a gap of the present batch names. */
  gapTo: number;
}

export interface SessionState {
  readonly prefix: string;
  readonly runtimes: Map<string, RuntimeState>;
  readonly ledgers: Map<string, Seen>;
  /** Tasks that ended since a ledger last spoke, and of whose attempts nothing was told: a gap of the ledger concerns them. */
  readonly silent: Set<TaskKey>;
  /** Tasks that run, and that no gap of a ledger has marked yet. */
  readonly running: Set<TaskKey>;
  delivered: number;
  /** The highest reference under which a taskFn was held. */
  held: number;
  /** The highest of those that are surely let go. */
  gone: number;
}

export function newSessionState(prefix: string): SessionState {
  return {
    prefix,
    runtimes: new Map(),
    ledgers: new Map(),
    silent: new Set(),
    running: new Set(),
    delivered: 0,
    held: 0,
    gone: 0,
  };
}
