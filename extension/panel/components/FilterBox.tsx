import { useSignal } from '@preact/signals';
import type { RefObject, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { FILTER } from '../../locales/filter.ts';
import { presentValues } from '../filter/present.ts';
import { type Suggestion, suggest } from '../filter/suggest.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { Count } from './Count.tsx';
import { FilterText } from './FilterText.tsx';
import { fill } from './fill.ts';
import { Suggestions } from './Suggestions.tsx';
import { WindowTerm } from './WindowTerm.tsx';
import './FilterBox.css';

interface FilterBoxProps {
  readonly filterRef: RefObject<HTMLInputElement | null>;
}

/** The filter: typed in its language, coloured as it is understood, with suggestions while typing. */
export function FilterBox({ filterRef }: FilterBoxProps): VNode {
  const words = useText(FILTER);
  const { filter, saved, rows, feed } = useStore();
  const { rows: shown, total } = rows.value;
  const open = useSignal(false);
  const marked = useSignal(-1);
  const caret = useSignal(0);
  const scroll = useSignal(0);
  const mirror = useRef<HTMLDivElement>(null);

  const text = filter.text.value;
  const offered = open.value ? offers() : [];

  function offers(): readonly Suggestion[] {
    const kept = text === '' ? saved.list.value : [];
    return [
      ...kept.map((each) => ({ text: each, about: 'saved' as const, filter: each, caret: each.length })),
      ...suggest(text, caret.value, () => presentValues(feed.model)),
    ];
  }
  const close = (): void => {
    open.value = false;
    marked.value = -1;
  };
  const read = (input: HTMLInputElement): void => {
    caret.value = input.selectionStart ?? input.value.length;
    scroll.value = input.scrollLeft;
  };
  const take = (suggestion: Suggestion): void => {
    const input = filterRef.current;
    if (suggestion.about === 'saved') saved.apply(suggestion.filter);
    else filter.text.value = suggestion.filter;
    if (input === null) return;
    // The box must hold the text before a caret can be put into it.
    input.value = suggestion.filter;
    input.setSelectionRange(suggestion.caret, suggestion.caret);
    input.focus();
    read(input);
    marked.value = -1;
    open.value = suggestion.text.endsWith(':');
  };

  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }): void => {
    const input = event.currentTarget;
    const chosen = offered[marked.value];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open.value) {
        read(input);
        open.value = true;
        return;
      }
      // One place more than there are suggestions: none is marked there, and the text is the reader's own.
      const places = offered.length + 1;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      marked.value = ((marked.value + 1 + step + places) % places) - 1;
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen !== undefined) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === 'Enter') {
      close();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      const offers = offered.length > 0;
      close();
      if (offers) return;
      if (text === '') input.blur();
      else filter.text.value = '';
    }
  };

  const isSaved = saved.list.value.includes(saved.current.value);
  return (
    <div class="filter">
      <svg viewBox="0 0 12 12" class="filter__glyph" aria-hidden="true">
        <circle cx="5" cy="5" r="3.6" />
        <path d="M8 8l3 3" />
      </svg>
      <WindowTerm />
      <div class="filter__field">
        <FilterText text={text} terms={filter.compiled.value.terms} scroll={scroll.value} mirrorRef={mirror} />
        <input
          ref={filterRef}
          type="search"
          class="filter__input"
          aria-label={words.label}
          aria-autocomplete="list"
          aria-controls="tasklens-suggestions"
          aria-activedescendant={marked.value === -1 ? undefined : `tasklens-suggestion-${marked.value}`}
          placeholder={words.placeholder}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => {
            filter.text.value = event.currentTarget.value;
            read(event.currentTarget);
            marked.value = -1;
            open.value = event.currentTarget.value !== '';
          }}
          onKeyDown={onKeyDown}
          onKeyUp={(event) => read(event.currentTarget)}
          onClick={(event) => read(event.currentTarget)}
          onScroll={(event) => read(event.currentTarget)}
          onBlur={close}
        />
      </div>
      {saved.current.value !== '' && (
        <button
          type="button"
          class="filter__save"
          aria-label={words.save}
          aria-pressed={isSaved}
          title={isSaved ? words.unsaveTitle : words.saveTitle}
          onClick={saved.toggle}
        >
          <svg viewBox="0 0 12 12" class="filter__glyph" aria-hidden="true">
            <path d="M6 1.2l1.4 3.1 3.4.3-2.6 2.2.8 3.3L6 8.4 3 10.1l.8-3.3L1.2 4.6l3.4-.3z" />
          </svg>
        </button>
      )}
      {filter.active.value && (
        <output class="filter__found" aria-label={words.foundLabel}>
          {fill(words.found, <Count value={shown.length} />, <Count value={total} />)}
        </output>
      )}
      <Suggestions offered={offered} marked={marked.value} onTake={take} />
    </div>
  );
}
