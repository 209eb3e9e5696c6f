import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { LazyView, ViewId } from '../views/registry.ts';
import type { Settings } from './settings.ts';

/** How far a view is whose code comes when it is first shown. */
export type ViewState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'ready'; readonly View: ComponentType };

export interface ViewsStore {
  readonly lazy: readonly LazyView[];
  /** The chosen one; Tasks when the one that was kept is not there. */
  readonly shown: ReadonlySignal<ViewId>;
  readonly show: (id: ViewId) => void;
  /** Begins to load what was not asked for yet. */
  readonly stateOf: (view: LazyView) => ReadonlySignal<ViewState>;
  /** Once more, after it failed. */
  readonly loadAgain: (view: LazyView) => void;
  readonly stop: () => void;
}

const LOADING: ViewState = { state: 'loading' };

export function createViews(settings: Settings, lazy: readonly LazyView[]): ViewsStore {
  const kept = settings.read('view');
  const shown = signal<ViewId>(lazy.find((view) => view.id === kept)?.id ?? 'tasks');
  const states = new Map<LazyView, Signal<ViewState>>();

  const load = (view: LazyView, state: Signal<ViewState>): void => {
    view.load().then(
      (View) => {
        state.value = { state: 'ready', View };
      },
      (reason: unknown) => {
        state.value = { state: 'failed', reason: String(reason) };
      },
    );
  };
  return {
    lazy,
    shown,
    show(id) {
      shown.value = id;
    },
    stateOf(view) {
      const known = states.get(view);
      if (known !== undefined) return known;
      const state = signal<ViewState>(LOADING);
      states.set(view, state);
      load(view, state);
      return state;
    },
    loadAgain(view) {
      const state = states.get(view);
      if (state?.peek().state !== 'failed') return;
      state.value = LOADING;
      load(view, state);
    },
    stop: effect(() => settings.write('view', shown.value)),
  };
}
