import type { VNode } from 'preact';
import { textParts } from '../format/text.ts';
import './Text.css';

/**
 * A text of the app, as text whatever it holds. It is isolated, so that no override in it turns what stands beside it,
 * and characters that would be unseen get a mark. The document's text stays exactly the original (the mark is drawn by
 * the style sheet), so a selection copies the exact original.
 */
export function Text({ text }: { readonly text: string }): VNode {
  return (
    <bdi class="text">
      {textParts(text).map((part, index) =>
        part.mark === undefined ? (
          part.text
        ) : (
          <bdi key={index} class="text__mark" data-mark={part.mark} title={part.mark}>
            {part.text}
          </bdi>
        ),
      )}
    </bdi>
  );
}

/** The same for a text of several lines, whose line breaks are its form and not something hidden in it. */
export function Lines({ text }: { readonly text: string }): VNode {
  return (
    <>
      {text.split('\n').map((line, index) => (
        <span key={index}>
          {index > 0 && '\n'}
          <Text text={line} />
        </span>
      ))}
    </>
  );
}
