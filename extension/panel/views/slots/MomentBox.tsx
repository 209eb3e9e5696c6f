import { type Signal, useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { SLOTS } from '../../../locales/slots.ts';
import { formatTimeOfDay } from '../../format/time-of-day.ts';
import type { TimeRange } from '../../present/time-window.ts';
import { useText } from '../../text.ts';
import { parseMoment } from './moment.ts';

interface MomentBoxProps {
  readonly cursor: Signal<number | undefined>;
  readonly range: TimeRange;
  /** Another moment was typed. */
  readonly onMoment: (at: number) => void;
}

/** The moment that the table tells of, to be read and to be typed; empty: now. */
export function MomentBox({ cursor, range, onMoment }: MomentBoxProps): VNode {
  const text = useText(SLOTS);
  const typed = useSignal<string | undefined>(undefined);
  const wrong = useSignal(false);
  const take = (value: string): void => {
    const at = parseMoment(value, range.from);
    wrong.value = value.trim() !== '' && at === undefined;
    if (wrong.value) return;
    typed.value = undefined;
    cursor.value = at;
    if (at !== undefined) onMoment(at);
  };
  return (
    <label class="slots__moment" title={wrong.value ? text.momentWrong : text.momentHint}>
      {text.moment}
      <input
        type="text"
        size={12}
        spellcheck={false}
        autocomplete="off"
        placeholder={text.table.now}
        aria-invalid={wrong.value}
        value={typed.value ?? (cursor.value === undefined ? '' : formatTimeOfDay(cursor.value))}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
        onBlur={(event) => {
          if (typed.value !== undefined) take(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget.value);
          else if (event.key === 'Escape') {
            event.stopPropagation();
            wrong.value = false;
            typed.value = undefined;
            cursor.value = undefined;
          }
        }}
      />
    </label>
  );
}
