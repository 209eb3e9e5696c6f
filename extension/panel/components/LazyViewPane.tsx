import type { VNode } from 'preact';
import { SHELL } from '../../locales/shell.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import type { LazyView } from '../views/registry.ts';
import { Boundary } from './Boundary.tsx';
import { Notice } from './Notice.tsx';
import './LazyViewPane.css';

/** A view beside Tasks: its loading, what to do when it could not be loaded or broke, and itself. */
export function LazyViewPane({ view }: { readonly view: LazyView }): VNode {
  const { views } = useStore();
  const text = useText(SHELL);
  const name = text.views[view.id];
  const state = views.stateOf(view).value;
  if (state.state === 'loading') {
    return (
      <p class="lazy-view__loading" aria-busy="true">
        {text.loading(name)}
      </p>
    );
  }
  if (state.state === 'failed') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: in a low panel it scrolls, and must be reachable by keyboard
      <div class="lazy-view__notice" tabIndex={0}>
        <Notice title={text.loadFailed.title(name)}>
          <p>{text.loadFailed.advice}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
          <pre class="notice__code" tabIndex={0}>
            {state.reason}
          </pre>
          <button type="button" class="notice__button" onClick={() => views.loadAgain(view)}>
            {text.loadFailed.again}
          </button>
        </Notice>
      </div>
    );
  }
  const { View } = state;
  return (
    <Boundary name={name}>
      <View />
    </Boundary>
  );
}
