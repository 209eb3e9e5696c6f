import { useEffect, useRef } from 'preact/hooks';

interface Actions {
  readonly clear: () => void;
  /** Closes the details; says whether there were any. */
  readonly close: () => boolean;
  readonly focusFilter: () => void;
  readonly help: () => void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type !== 'checkbox';

/**
 * Hears keys that were pressed while nothing had the focus, where the page is the panel's own: a panel that was just
 * shown must answer to `/` without a click first.
 */
export function useUnfocusedKeys(ownsPage: boolean, onKeyDown: (event: KeyboardEvent) => void): void {
  const current = useRef(onKeyDown);
  current.current = onKeyDown;
  useEffect(() => {
    if (!ownsPage) return;
    const hear = (event: KeyboardEvent): void => {
      if (event.target === document.body) current.current(event);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [ownsPage]);
}

/** The keys that hold everywhere in the panel: `/` to filter, Ctrl/⌘+K to clear, Esc to close the details, `?` for help. */
export function useShortcuts({ clear, close, focusFilter, help }: Actions): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      clear();
    } else if (event.key === 'Escape' && !command) {
      // What is done here is not done once more by DevTools, which opens its drawer on Esc.
      if (close()) event.stopPropagation();
    } else if ((event.key === '/' || event.key === '?') && !command && !event.altKey && !isTyping(event.target)) {
      event.preventDefault();
      if (event.key === '/') focusFilter();
      else help();
    }
  };
}
