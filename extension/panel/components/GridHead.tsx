// biome-ignore-all lint/a11y/useSemanticElements: a virtual list of absolutely placed rows is no <table>; the roles say what it is
// biome-ignore-all lint/a11y/useFocusableInteractive: a title holds the focus, one of them at a time

import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { LIST } from '../../locales/list.ts';
import { type Column, usefulColumns } from '../present/columns.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { dragFrom } from './drag.ts';
import { Menu, type MenuItem } from './Menu.tsx';
import './GridHead.css';

/** px that an arrow key makes a column wider or narrower. */
const STEP = 12;

interface GridHeadProps {
  readonly columns: readonly Column[];
  /** What the waterfall's title says of its scale. */
  readonly scale: string | undefined;
  readonly waterfallRef: (element: HTMLElement | null) => void;
}

/** The titles of the columns: press to sort, drag an edge to resize, right-click to hide. */
export function GridHead({ columns, scale, waterfallRef }: GridHeadProps): VNode {
  const text = useText(LIST);
  const store = useStore();
  const { sort, columns: layout } = store;
  const head = useRef<HTMLDivElement>(null);
  const focused = useSignal(0);
  const menu = useSignal<{ readonly x: number; readonly y: number } | undefined>(undefined);
  const by = sort.by.value;
  const titles = (): HTMLElement[] => [...(head.current?.querySelectorAll<HTMLElement>('[role=columnheader]') ?? [])];

  const onKeyDown = (event: KeyboardEvent, column: Column): void => {
    const at = columns.indexOf(column);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Enter' || event.key === ' ') sort.toggle(column.id);
    else if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) return;
    if (event.altKey) {
      const width = titles()[at]?.offsetWidth;
      if (width !== undefined) layout.resize(column.id, width + step * STEP);
      return;
    }
    focused.value = Math.min(columns.length - 1, Math.max(0, at + step));
    titles()[focused.value]?.focus();
  };
  const items: MenuItem[] = [
    ...usefulColumns(store.runtimeLabels.value.size > 1).map((column) => ({
      label: text.columns[column.id],
      checked: !layout.hidden.value.has(column.id),
      disabled: column.always === true,
      onChoose: () => layout.toggle(column.id),
    })),
    { label: text.resetColumns, onChoose: layout.reset },
  ];
  return (
    <>
      <div
        ref={head}
        class="head"
        role="row"
        aria-rowindex={1}
        onContextMenu={(event) => {
          event.preventDefault();
          menu.value = { x: event.clientX, y: event.clientY };
        }}
      >
        {columns.map((column, index) => (
          <div
            key={column.id}
            ref={column.id === 'waterfall' ? waterfallRef : null}
            class="head__title"
            role="columnheader"
            aria-label={column.sign === undefined ? undefined : text.columns[column.id]}
            aria-sort={by?.column === column.id ? (by.descending ? 'descending' : 'ascending') : undefined}
            data-numeric={column.numeric}
            title={text.columnTitle(text.columns[column.id])}
            tabIndex={index === Math.min(focused.value, columns.length - 1) ? 0 : -1}
            onClick={() => sort.toggle(column.id)}
            onFocus={() => {
              focused.value = index;
            }}
            onKeyDown={(event) => onKeyDown(event, column)}
          >
            <span class="head__text">{column.sign ?? text.columns[column.id]}</span>
            <span class="head__arrow" aria-hidden="true" />
            {column.id === 'waterfall' && scale !== undefined && (
              <span class="head__scale" title={text.scaleTitle}>
                {scale}
              </span>
            )}
            {index < columns.length - 1 && <Grip column={column} />}
          </div>
        ))}
      </div>
      {menu.value !== undefined && (
        <Menu
          label={text.columnsMenu}
          items={items}
          at={menu.value}
          onClose={() => {
            menu.value = undefined;
          }}
        />
      )}
    </>
  );
}

/** The edge of a column. By keys a column is resized with Alt and an arrow on its title. */
function Grip({ column }: { readonly column: Column }): VNode {
  const { columns } = useStore();
  return (
    <div
      class="head__grip"
      aria-hidden="true"
      onPointerDown={(event) => {
        const width = event.currentTarget.parentElement?.offsetWidth ?? 0;
        dragFrom(event, ({ x }) => columns.resize(column.id, width + x));
      }}
      onClick={(event) => event.stopPropagation()}
      onDblClick={() => columns.resize(column.id, undefined)}
    />
  );
}
