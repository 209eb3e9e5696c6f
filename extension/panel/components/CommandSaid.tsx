import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { COMMANDS } from '../../locales/commands.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import './CommandSaid.css';

/** ms that the panel says how a command went; a refusal stands longer. */
const SAID = { done: 4_000, refused: 10_000 } as const;

/** How the last command went, in words: for screen readers too, without taking the focus. */
export function CommandSaid(): VNode | null {
  const text = useText(COMMANDS);
  const { commands, after } = useStore();
  const said = commands?.said.value;
  useEffect(() => {
    if (said === undefined || commands === undefined) return;
    return after(said.refused.size > 0 ? SAID.refused : SAID.done, commands.dismiss);
  }, [said, commands, after]);
  if (commands === undefined) return null;
  const refused = [...(said?.refused ?? [])];
  const many = (said?.done ?? 0) + refused.reduce((sum, [, count]) => sum + count, 0) > 1;
  return (
    <p class={refused.length > 0 ? 'said said--refused' : 'said'} aria-live="polite" hidden={said === undefined}>
      {said !== undefined && (refused.length === 0 || said.done > 0) && <span>{text.done[said.what](said.done)} </span>}
      {refused.map(([reason, count]) => (
        <span key={reason}>
          {many ? text.refusedMany(count, text.refused[reason]) : text.notDone(text.refused[reason])}{' '}
        </span>
      ))}
    </p>
  );
}
