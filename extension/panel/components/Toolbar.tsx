import type { RefObject, VNode } from 'preact';
import { SHELL } from '../../locales/shell.ts';
import type { SourceStatus } from '../source.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { FilterBox } from './FilterBox.tsx';
import './Toolbar.css';

/** The connection in a word or two; what to do about it stands in the notice. */
export const STATUS_TEXT: Readonly<Record<SourceStatus['state'], string>> = {
  connecting: 'Connecting',
  'no-runtime': 'Waiting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  'not-here': 'Not connected',
  'could-not-connect': 'Could not connect',
  recording: 'Recording',
  'version-mismatch': 'Version mismatch',
};

interface ToolbarProps {
  readonly filterRef: RefObject<HTMLInputElement | null>;
  readonly onSettings: () => void;
}

export function Toolbar({ filterRef, onSettings }: ToolbarProps): VNode {
  const text = useText(SHELL);
  const { filter, preserveLog, clear, feed } = useStore();
  const status = feed.status.value.state;
  return (
    <div class="toolbar" role="toolbar" aria-label="Tasks toolbar">
      <button
        type="button"
        class="toolbar__icon"
        aria-label="Clear"
        title="Clear finished tasks (Ctrl+K or ⌘K)"
        onClick={clear}
      >
        <svg viewBox="0 0 14 14" class="toolbar__glyph" aria-hidden="true">
          <circle cx="7" cy="7" r="5.3" />
          <path d="M3.3 3.3l7.4 7.4" />
        </svg>
      </button>
      <span class="toolbar__rule" />
      <label class="toolbar__check" title="Keep the tasks of a page that was left">
        <input
          type="checkbox"
          checked={preserveLog.value}
          onChange={(event) => {
            preserveLog.value = event.currentTarget.checked;
          }}
        />
        Preserve log
      </label>
      <span class="toolbar__rule" />
      <FilterBox filterRef={filterRef} />
      <button
        type="button"
        class="toolbar__toggle"
        aria-label="Retryable failures"
        aria-pressed={filter.retryable.value}
        title="Only failures whose error the runtime calls retryable"
        onClick={() => {
          filter.retryable.value = !filter.retryable.peek();
        }}
      >
        <span aria-hidden="true">↻</span>
        <span class="toolbar__long">Retryable failures</span>
        <span class="toolbar__short">Retryable</span>
      </button>
      <button
        type="button"
        class="toolbar__icon"
        aria-label={text.settings.title}
        title={text.settings.title}
        aria-haspopup="dialog"
        onClick={onSettings}
      >
        <svg viewBox="0 0 14 14" class="toolbar__glyph" aria-hidden="true">
          <path d="M1.5 4h6.2m3.3 0h1.5M1.5 10H3m3.3 0h6.2" />
          <circle cx="9.4" cy="4" r="1.6" />
          <circle cx="4.6" cy="10" r="1.6" />
        </svg>
      </button>
      <span class={`toolbar__status toolbar__status--${status}`} role="status">
        {STATUS_TEXT[status]}
      </span>
    </div>
  );
}
