import type { SelectionStore } from '../store/selection.ts';

/**
 * Copy without a marked text copies the names of the chosen tasks, exactly as they are: a row may show one shortened,
 * and what is shown of a control character is a mark. The copy event needs no clipboard permission, which a DevTools
 * panel has not got. Returns what stops it.
 */
export function copyName(element: HTMLElement, selection: SelectionStore, ownsPage: boolean): () => void {
  const onCopy = (event: ClipboardEvent): void => {
    const tasks = selection.tasks.peek();
    // In a page with more in it than the panel, what is copied elsewhere is none of its business.
    const [target] = event.composedPath();
    const ours = ownsPage || event.composedPath().includes(element);
    if (!ours || tasks.length === 0 || target instanceof HTMLInputElement || isMarked(element)) return;
    if (event.clipboardData === null) return;
    event.clipboardData.setData('text/plain', tasks.map((task) => task.name).join('\n'));
    event.preventDefault();
  };
  // The event starts at the focused element or, without one, at the body.
  const view = element.ownerDocument;
  view.addEventListener('copy', onCopy);
  return () => view.removeEventListener('copy', onCopy);
}

/** Whether the reader has marked a text; one within a shadow root is told by that root alone, where a browser tells it. */
function isMarked(element: HTMLElement): boolean {
  const root = element.getRootNode();
  const own = 'getSelection' in root && typeof root.getSelection === 'function' ? root.getSelection() : undefined;
  const marked: Selection | null | undefined = own ?? element.ownerDocument.getSelection();
  return marked !== null && marked !== undefined && !marked.isCollapsed;
}
