import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Preview, PreviewNode } from '../../../bridge/preview-types.ts';
import { TASK } from '../../locales/task.ts';
import { isExpandable, previewEntries, previewSummary } from '../present/preview-text.ts';
import { useText } from '../text.ts';
import { Text } from './Text.tsx';
import './PreviewTree.css';

interface PreviewTreeProps {
  readonly name: string | undefined;
  readonly value: Preview;
  readonly open?: boolean;
}

/** A value that can be opened level by level. What is closed is not drawn: a preview may have ten thousand nodes. */
export function PreviewTree({ name, value, open = false }: PreviewTreeProps): VNode {
  return isExpandable(value) ? (
    <Branch name={name} value={value} open={open} />
  ) : (
    <div class="tree__leaf">
      <Label name={name} />
      <Value value={value} />
    </div>
  );
}

function Branch({
  name,
  value,
  open,
}: {
  readonly name: string | undefined;
  readonly value: PreviewNode;
  readonly open: boolean;
}): VNode {
  const { data: text } = useText(TASK);
  const isOpen = useSignal(open);
  return (
    <details
      class="tree"
      open={isOpen.value}
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary class="tree__line">
        <Label name={name} />
        <Text text={previewSummary(value, !isOpen.value)} />
      </summary>
      {isOpen.value && (
        <div class="tree__inside">
          {previewEntries(value).map(([key, entry], index) => (
            <PreviewTree key={`${index} ${key}`} name={key} value={entry} />
          ))}
          {(value.more ?? 0) > 0 && <div class="tree__leaf tree__more">{text.leftOut(value.more ?? 0)}</div>}
        </div>
      )}
    </details>
  );
}

function Label({ name }: { readonly name: string | undefined }): VNode | null {
  return name === undefined ? null : (
    <span class="tree__key">
      <Text text={name} />:{' '}
    </span>
  );
}

/** A text is shown whole: that is what it is looked at for. */
function Value({ value }: { readonly value: Preview }): VNode {
  return (
    <span class={typeof value === 'string' ? 'tree__string' : 'tree__value'}>
      <Text text={typeof value === 'string' ? `"${value}"` : previewSummary(value)} />
    </span>
  );
}
