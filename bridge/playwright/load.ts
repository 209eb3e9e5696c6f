import { readFile } from 'node:fs/promises';
import { openRecording } from '../recording/read.ts';
import { replay } from '../recording/to-model.ts';
import { TaskLog } from './task-log.ts';
import { TaskQuery } from './task-query.ts';

/**
 * The tasks of a recording, to be expected of as those of a page. A file that was cut gives what was whole of it.
 *
 * @throws {RecordingError} with the reason, for a file that is no recording
 * @example
 * ```ts
 * await expect((await loadRecording('run.jsonl')).failed()).toHaveCount(0);
 * ```
 */
export async function loadRecording(file: string): Promise<TaskQuery> {
  const { recording } = await openRecording(new Uint8Array(await readFile(file)));
  return new TaskQuery(new TaskLog(replay(recording)));
}
