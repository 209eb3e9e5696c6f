import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { quoteValue } from '../filter/parse.ts';
import type { FilterStore } from './filter.ts';
import type { Settings } from './settings.ts';

export interface SavedFilters {
  /** The newest first. */
  readonly list: ReadonlySignal<readonly string[]>;
  /** What is asked now, buttons and toggle included, as one text. */
  readonly current: ReadonlySignal<string>;
  /** Keeps what is asked now, or lets it go if it is kept. */
  readonly toggle: () => void;
  /** Asks what was kept, and nothing else. */
  readonly apply: (text: string) => void;
  readonly stop: () => void;
}

const MOST = 20;
const LONGEST = 500;

/** The filters that the user keeps by hand. */
export function createSavedFilters(settings: Settings, filter: FilterStore): SavedFilters {
  const kept = settings.read('filters.saved');
  const list = signal<readonly string[]>(
    Array.isArray(kept)
      ? kept.filter((text): text is string => typeof text === 'string' && text.length <= LONGEST).slice(0, MOST)
      : [],
  );
  const current = computed(() =>
    [
      filter.text.value.trim(),
      ...[...filter.states.value].map((state) => `state:${quoteValue(state)}`),
      ...(filter.retryable.value ? ['retryable:yes'] : []),
    ]
      .filter(Boolean)
      .join(' '),
  );
  const stop = effect(() => settings.write('filters.saved', list.value));
  return {
    list,
    current,
    toggle() {
      const text = current.peek();
      const others = list.peek().filter((other) => other !== text);
      if (text === '' || text.length > LONGEST) return;
      list.value = others.length < list.peek().length ? others : [text, ...others].slice(0, MOST);
    },
    apply(text) {
      filter.reset();
      filter.text.value = text;
    },
    stop,
  };
}
