import type { VNode } from 'preact';
import { RecordingError } from '../../../bridge/recording/format.ts';
import { RECORDINGS } from '../../locales/recordings.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { Text } from './Text.tsx';
import './RecordingsBar.css';

/** Where recordings are open: the live session and each of them, one of which is looked at. */
export function RecordingsBar(): VNode | null {
  const { recordings } = useStore();
  const text = useText(RECORDINGS);
  const open = recordings.open.value;
  const shown = recordings.shown.value;
  if (open.length === 0) return null;
  return (
    <nav class="recordings" aria-label={text.label}>
      <button
        type="button"
        class="recordings__one"
        aria-pressed={shown === undefined}
        onClick={() => recordings.show(undefined)}
      >
        {text.live}
      </button>
      {open.map((one, index) => (
        <span key={index} class="recordings__pair">
          <button
            type="button"
            class="recordings__one"
            aria-pressed={shown === one}
            onClick={() => recordings.show(one)}
          >
            <Text text={one.name} />
          </button>
          <button
            type="button"
            class="recordings__close"
            aria-label={text.close(one.name)}
            onClick={() => recordings.close(one)}
          >
            <svg viewBox="0 0 12 12" aria-hidden="true">
              <path d="M3 3l6 6m0-6l-6 6" />
            </svg>
          </button>
        </span>
      ))}
    </nav>
  );
}

/** Why a file could not be opened. What was on the screen is there still. */
export function ImportFault(): VNode | null {
  const { recordings } = useStore();
  const text = useText(RECORDINGS);
  const fault = recordings.fault.value;
  if (fault === undefined) return null;
  const { error } = fault;
  return (
    <div class="banner" role="alert">
      <span>
        <Text text={text.notOpened(fault.name)} />{' '}
        <Text text={error instanceof RecordingError ? text.fault(error.fault) : text.notRead} />
      </span>
      <button type="button" class="notice__button" onClick={recordings.forgetFault}>
        {text.dismiss}
      </button>
    </div>
  );
}
