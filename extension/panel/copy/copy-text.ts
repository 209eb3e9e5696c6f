/**
 * Puts a text on the clipboard, exactly as it is. The asynchronous clipboard is closed to a DevTools panel (its frame has
 * no permission for it), so this makes the browser copy and answers its copy event. Call it within a press or a key.
 * Says whether the browser took it.
 */
export function copyText(view: Document, text: string): boolean {
  let taken = false;
  const answer = (event: ClipboardEvent): void => {
    if (event.clipboardData === null) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    taken = true;
  };
  view.addEventListener('copy', answer, { capture: true, once: true });
  try {
    view.execCommand('copy');
  } finally {
    view.removeEventListener('copy', answer, { capture: true });
  }
  return taken;
}
