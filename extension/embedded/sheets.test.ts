// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { addSheet, adoptSheets } from './sheets.ts';

const shadow = (): ShadowRoot => document.createElement('div').attachShadow({ mode: 'open' });

test('panel: the styles of a view that is loaded later reach the panels that are there, and no other', () => {
  addSheet('.first { color: red; }');
  const [one, two] = [shadow(), shadow()];
  const release = adoptSheets(one);
  adoptSheets(two);
  addSheet('.second { color: red; }');
  expect(one.adoptedStyleSheets).toHaveLength(2);
  expect(two.adoptedStyleSheets).toEqual(one.adoptedStyleSheets);
  release();
  addSheet('.third { color: red; }');
  expect(one.adoptedStyleSheets).toHaveLength(0);
  expect(two.adoptedStyleSheets).toHaveLength(3);
});
