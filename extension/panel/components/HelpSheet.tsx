import type { VNode } from 'preact';
import { FILTER_KEYS } from '../filter/keys.ts';
import { Sheet } from './Sheet.tsx';
import './HelpSheet.css';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['↑', '↓', 'PgUp', 'PgDn', 'Home', 'End'], 'move in the list; with Shift choose a range'],
  [['Enter'], 'go to the details'],
  [['Esc'], 'close the details; in the filter: empty it'],
  [['/'], 'go to the filter'],
  [['Ctrl K', '⌘ K'], 'clear finished tasks'],
  [['Ctrl A', '⌘ A'], 'choose every task in the list'],
  [['Ctrl C', '⌘ C'], 'copy the names of the chosen tasks'],
  [['Shift F10'], 'the menu of the chosen tasks, or of the columns'],
  [['←', '→'], 'on a column’s title: move between titles; with Alt resize; Enter sorts'],
  [['?'], 'this sheet'],
];

const TERMS: readonly (readonly [term: string, asks: string])[] = [
  ['photo', 'a part of the name, the id or any error text'],
  ['"two words"', 'words as they stand'],
  ['-photo', 'not this'],
  ['state:error state:pending', 'terms of one key: one is enough'],
  ['state:error attempts:>2', 'terms of different keys: all must hold'],
];

/** What can be done with the keyboard, and the language of the filter. */
export function HelpSheet({ onClose }: { readonly onClose: () => void }): VNode {
  return (
    <Sheet label="Help" closeLabel="Close help" closeKey="?" onClose={onClose}>
      <div class="help">
        <h2 class="sheet__title">Keys</h2>
        <dl class="help__list">
          {KEYS.map(([keys, does]) => (
            <div key={does}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <h2 class="sheet__title">Filter</h2>
        <dl class="help__list">
          {TERMS.map(([term, asks]) => (
            <div key={term}>
              <dt>
                <code>{term}</code>
              </dt>
              <dd>{asks}</dd>
            </div>
          ))}
          {FILTER_KEYS.map((key) => (
            <div key={key.name}>
              <dt>
                <code>
                  {key.name}:{key.values[0] ?? '…'}
                </code>
              </dt>
              <dd>{key.asks}</dd>
            </div>
          ))}
        </dl>
        <h2 class="sheet__title">Waterfall</h2>
        <p class="help__text">
          Hatched: waiting in the queue. Solid: an attempt (green succeeded, red failed, blue runs, grey cancelled).
          Dashed: back-off. An upright line: a timeout fired; the triangle after it: the task really ended.
        </p>
      </div>
    </Sheet>
  );
}
