import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { RECORDINGS } from '../../locales/recordings.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { Menu } from './Menu.tsx';

/** Opens a recording from a file, and writes one of what is here: of all, of what the filter shows, of what is chosen. */
export function RecordingButtons(): VNode {
  const { recordings, rows, selection, save } = useStore();
  const text = useText(RECORDINGS);
  const input = useRef<HTMLInputElement>(null);
  const at = useSignal<{ readonly x: number; readonly y: number } | undefined>(undefined);
  const { rows: listed, total } = rows.value;
  const chosen = selection.tasks.value;
  return (
    <>
      <button
        type="button"
        class="toolbar__icon"
        aria-label={text.import}
        title={text.importTitle}
        onClick={() => input.current?.click()}
      >
        <svg viewBox="0 0 14 14" class="toolbar__glyph" aria-hidden="true">
          <path d="M7 1.5v7M4 5.8l3 3 3-3M1.8 9.5v3h10.4v-3" />
        </svg>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".jsonl,.gz"
        aria-label={text.file}
        onChange={(event) => {
          for (const file of event.currentTarget.files ?? []) void recordings.read(file);
          // The same file may be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <button
        type="button"
        class="toolbar__icon"
        aria-label={text.export}
        title={text.exportTitle}
        aria-haspopup="menu"
        aria-expanded={at.value !== undefined}
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          at.value = { x: left, y: bottom };
        }}
      >
        <svg viewBox="0 0 14 14" class="toolbar__glyph" aria-hidden="true">
          <path d="M7 8.8v-7M4 4.8l3-3 3 3M1.8 9.5v3h10.4v-3" />
        </svg>
      </button>
      {at.value !== undefined && (
        <Menu
          label={text.export}
          at={at.value}
          items={[
            { label: text.all(total), onChoose: () => save() },
            { label: text.shown(listed.length), disabled: listed.length === 0, onChoose: () => save(rows.peek().rows) },
            { label: text.chosen(chosen.length), disabled: chosen.length === 0, onChoose: () => save(chosen) },
          ]}
          onClose={() => {
            at.value = undefined;
          }}
        />
      )}
    </>
  );
}
