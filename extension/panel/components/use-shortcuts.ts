interface Actions {
  readonly clear: () => void;
  readonly close: () => void;
  readonly focusFilter: () => void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type !== 'checkbox';

/** The keys that hold everywhere in the panel: `/` to filter, Ctrl/⌘+K to clear, Esc to close the details. */
export function useShortcuts({ clear, close, focusFilter }: Actions): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      clear();
    } else if (event.key === 'Escape' && !command) {
      close();
    } else if (event.key === '/' && !command && !event.altKey && !isTyping(event.target)) {
      event.preventDefault();
      focusFilter();
    }
  };
}
