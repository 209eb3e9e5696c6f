import type { VNode } from 'preact';
import type { Figures } from '../../../../bridge/model/accounting-figures.ts';
import { ENDINGS } from '../../../../bridge/model/endings.ts';
import { ACCOUNTING } from '../../../locales/accounting.ts';
import { Count } from '../../components/Count.tsx';
import { useText } from '../../text.ts';
import { FilterLink } from './FilterLink.tsx';
import { FILTERS } from './filters.ts';

/** How the tasks of a group ended, as one bar. The same in words is its name. */
export function EndingsBar({ figures }: { readonly figures: Figures }): VNode {
  const { endings: text } = useText(ACCOUNTING);
  const parts = ENDINGS.filter((ending) => figures.endings[ending] > 0);
  const says = parts.map((ending) => `${text[ending]} ${figures.endings[ending]}`).join(', ');
  return (
    <div class="endings-bar" role="img" aria-label={says} title={says}>
      {parts.map((ending) => (
        <span
          key={ending}
          class={`endings-bar__part ending ending--${ending}`}
          style={{ flexGrow: figures.endings[ending] }}
        />
      ))}
    </div>
  );
}

/** What the parts of the bars mean, with their numbers. */
export function EndingsLegend({ figures }: { readonly figures: Figures }): VNode {
  const { endings: text } = useText(ACCOUNTING);
  const ended = ENDINGS.reduce((sum, ending) => sum + figures.endings[ending], 0);
  const open = figures.tasks - ended;
  return (
    <ul class="endings" aria-label={text.title}>
      {ENDINGS.filter((ending) => figures.endings[ending] > 0).map((ending) => (
        <li key={ending}>
          <span class={`endings__key ending ending--${ending}`} />
          {text[ending]}{' '}
          <FilterLink filter={`ending:${ending}`}>
            <Count value={figures.endings[ending]} />
          </FilterLink>
        </li>
      ))}
      {open > 0 && (
        <li>
          <span class="endings__key endings__key--open" />
          {text.open}{' '}
          <FilterLink filter={FILTERS.open}>
            <Count value={open} />
          </FilterLink>
        </li>
      )}
    </ul>
  );
}
