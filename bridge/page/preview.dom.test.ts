// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { previewJson } from './preview.ts';

it('D30: a DOM node shows as name, id and class; its properties are not walked', () => {
  document.body.innerHTML = '<div id="list" class="tasks wide"><b>text</b></div>';
  const node = document.querySelector('div');
  const walked = Object.defineProperty(node ?? {}, '__react', {
    value: { huge: Array(10_000).fill(0) },
    enumerable: true,
  });
  expect(JSON.parse(previewJson(walked))).toEqual({
    kind: 'dom',
    class: 'HTMLDivElement',
    entries: [
      ['localName', 'div'],
      ['id', 'list'],
      ['className', 'tasks wide'],
    ],
  });
});

it('bridge 6: an event that something was rejected with shows its type', () => {
  const shown: unknown = JSON.parse(previewJson(new ErrorEvent('error')));
  expect(shown).toMatchObject({ kind: 'event', class: 'ErrorEvent', entries: [['type', 'error']] });
});
