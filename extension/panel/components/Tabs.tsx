import type { ComponentChildren, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import './Tabs.css';

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** What the chosen tab shows. */
  readonly children: ComponentChildren;
}

/** Tabs by the ARIA pattern: one stop for the Tab key, arrows move between them. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Id>): VNode {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const targets: Partial<Record<string, number>> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const index = targets[event.key];
    const next = index === undefined ? undefined : tabs[index];
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next.id);
    list.current?.querySelector<HTMLElement>(`#tasklens-tab-${next.id}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            class="tabs__tab"
            role="tab"
            id={`tasklens-tab-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls="tasklens-tabpanel"
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        class="tabs__panel"
        role="tabpanel"
        id="tasklens-tabpanel"
        aria-labelledby={`tasklens-tab-${selected}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
      >
        {children}
      </div>
    </>
  );
}
