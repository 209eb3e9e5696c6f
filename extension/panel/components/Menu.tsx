import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import './Menu.css';

export interface MenuItem {
  readonly label: string;
  /** For an item that is on or off. */
  readonly checked?: boolean;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** px in the window, its left upper corner. */
  readonly at: { readonly x: number; readonly y: number };
  /** Also called after an item was chosen; the focus goes back to where it was. */
  readonly onClose: () => void;
}

/** A menu at a place: arrows move, Enter or a click chooses, Esc or a click elsewhere closes. */
export function Menu({ label, items, at, onClose }: MenuProps): VNode {
  const menu = useRef<HTMLDivElement>(null);
  const closing = useRef(onClose);
  closing.current = onClose;
  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return;
    const root = element.getRootNode();
    const before = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
    const { innerWidth, innerHeight } = globalThis.window;
    element.style.left = `${Math.max(0, Math.min(at.x, innerWidth - element.offsetWidth - 4))}px`;
    element.style.top = `${Math.max(0, Math.min(at.y, innerHeight - element.offsetHeight - 4))}px`;
    // A container query's container may hold what is fixed, and then the place is counted from it, not from the window.
    const { left, top } = element.getBoundingClientRect();
    const off = { x: left - Number.parseFloat(element.style.left), y: top - Number.parseFloat(element.style.top) };
    element.style.translate = `${-off.x}px ${-off.y}px`;
    itemsOf(element)[0]?.focus();
    const onPointer = (event: Event): void => {
      if (!event.composedPath().includes(element)) closing.current();
    };
    const { window } = globalThis;
    window.addEventListener('pointerdown', onPointer, true);
    window.addEventListener('blur', onPointer);
    return () => {
      window.removeEventListener('pointerdown', onPointer, true);
      window.removeEventListener('blur', onPointer);
      if (before instanceof HTMLElement && element.contains(root instanceof Document ? root.activeElement : null)) {
        before.focus();
      }
    };
  }, [at.x, at.y]);

  const choose = (item: MenuItem): void => {
    if (item.disabled) return;
    closing.current();
    item.onChoose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (menu.current === null) return;
    const places = itemsOf(menu.current);
    const now = places.indexOf(event.target as HTMLElement);
    const targets: Partial<Record<string, number>> = {
      ArrowDown: (now + 1) % places.length,
      ArrowUp: (now - 1 + places.length) % places.length,
      Home: 0,
      End: places.length - 1,
    };
    const target = targets[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') closing.current();
    else if (target === undefined) return;
    else places[target]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={menu} class="menu" role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <Item key={item.label} item={item} onChoose={() => choose(item)}>
          {item.label}
        </Item>
      ))}
    </div>
  );
}

interface ItemProps {
  readonly item: MenuItem;
  readonly onChoose: () => void;
  readonly children: ComponentChildren;
}

const itemsOf = (menu: HTMLElement): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];

function Item({ item, onChoose, children }: ItemProps): VNode {
  const common = {
    type: 'button',
    class: 'menu__item',
    'aria-disabled': item.disabled,
    tabIndex: -1,
    onClick: onChoose,
  } as const;
  if (item.checked === undefined) {
    return (
      <button {...common} role="menuitem">
        <span class="menu__check" />
        {children}
      </button>
    );
  }
  return (
    <button {...common} role="menuitemcheckbox" aria-checked={item.checked}>
      <span class="menu__check" aria-hidden="true">
        {item.checked ? '✓' : ''}
      </span>
      {children}
    </button>
  );
}
