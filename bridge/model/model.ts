import type { RuntimeModel, SessionModel, TaskKey, TaskModel } from './types.ts';

/** How many tasks are in each state; `retrying` is a subset of `running`. */
export interface StateCounts {
  readonly all: number;
  readonly pending: number;
  readonly running: number;
  readonly retrying: number;
  readonly success: number;
  readonly error: number;
  readonly cancelled: number;
}

/**
 * What a viewer knows. The records in it are immutable; the maps grow in place. `version` rises with every change, so
 * a view may tell cheaply whether to look again.
 */
export interface Model {
  readonly version: number;
  /** In order of registration as it became known. */
  readonly tasks: ReadonlyMap<TaskKey, TaskModel>;
  readonly runtimes: ReadonlyMap<string, RuntimeModel>;
  readonly sessions: ReadonlyMap<string, SessionModel>;
  readonly counts: StateCounts;
  /** Finished tasks that left because the viewer's own bound was reached. */
  readonly evicted: number;
  /** Messages and events that were refused because their form was wrong. */
  readonly refused: number;
}
