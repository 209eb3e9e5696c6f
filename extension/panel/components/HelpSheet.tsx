import type { VNode } from 'preact';
import { FILTER } from '../../locales/filter.ts';
import { FILTER_KEYS } from '../filter/keys.ts';
import { useText } from '../text.ts';
import { Sheet } from './Sheet.tsx';
import './HelpSheet.css';

const KEYS = [
  [['↑', '↓', 'PgUp', 'PgDn', 'Home', 'End'], 'move'],
  [['Enter'], 'details'],
  [['Esc'], 'close'],
  [['/'], 'filter'],
  [['Ctrl K', '⌘ K'], 'clear'],
  [['Ctrl A', '⌘ A'], 'all'],
  [['Ctrl C', '⌘ C'], 'copy'],
  [['Shift F10'], 'menu'],
  [['←', '→'], 'columns'],
  [['?'], 'help'],
] as const;

/** What can be done with the keyboard, and the language of the filter. */
export function HelpSheet({ onClose }: { readonly onClose: () => void }): VNode {
  const { help: text, keys: filterKeys } = useText(FILTER);
  const terms = [
    ['photo', text.terms.text],
    [`"${text.quotedExample}"`, text.terms.quoted],
    ['-photo', text.terms.not],
    ['state:error state:pending', text.terms.or],
    ['state:error attempts:>2', text.terms.and],
    ...FILTER_KEYS.map((key) => [`${key.name}:${key.values[0] ?? '…'}`, filterKeys[key.name]] as const),
  ] as const;
  return (
    <Sheet label={text.title} closeLabel={text.close} closeKey="?" onClose={onClose}>
      <div class="help">
        <h2 class="sheet__title">{text.keysTitle}</h2>
        <dl class="help__list">
          {KEYS.map(([keys, does]) => (
            <div key={does}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{text.keys[does]}</dd>
            </div>
          ))}
        </dl>
        <h2 class="sheet__title">{text.filterTitle}</h2>
        <dl class="help__list">
          {terms.map(([term, asks]) => (
            <div key={term}>
              <dt>
                <code>{term}</code>
              </dt>
              <dd>{asks}</dd>
            </div>
          ))}
        </dl>
        <h2 class="sheet__title">{text.waterfallTitle}</h2>
        <p class="help__text">{text.waterfall}</p>
      </div>
    </Sheet>
  );
}
