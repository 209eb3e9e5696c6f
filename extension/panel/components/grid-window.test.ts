import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeTask } from '../testing/tasks.ts';
import {
  anchorOf,
  isAtEnd,
  isInSight,
  keptScrollTop,
  ROW_HEIGHT,
  rowWindow,
  scrollToShow,
  seenRows,
} from './grid-window.ts';

const list = (from: number, to: number): ReturnType<typeof makeTask>[] =>
  Array.from({ length: to - from }, (_, index) => makeTask({ id: `${from + index}` }));

test('panel: the height of a row is the same in the style sheet and in the arithmetic', () => {
  const tokens = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');
  expect(tokens).toContain(`--tl-row: ${ROW_HEIGHT}px;`);
});

test('panel 3: at most 200 rows are drawn, those in sight among them', () => {
  fc.assert(
    fc.property(fc.nat(2_400_000), fc.integer({ min: 24, max: 4000 }), fc.nat(100_000), (scrollTop, height, count) => {
      const { first, end } = rowWindow({ scrollTop, height }, count);
      expect(end - first).toBeLessThanOrEqual(200);
      expect(end).toBeLessThanOrEqual(count);
      const top = Math.floor(scrollTop / ROW_HEIGHT);
      if (top < count) expect(first).toBeLessThanOrEqual(top);
      if (top < count)
        expect(end).toBeGreaterThanOrEqual(Math.min(count, Math.ceil((scrollTop + height) / ROW_HEIGHT)));
    }),
  );
});

test('panel 3: a list that is not at its end keeps the row at its edge when older ones leave', () => {
  const before = list(0, 100);
  const view = { scrollTop: 50 * ROW_HEIGHT + 7, height: 240 };
  const anchor = anchorOf(before, view, false);
  expect(keptScrollTop(anchor, list(0, 200), view)).toBe(view.scrollTop);
  expect(keptScrollTop(anchor, list(30, 200), view)).toBe(20 * ROW_HEIGHT + 7);
  // The row itself is gone: the place stays.
  expect(keptScrollTop(anchor, list(60, 200), view)).toBe(view.scrollTop);
});

test('panel 3: at its end the list follows', () => {
  const view = { scrollTop: 100 * ROW_HEIGHT - 240, height: 240 };
  expect(isAtEnd(view, 100)).toBe(true);
  expect(isAtEnd({ ...view, scrollTop: view.scrollTop - ROW_HEIGHT }, 100)).toBe(false);
  expect(keptScrollTop(anchorOf(list(0, 100), view, true), list(0, 150), view)).toBe(150 * ROW_HEIGHT - 240);
});

test('a row that is out of sight is scrolled to, one in sight is not', () => {
  const view = { scrollTop: 240, height: 240 };
  expect(scrollToShow(9, view)).toBe(9 * ROW_HEIGHT);
  expect(scrollToShow(12, view)).toBe(240);
  expect(scrollToShow(20, view)).toBe(21 * ROW_HEIGHT - 240);
});

test('panel 3: a row of which only the edge is seen is in sight', () => {
  const view = { scrollTop: 30, height: 48 };
  expect([0, 1, 3, 4].map((index) => isInSight(index, view))).toEqual([false, true, true, false]);
});

test('the rows in sight are those whose any part is seen', () => {
  expect(seenRows(list(0, 100), { scrollTop: 30, height: 48 }).map((task) => task.id)).toEqual(['1', '2', '3']);
});
