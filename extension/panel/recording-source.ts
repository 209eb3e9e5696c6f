import { openRecording, type ReadRecording } from '../../bridge/recording/read.ts';
import { endOf, replay } from '../../bridge/recording/to-model.ts';
import type { PanelSource } from './source.ts';

/** A panel's source that is a file: it can be looked at, and nothing in it goes on or can be changed. */
export interface RecordingSource extends PanelSource {
  readonly read: ReadRecording;
}

/**
 * Opens a recording of whatever origin for the panel.
 *
 * @param name the file's, as the panel shows it
 * @throws {RecordingError} with the reason where it is none that can be read
 */
export async function openRecordingSource(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<RecordingSource> {
  return recordingSource(await openRecording(bytes), name);
}

/** The same for one that has been read. Its figures are told by the moment at which it ends. */
export function recordingSource(read: ReadRecording, name: string): RecordingSource {
  const { model } = replay(read.recording);
  const until = endOf(read.recording);
  const { events, ignored, incomplete } = read;
  return {
    read,
    model,
    status: { state: 'recording', name, events, ignored, incomplete },
    preserveLog: true,
    subscribe: () => () => {},
    // Read-only: a file is looked at as it is.
    clear: () => {},
    reloadPage: undefined,
    written: () => {
      const { tool, recordedAt } = read.recording.header;
      return {
        ...(tool === undefined ? {} : { tool }),
        ...(recordedAt === undefined ? {} : { recordedAt }),
        ...(read.recording.until === undefined ? {} : { until: read.recording.until }),
      };
    },
    ...(until === undefined ? {} : { now: () => until }),
  };
}
