import type { RefObject, VNode } from 'preact';
import type { SourceStatus } from '../source.ts';
import { useStore } from '../store/store.ts';
import { Count } from './Count.tsx';
import './Toolbar.css';

/** The connection in a word or two; what to do about it stands in the notice. */
export const STATUS_TEXT: Readonly<Record<SourceStatus['state'], string>> = {
  connecting: 'Connecting',
  'no-runtime': 'Waiting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  'not-here': 'Not connected',
  'could-not-connect': 'Could not connect',
  'version-mismatch': 'Version mismatch',
};

interface ToolbarProps {
  readonly filterRef: RefObject<HTMLInputElement | null>;
}

export function Toolbar({ filterRef }: ToolbarProps): VNode {
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
      <span class={`toolbar__status toolbar__status--${status}`} role="status">
        {STATUS_TEXT[status]}
      </span>
    </div>
  );
}

function FilterBox({ filterRef }: ToolbarProps): VNode {
  const { filter, rows } = useStore();
  const { rows: shown, total } = rows.value;
  return (
    <div class="toolbar__filter">
      <svg viewBox="0 0 12 12" class="toolbar__glyph toolbar__glyph--small" aria-hidden="true">
        <circle cx="5" cy="5" r="3.6" />
        <path d="M8 8l3 3" />
      </svg>
      <input
        ref={filterRef}
        type="search"
        class="toolbar__search"
        aria-label="Filter"
        placeholder="Filter by name, id or error"
        autocomplete="off"
        spellcheck={false}
        value={filter.text.value}
        onInput={(event) => {
          filter.text.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          if (filter.text.peek() === '') event.currentTarget.blur();
          else filter.text.value = '';
        }}
      />
      {filter.active.value && (
        <output class="toolbar__found" aria-label="Tasks shown">
          <Count value={shown.length} /> of <Count value={total} />
        </output>
      )}
    </div>
  );
}
