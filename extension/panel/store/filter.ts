import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { fold, hasText } from '../filter/plain.ts';
import type { TaskState } from '../present/words.ts';
import type { Settings } from './settings.ts';

/** The states a button stands for: those of a task, and between two attempts, a part of running. */
export const STATE_BUTTONS = ['pending', 'running', 'retrying', 'success', 'error', 'cancelled'] as const;
export type StateButton = TaskState | 'retrying';

export interface FilterStore {
  readonly text: Signal<string>;
  /** Empty: every state. */
  readonly states: ReadonlySignal<ReadonlySet<StateButton>>;
  /** Only failures that the runtime called retryable. */
  readonly retryable: Signal<boolean>;
  /** Whether anything is asked of a task at all. */
  readonly active: ReadonlySignal<boolean>;
  readonly matches: ReadonlySignal<(task: TaskModel) => boolean>;
  /** Shows this state alone, or all again if it was shown alone; `add` keeps the others. */
  readonly toggleState: (state: StateButton, add: boolean) => void;
  readonly showAllStates: () => void;
  readonly reset: () => void;
  readonly stop: () => void;
}

/** The runtime's own boolean, never recomputed. */
const isRetryableFailure = (task: TaskModel): boolean => task.state === 'error' && task.retryable;

function isStateButton(value: unknown): value is StateButton {
  return STATE_BUTTONS.some((state) => state === value);
}

export function createFilter(settings: Settings): FilterStore {
  const keptText = settings.read('filter.text');
  const keptStates = settings.read('filter.states');
  const text = signal(typeof keptText === 'string' ? keptText : '');
  const states = signal<ReadonlySet<StateButton>>(
    new Set(Array.isArray(keptStates) ? keptStates.filter(isStateButton) : []),
  );
  const retryable = signal(settings.read('filter.retryable') === true);

  const words = computed(() => fold(text.value).split(/\s+/).filter(Boolean));
  const active = computed(() => words.value.length > 0 || states.value.size > 0 || retryable.value);
  const matches = computed(() => {
    const needles = words.value;
    const wanted = states.value;
    const onlyRetryable = retryable.value;
    return (task: TaskModel): boolean =>
      (!onlyRetryable || isRetryableFailure(task)) &&
      (wanted.size === 0 || wanted.has(task.state) || (task.retrying && wanted.has('retrying'))) &&
      needles.every((needle) => hasText(task, needle));
  });
  const stop = effect(() => {
    settings.write('filter.text', text.value);
    settings.write('filter.states', [...states.value]);
    settings.write('filter.retryable', retryable.value);
  });

  return {
    text,
    states,
    retryable,
    active,
    matches,
    toggleState(state, add) {
      const before = states.peek();
      const next = new Set(add ? before : []);
      if (before.has(state) && (add || before.size === 1)) next.delete(state);
      else next.add(state);
      states.value = next;
    },
    showAllStates() {
      states.value = new Set();
    },
    reset() {
      text.value = '';
      states.value = new Set();
      retryable.value = false;
    },
    stop,
  };
}
