import type { SelectionStore } from '../store/selection.ts';

/**
 * Copy without a marked text copies the names of the chosen tasks, exactly as they are: a row may show one shortened,
 * and what is shown of a control character is a mark. The copy event needs no clipboard permission, which a DevTools
 * panel has not got. Returns what stops it.
 */
export function copyName(element: HTMLElement, selection: SelectionStore): () => void {
  const onCopy = (event: ClipboardEvent): void => {
    const tasks = selection.tasks.peek();
    const marked = element.ownerDocument.getSelection();
    const inInput = event.target instanceof HTMLInputElement;
    if (tasks.length === 0 || inInput || event.clipboardData === null || (marked !== null && !marked.isCollapsed))
      return;
    event.clipboardData.setData('text/plain', tasks.map((task) => task.name).join('\n'));
    event.preventDefault();
  };
  // The event starts at the focused element or, without one, at the body.
  const view = element.ownerDocument;
  view.addEventListener('copy', onCopy);
  return () => view.removeEventListener('copy', onCopy);
}
