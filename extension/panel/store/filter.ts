import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { type CompiledFilter, compileFilter } from '../filter/compile.ts';
import type { RuntimeLabels } from '../present/runtime-labels.ts';
import { isWithin, type TimeWindow } from '../present/time-window.ts';
import type { Feed } from './feed.ts';
import type { Settings } from './settings.ts';
import type { SourceFilter } from './source-filter.ts';
import { STATE_BUTTONS, type StateButton } from './state-buttons.ts';

/** The test of all that is asked, and how long its answers hold. */
export interface Matcher {
  readonly test: (task: TaskModel) => boolean;
  /** Its answer for a task that has not ended may change with time alone. */
  readonly timely: boolean;
}

export interface FilterStore {
  readonly text: Signal<string>;
  /** The text as it is understood. */
  readonly compiled: ReadonlySignal<CompiledFilter>;
  /** Empty: every state. */
  readonly states: ReadonlySignal<ReadonlySet<StateButton>>;
  /** Only failures that the runtime called retryable. */
  readonly retryable: Signal<boolean>;
  /**
   * Only tasks that waited or ran in it. It is of the moments that are looked at, so unlike the rest it is not kept: the
   * next page's tasks would all lie outside of it.
   */
  readonly window: Signal<TimeWindow | undefined>;
  /** Whether anything is asked of a task at all. */
  readonly active: ReadonlySignal<boolean>;
  readonly matcher: ReadonlySignal<Matcher>;
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

export function createFilter(
  settings: Settings,
  feed: Feed,
  labels: ReadonlySignal<RuntimeLabels>,
  source: SourceFilter,
): FilterStore {
  const keptText = settings.read('filter.text');
  const keptStates = settings.read('filter.states');
  const text = signal(typeof keptText === 'string' ? keptText : '');
  const states = signal<ReadonlySet<StateButton>>(
    new Set(Array.isArray(keptStates) ? keptStates.filter(isStateButton) : []),
  );
  const retryable = signal(settings.read('filter.retryable') === true);
  const window = signal<TimeWindow | undefined>(undefined);

  const compiled = computed(() => compileFilter(text.value));
  const world = {
    watchOf: feed.watchOf,
    runtimeName: (task: TaskModel) => labels.peek().get(task.runtimeKey) ?? '',
  };
  const active = computed(
    () =>
      compiled.value.terms.length > 0 ||
      states.value.size > 0 ||
      retryable.value ||
      window.value !== undefined ||
      source.chosen.value !== '',
  );
  const matcher = computed((): Matcher => {
    // Runtimes are few and their names stand; when one comes, what was asked of it is asked anew.
    void labels.value;
    const { test, timely } = compiled.value;
    const wanted = states.value;
    const onlyRetryable = retryable.value;
    const within = window.value;
    const shows = source.shows.value;
    return {
      timely,
      test: (task) =>
        shows(task) &&
        (!onlyRetryable || isRetryableFailure(task)) &&
        (within === undefined || isWithin(task, within)) &&
        (wanted.size === 0 || wanted.has(task.state) || (task.retrying && wanted.has('retrying'))) &&
        test(task, world),
    };
  });
  const stop = effect(() => {
    settings.write('filter.text', text.value);
    settings.write('filter.states', [...states.value]);
    settings.write('filter.retryable', retryable.value);
  });

  return {
    text,
    compiled,
    states,
    retryable,
    window,
    active,
    matcher,
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
      window.value = undefined;
      source.choose('');
    },
    stop,
  };
}
