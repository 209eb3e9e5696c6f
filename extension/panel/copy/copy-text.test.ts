// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { copyText } from './copy-text.ts';

/** A document whose copy command does what a browser's does: it fires the event. */
function withCopyCommand(): DataTransfer {
  const data = new DataTransfer();
  document.execCommand = () =>
    document.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, cancelable: true, bubbles: true }));
  return data;
}

test('panel 4: a copied text is exact, and the page’s other copy listeners do not hear of it', () => {
  const data = withCopyCommand();
  const other = (event: Event): void => {
    throw new Error(`heard ${event.type}`);
  };
  document.addEventListener('copy', other);
  expect(copyText(document, 'a\u202eb\n')).toBe(true);
  document.removeEventListener('copy', other);
  expect(data.getData('text/plain')).toBe('a\u202eb\n');
});

test('a browser that fires no copy event has not taken the text', () => {
  document.execCommand = () => false;
  expect(copyText(document, 'x')).toBe(false);
  const data = new DataTransfer();
  document.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data }));
  expect(data.getData('text/plain')).toBe('');
});
