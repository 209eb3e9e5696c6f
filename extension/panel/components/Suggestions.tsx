import type { VNode } from 'preact';
import type { Suggestion } from '../filter/suggest.ts';
import { Text } from './Text.tsx';

interface SuggestionsProps {
  readonly offered: readonly Suggestion[];
  /** -1: none. */
  readonly marked: number;
  readonly onTake: (suggestion: Suggestion) => void;
}

/** What may be meant, below the filter. The focus stays in the box. */
export function Suggestions({ offered, marked, onTake }: SuggestionsProps): VNode {
  return (
    <div
      id="tasklens-suggestions"
      class="suggestions"
      role="listbox"
      aria-label="Suggestions"
      tabIndex={-1}
      hidden={offered.length === 0}
    >
      {offered.map((suggestion, index) => (
        <div
          key={`${suggestion.about} ${suggestion.text}`}
          id={`tasklens-suggestion-${index}`}
          class="suggestions__one"
          role="option"
          aria-selected={index === marked}
          tabIndex={-1}
          // Before the box loses the focus and the list closes.
          onMouseDown={(event) => {
            event.preventDefault();
            onTake(suggestion);
          }}
        >
          <span class="suggestions__text">
            <Text text={suggestion.text} />
          </span>
          <span class="suggestions__about">{suggestion.about}</span>
        </div>
      ))}
    </div>
  );
}
