import type { RefObject, VNode } from 'preact';
import { COMMANDS } from '../../locales/commands.ts';
import { SHELL } from '../../locales/shell.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { FilterBox } from './FilterBox.tsx';
import { RecordingButtons } from './RecordingButtons.tsx';
import { SourcePicker } from './SourcePicker.tsx';
import './Toolbar.css';

interface ToolbarProps {
  readonly filterRef: RefObject<HTMLInputElement | null>;
  readonly onCommands: () => void;
  readonly onSettings: () => void;
}

export function Toolbar({ filterRef, onCommands, onSettings }: ToolbarProps): VNode {
  const text = useText(SHELL);
  const { filter, preserveLog, clear, commands, feed, recording } = useStore();
  const commandText = useText(COMMANDS);
  const status = feed.status.value.state;
  return (
    <div class="toolbar" role="toolbar" aria-label={text.toolbar.label}>
      {recording !== undefined && (
        <button
          type="button"
          class="toolbar__icon toolbar__record"
          aria-label={text.toolbar.record}
          aria-pressed={recording.value}
          title={recording.value ? text.toolbar.pauseTitle : text.toolbar.recordTitle}
          onClick={() => {
            recording.value = !recording.peek();
          }}
        >
          <svg viewBox="0 0 14 14" class="toolbar__glyph" aria-hidden="true">
            <circle cx="7" cy="7" r="4.6" />
          </svg>
        </button>
      )}
      <button
        type="button"
        class="toolbar__icon"
        aria-label={text.toolbar.clear}
        title={text.toolbar.clearTitle}
        onClick={clear}
      >
        <svg viewBox="0 0 14 14" class="toolbar__glyph" aria-hidden="true">
          <circle cx="7" cy="7" r="5.3" />
          <path d="M3.3 3.3l7.4 7.4" />
        </svg>
      </button>
      <RecordingButtons />
      <span class="toolbar__rule" />
      <label class="toolbar__check" title={text.toolbar.preserveLogTitle}>
        <input
          type="checkbox"
          checked={preserveLog.value}
          onChange={(event) => {
            preserveLog.value = event.currentTarget.checked;
          }}
        />
        {text.toolbar.preserveLog}
      </label>
      <span class="toolbar__rule" />
      <FilterBox filterRef={filterRef} />
      <button
        type="button"
        class="toolbar__toggle"
        aria-label={text.toolbar.retryable}
        aria-pressed={filter.retryable.value}
        title={text.toolbar.retryableTitle}
        onClick={() => {
          filter.retryable.value = !filter.retryable.peek();
        }}
      >
        <span aria-hidden="true">↻</span>
        <span class="toolbar__long">{text.toolbar.retryable}</span>
        <span class="toolbar__short">{text.toolbar.retryableShort}</span>
      </button>
      <SourcePicker />
      {commands !== undefined && (
        <button
          type="button"
          class="toolbar__icon"
          aria-label={commandText.menu}
          title={commandText.menuTitle}
          aria-haspopup="dialog"
          onClick={onCommands}
        >
          <svg viewBox="0 0 14 14" class="toolbar__glyph" aria-hidden="true">
            <path d="M3 2.5v9M5.5 2.5v9M8.5 3l4 4-4 4z" />
          </svg>
        </button>
      )}
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
        {text.connection[status]}
      </span>
    </div>
  );
}
