import { mountPanel } from '../mount.tsx';
import { openRecordingSource } from '../recording-source.ts';

// The panel over the recording that `npx tasklens view FILE` serves beside it.

/** The package's version; put in place by the build. */
declare const __TASKLENS_VERSION__: string;

const element = document.getElementById('panel');
if (element === null) throw new Error('The viewer has lost its #panel element.');
try {
  const answer = await fetch('recording');
  const name = decodeURIComponent(answer.headers.get('x-recording-name') ?? 'recording');
  const source = await openRecordingSource(new Uint8Array(await answer.arrayBuffer()), name);
  document.title = `${name} – Tasklens`;
  mountPanel(element, { source, version: __TASKLENS_VERSION__, ownsPage: true });
} catch (error) {
  element.textContent = error instanceof Error ? error.message : String(error);
}
