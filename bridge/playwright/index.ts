// The `./playwright` entry: a fixture and matchers for the task queues of an app, for its end-to-end tests.
export type { RuleId } from '../diagnostics/rule.ts';
export { RecordingError } from '../recording/format.ts';
export type { Because, Limits } from './checks.ts';
export { expect, test } from './fixture.ts';
export { loadRecording } from './load.ts';
export { matchers } from './matchers.ts';
export type { LoggedEvent } from './task-log.ts';
export { type SeenTask, TaskQuery, type TaskStateName } from './task-query.ts';
export { type InjectedError, type Injection, Tasks } from './tasks.ts';
