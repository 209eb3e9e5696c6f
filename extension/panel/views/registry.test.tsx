import { expect, test } from 'vitest';
import { LAZY_VIEWS, VIEW_IDS } from './registry.ts';

test('panel 9: the views beside Tasks stand in the order of their tabs, each once', () => {
  const places = LAZY_VIEWS.map(({ id }) => VIEW_IDS.indexOf(id));
  expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
});
