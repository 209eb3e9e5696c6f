import { RecordingError, type RecordingFault } from '../../../bridge/recording/format.ts';

/** Recordings: opening, writing, and those that stand beside the live session. */
export const recordings = {
  import: 'Import',
  importTitle: 'Open a recording from a file, or drop one onto the panel',
  file: 'Recording',
  export: 'Export',
  exportTitle: 'Write a recording of these tasks',
  all: (tasks: number) => `All tasks (${tasks})`,
  shown: (tasks: number) => `Tasks in the list (${tasks})`,
  chosen: (tasks: number) => `Chosen tasks (${tasks})`,
  label: 'Sessions',
  live: 'Live',
  close: (name: string) => `Close ${name}`,
  notOpened: (name: string) => `${name} could not be opened.`,
  notRead: 'It could not be read.',
  dismiss: 'Dismiss',
  fault: (fault: RecordingFault) => new RecordingError(fault).message,
};
