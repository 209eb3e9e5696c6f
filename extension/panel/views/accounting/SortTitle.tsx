import type { ComponentChildren, VNode } from 'preact';

interface SortTitleProps {
  readonly sorted: boolean;
  readonly onSort: () => void;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** The title of a column of figures; pressed, the greatest stand first. */
export function SortTitle({ sorted, onSort, title, children }: SortTitleProps): VNode {
  return (
    <th scope="col" class="figures__figure" aria-sort={sorted ? 'descending' : undefined}>
      <button type="button" class="figures__sort" title={title} onClick={onSort}>
        {children}
        {sorted && (
          <span class="figures__arrow" aria-hidden="true">
            ▾
          </span>
        )}
      </button>
    </th>
  );
}
