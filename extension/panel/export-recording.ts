import type { Model } from '../../bridge/model/model.ts';
import type { TaskModel } from '../../bridge/model/types.ts';
import { recordingOf } from '../../bridge/recording/from-model.ts';
import { writeRecording } from '../../bridge/recording/write.ts';
import type { PanelSource } from './source.ts';

/**
 * What a source has, as the text of a recording; of chosen tasks, these alone. A recording that was opened is written as it says of
 * itself, so that what is exported, imported and exported again is equal to the byte.
 */
export function exportText(
  source: PanelSource & { readonly model: Model },
  version: string,
  now: number,
  tasks?: readonly TaskModel[],
): string {
  const written = source.written?.() ?? { tool: `tasklens ${version}`, recordedAt: now, until: now };
  return writeRecording(recordingOf(source.model, { ...written, tasks }));
}

/** Hands the text to the browser as a file. */
export function saveFile(document: Document, name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** `tasklens-2026-12-01T09-10-11.jsonl` */
export function fileName(now: number): string {
  return `tasklens-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}.jsonl`;
}
