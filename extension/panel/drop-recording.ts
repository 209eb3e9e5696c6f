import type { RecordingsStore } from './store/recordings.ts';

/** A file that is dropped onto the panel is opened, not navigated to. Returns what stops it. */
export function dropRecording(element: HTMLElement, recordings: RecordingsStore): () => void {
  const over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const drop = (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    for (const file of files) void recordings.read(file);
  };
  element.addEventListener('dragover', over);
  element.addEventListener('drop', drop);
  return () => {
    element.removeEventListener('dragover', over);
    element.removeEventListener('drop', drop);
  };
}
