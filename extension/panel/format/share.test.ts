import { expect, test } from 'vitest';
import { formatShare } from './share.ts';

test.each([
  [80, 96, '83 %'],
  [0, 5, '0 %'],
  [1, 250, '0.4 %'],
  [5, 5, '100 %'],
  [1, 0, '–'],
])('%d of %d is %s', (part, whole, text) => {
  expect(formatShare(part, whole)).toBe(text);
});
