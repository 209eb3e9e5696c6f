import type { VNode } from 'preact';
import { SHELL } from '../../locales/shell.ts';
import { clip, spellOut } from '../format/text.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import './SourcePicker.css';

/** Units of a label; an option has no room for more, and nothing else can be done with it. */
const LABEL = 60;
const shown = (label: string): string => clip(spellOut(label), LABEL);

/** Which page, frame, worker or runtime the list is of. */
export function SourcePicker(): VNode {
  const { sourceFilter } = useStore();
  const { toolbar: text } = useText(SHELL);
  const groups = sourceFilter.groups.value;
  return (
    <select
      class="source-picker"
      aria-label={text.source}
      title={text.sourceTitle}
      value={sourceFilter.chosen.value}
      onChange={(event) => sourceFilter.choose(event.currentTarget.value)}
    >
      <option value="">{text.allSources}</option>
      {groups.map((group) => (
        <optgroup key={group.id} label={shown(group.label)}>
          {/* One runtime alone is what its page is. */}
          {group.runtimes.length !== 1 && <option value={group.id}>{text.allOf(shown(group.label))}</option>}
          {group.runtimes.map((runtime) => (
            <option key={runtime.id} value={runtime.id}>
              {shown(runtime.label)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
