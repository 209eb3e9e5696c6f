import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { TASK } from '../../locales/task.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { copyItems } from './copy-items.ts';
import { Menu } from './Menu.tsx';
import './CopyButton.css';

/** ms that the button says how it went. */
const SAID = 1500;

/** A button that opens the ways to copy these tasks. */
export function CopyButton({ tasks }: { readonly tasks: readonly TaskModel[] }): VNode {
  const { copy: text } = useText(TASK);
  const store = useStore();
  const at = useSignal<{ readonly x: number; readonly y: number } | undefined>(undefined);
  const said = useSignal<'copied' | 'notCopied' | undefined>(undefined);
  useEffect(() => {
    if (said.value === undefined) return;
    return store.after(SAID, () => {
      said.value = undefined;
    });
  }, [said, said.value, store]);
  return (
    <>
      <button
        type="button"
        class="copy"
        aria-haspopup="menu"
        aria-expanded={at.value !== undefined}
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          at.value = { x: left, y: bottom };
        }}
      >
        {said.value === undefined ? text.button : text[said.value]}
      </button>
      {at.value !== undefined && (
        <Menu
          label={text.button}
          items={copyItems(tasks, store, text, document, (copied) => {
            said.value = copied ? 'copied' : 'notCopied';
          })}
          at={at.value}
          onClose={() => {
            at.value = undefined;
          }}
        />
      )}
    </>
  );
}
