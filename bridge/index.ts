// The `./bridge` entry: what an app imports to make its retries visible.
export { type Accounting, accounting } from './page/accounting.ts';
export { type Traced, traced } from './page/traced.ts';
export { type RecordedRuntime, type RecordOptions, type RunningRecording, record } from './recording/record.ts';
export { connectWorker } from './worker/connect-worker.ts';
