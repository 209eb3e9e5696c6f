import { emit } from './emit.ts';
import { middlewares } from './middlewares.ts';
import { millionPending } from './million-pending.ts';
import { noOpTask } from './no-op-task.ts';
import type { Suite } from './row.ts';
import { sharedSignal } from './shared-signal.ts';

/** The rows of the speed table of `spec/runtime.md`; sizes have a command of their own, `npm run size`. */
export const runtimeSuites: readonly Suite[] = [noOpTask, middlewares, emit, sharedSignal, millionPending];
