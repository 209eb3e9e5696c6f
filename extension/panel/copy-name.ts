import type { SelectionStore } from './store/selection.ts';

/**
 * Copy without a selected text copies the name of the chosen task, exactly as it is: a row may show it shortened, and
 * what is shown of a control character is a mark. The copy event needs no clipboard permission, which a DevTools panel
 * has not got. Returns what stops it.
 */
export function copyName(element: HTMLElement, selection: SelectionStore): () => void {
  const onCopy = (event: ClipboardEvent): void => {
    const task = selection.task.peek();
    const chosen = element.ownerDocument.getSelection();
    const inInput = event.target instanceof HTMLInputElement;
    if (task === undefined || inInput || event.clipboardData === null || (chosen !== null && !chosen.isCollapsed))
      return;
    event.clipboardData.setData('text/plain', task.name);
    event.preventDefault();
  };
  // The event starts at the focused element or, without one, at the body.
  const view = element.ownerDocument;
  view.addEventListener('copy', onCopy);
  return () => view.removeEventListener('copy', onCopy);
}
