import type { ComponentChildren, VNode } from 'preact';
import { ACCOUNTING } from '../../../locales/accounting.ts';
import { useStore } from '../../store/store.ts';
import { useText } from '../../text.ts';
import './FilterLink.css';

interface FilterLinkProps {
  /** The filter that lists the tasks behind it; undefined where none can say it. */
  readonly filter: string | undefined;
  /** Where it stands for none there is nothing to list. */
  readonly none?: boolean;
  readonly children: ComponentChildren;
}

/** A number that is a way to its tasks: the list shows them and nothing else. */
export function FilterLink({ filter, none = false, children }: FilterLinkProps): VNode {
  const { saved, views } = useStore();
  const text = useText(ACCOUNTING);
  if (filter === undefined || none) return <>{children}</>;
  return (
    <button
      type="button"
      class="filter-link"
      title={text.list(filter)}
      onClick={({ currentTarget }) => {
        const panel = currentTarget.closest('.tasklens');
        saved.apply(filter);
        views.show('tasks');
        // The button goes with its view: the focus goes where the reader looks next.
        requestAnimationFrame(() => panel?.querySelector<HTMLElement>('[role=grid]')?.focus());
      }}
    >
      {children}
    </button>
  );
}
