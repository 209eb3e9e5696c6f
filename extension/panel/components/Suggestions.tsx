import type { VNode } from 'preact';
import { FILTER } from '../../locales/filter.ts';
import type { Suggestion } from '../filter/suggest.ts';
import { useText } from '../text.ts';
import { Text } from './Text.tsx';

interface SuggestionsProps {
  readonly offered: readonly Suggestion[];
  /** -1: none. */
  readonly marked: number;
  readonly onTake: (suggestion: Suggestion) => void;
}

/** What may be meant, below the filter. The focus stays in the box. */
export function Suggestions({ offered, marked, onTake }: SuggestionsProps): VNode {
  const words = useText(FILTER);
  const about = ({ about: what }: Suggestion): string => {
    if (what === undefined) return '';
    return what === 'saved' ? words.saved : words.keys[what];
  };
  return (
    <div
      id="tasklens-suggestions"
      class="suggestions"
      role="listbox"
      aria-label={words.suggestions}
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
          <span class="suggestions__about">{about(suggestion)}</span>
        </div>
      ))}
    </div>
  );
}
