import type { VNode } from 'preact';
import { Text } from '../../components/Text.tsx';

/** A text in which `code` stands between backquotes. What an app's error says may be in it, so it is text whatever it holds. */
export function CodeText({ text }: { readonly text: string }): VNode {
  return (
    <>
      {text
        .split('`')
        .map((part, index) =>
          index % 2 === 1 ? <code key={index}>{part}</code> : part === '' ? null : <Text key={index} text={part} />,
        )}
    </>
  );
}
