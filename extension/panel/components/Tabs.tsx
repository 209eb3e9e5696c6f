import type { ComponentChildren, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import './Tabs.css';

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

interface TabListProps<Id extends string> {
  /** Tells these tabs from the panel's other ones; no space in it. */
  readonly group: string;
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
}

interface TabPanelProps {
  readonly group: string;
  readonly selected: string;
  readonly class: string;
  /** It scrolls, so it must be reachable by keyboard. */
  readonly focusable?: boolean;
  readonly children: ComponentChildren;
}

interface TabsProps<Id extends string> extends TabListProps<Id> {
  /** What the chosen tab shows. */
  readonly children: ComponentChildren;
}

/** Tabs by the ARIA pattern: one stop for the Tab key, arrows move between them. */
export function Tabs<Id extends string>({ children, ...list }: TabsProps<Id>): VNode {
  return (
    <>
      <TabList {...list} />
      <TabPanel group={list.group} selected={list.selected} class="tabs__panel" focusable>
        {children}
      </TabPanel>
    </>
  );
}

/** The tabs alone, for where what they show stands elsewhere. */
export function TabList<Id extends string>({ group, label, tabs, selected, onSelect }: TabListProps<Id>): VNode {
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
    list.current?.querySelector<HTMLElement>(`#${tabId(group, next.id)}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          class="tabs__tab"
          role="tab"
          id={tabId(group, tab.id)}
          aria-selected={tab.id === selected}
          aria-controls={tab.id === selected ? panelId(group) : undefined}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/** What the chosen one of the tabs of that name shows. */
export function TabPanel({ group, selected, class: className, focusable, children }: TabPanelProps): VNode {
  return (
    <div
      class={className}
      role="tabpanel"
      id={panelId(group)}
      aria-labelledby={tabId(group, selected)}
      {...(focusable ? { tabIndex: 0 } : {})}
    >
      {children}
    </div>
  );
}

const tabId = (group: string, id: string): string => `tasklens-${group}-tab-${id}`;
const panelId = (group: string): string => `tasklens-${group}-panel`;
