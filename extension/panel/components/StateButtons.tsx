import type { VNode } from 'preact';
import { STATE_BUTTONS, type StateButton } from '../store/state-buttons.ts';
import { useStore } from '../store/store.ts';
import { Count } from './Count.tsx';
import { StateIcon } from './StateIcon.tsx';
import './StateButtons.css';

const LABEL: Readonly<Record<StateButton, string>> = {
  pending: 'Pending',
  running: 'Running',
  retrying: 'Retrying',
  success: 'Success',
  error: 'Error',
  cancelled: 'Cancelled',
};

/** How many tasks are in each state, live; pressing one shows that state only. */
export function StateButtons(): VNode {
  const { filter, feed } = useStore();
  void feed.revision.value;
  const { counts } = feed.model;
  const chosen = filter.states.value;
  return (
    <fieldset class="states" aria-label="States">
      <button type="button" class="states__button" aria-pressed={chosen.size === 0} onClick={filter.showAllStates}>
        All{' '}
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
          title="Click to show this state only; with Ctrl, ⌘ or Shift to add it"
          onClick={(event) => filter.toggleState(state, event.ctrlKey || event.metaKey || event.shiftKey)}
        >
          <StateIcon state={state} hidden />
          {LABEL[state]}{' '}
          <span class="states__count">
            <Count value={counts[state]} />
          </span>
        </button>
      ))}
    </fieldset>
  );
}
