import { expect, it } from 'vitest';
import { Pages } from './pages.ts';
import type { DocumentHere } from './viewer-port.ts';

const here = (frameId: number, since: number): DocumentHere => ({
  documentId: `${frameId}@${since}`,
  frameId,
  since,
  url: '',
  hasRuntime: true,
  acknowledged: true,
});

it('bridge 13: a frame belongs to the page during which it began, forth and back', () => {
  const pages = new Pages();
  expect(pages.belongs(here(3, 5))).toBe(true);
  expect(pages.spoke(here(0, 100))).toBe(false);
  expect([pages.belongs(here(3, 150)), pages.belongs(here(3, 50))]).toEqual([true, false]);
  expect(pages.spoke(here(0, 200))).toBe(true);
  expect([pages.belongs(here(3, 150)), pages.belongs(here(3, 250))]).toEqual([false, true]);
  expect(pages.spoke(here(3, 250))).toBe(false);
  expect(pages.spoke(here(0, 100))).toBe(true);
  expect([pages.belongs(here(3, 150)), pages.belongs(here(3, 250)), pages.belongs(here(0, 200))]).toEqual([
    true,
    false,
    false,
  ]);
});
