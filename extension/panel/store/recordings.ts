import { type ReadonlySignal, signal } from '@preact/signals';
import { RecordingError } from '../../../bridge/recording/format.ts';
import type { RecordingSource } from '../recording-source.ts';

/** A recording that stands beside the live session. */
export interface OpenRecording {
  /** Of its file. */
  readonly name: string;
  readonly source: RecordingSource;
}

/** A file that could not be opened, and why. */
export interface ImportFault {
  readonly name: string;
  readonly error: unknown;
}

export interface RecordingsStore {
  readonly open: ReadonlySignal<readonly OpenRecording[]>;
  /** The one that is looked at; undefined: the live session. */
  readonly shown: ReadonlySignal<OpenRecording | undefined>;
  readonly fault: ReadonlySignal<ImportFault | undefined>;
  /** Opens a file and shows it. One that is no recording leaves everything as it was, and says why in `fault`. */
  readonly read: (file: Pick<File, 'name' | 'arrayBuffer'>) => Promise<void>;
  readonly show: (recording: OpenRecording | undefined) => void;
  readonly close: (recording: OpenRecording) => void;
  readonly forgetFault: () => void;
}

export function createRecordings(): RecordingsStore {
  const open = signal<readonly OpenRecording[]>([]);
  const shown = signal<OpenRecording | undefined>(undefined);
  const fault = signal<ImportFault | undefined>(undefined);
  return {
    open,
    shown,
    fault,
    async read(file) {
      try {
        // The reader, with its model, comes with the first file that is opened.
        const { openRecordingSource } = await import('../recording-source.ts');
        const source = await openRecordingSource(new Uint8Array(await file.arrayBuffer()), file.name);
        const recording = { name: file.name, source };
        open.value = [...open.peek(), recording];
        shown.value = recording;
        fault.value = undefined;
      } catch (error) {
        if (!(error instanceof RecordingError)) console.error(error);
        fault.value = { name: file.name, error };
      }
    },
    show(recording) {
      shown.value = recording;
    },
    close(recording) {
      open.value = open.peek().filter((one) => one !== recording);
      if (shown.peek() === recording) shown.value = undefined;
    },
    forgetFault() {
      fault.value = undefined;
    },
  };
}
