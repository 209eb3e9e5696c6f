import type { VNode } from 'preact';
import { SHELL } from '../../locales/shell.ts';
import { STATE_BUTTONS } from '../store/state-buttons.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { Count } from './Count.tsx';
import { StateIcon } from './StateIcon.tsx';
import './StateButtons.css';

/** How many tasks are in each state, live; pressing one shows that state only. */
export function StateButtons(): VNode {
  const { states: text } = useText(SHELL);
  const { filter, feed } = useStore();
  void feed.revision.value;
  const { counts } = feed.model;
  const chosen = filter.states.value;
  return (
    <fieldset class="states" aria-label={text.label}>
      <button type="button" class="states__button" aria-pressed={chosen.size === 0} onClick={filter.showAllStates}>
        {text.all}{' '}
        <span class="states__count">
          <Count value={counts.all} />
        </span>
      </button>
      {STATE_BUTTONS.map((state) => (
        <button
          key={state}
          type="button"
          class="states__button"
          aria-pressed={chosen.has(state)}
          title={text.title}
          onClick={(event) => filter.toggleState(state, event.ctrlKey || event.metaKey || event.shiftKey)}
        >
          <StateIcon state={state} />
          {text[state]}{' '}
          <span class="states__count">
            <Count value={counts[state]} />
          </span>
        </button>
      ))}
    </fieldset>
  );
}
