import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Named } from './run/titles.ts';
import { readTitles, referencesOf, strayReferences } from './run/titles.ts';

const LISTS = JSON.parse(readFileSync('e2e/data/facts.json', 'utf8')) as Record<'facts' | 'cases', Named[]>;

describe('titles of tests', () => {
  const titles = readTitles();

  it('are found, those of the specs too', () => {
    expect(titles.length).toBeGreaterThan(300);
    expect(new Set(titles.map(({ file }) => file.split('/')[0]))).toEqual(
      new Set(['runtime', 'bridge', 'extension', 'e2e']),
    );
  });

  it('name a fact or a case before their colon, where the list of what is covered finds it', () => {
    const astray = titles.filter(({ title }) => strayReferences(title).length > 0);
    expect(astray.map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
  });

  it('name facts and cases that there are', () => {
    const known = new Set([...LISTS.facts, ...LISTS.cases].map(({ id }) => id));
    const unknown = titles.flatMap(({ file, title }) =>
      referencesOf(title)
        // Q1–Q60 and D1–D64, the known faults, have no list of their own here.
        .filter((id) => !known.has(id) && !(/^[QD]/.test(id) && Number(id.slice(1)) <= (id[0] === 'Q' ? 60 : 64)))
        .map((id) => `${id} in ${file}`),
    );
    expect(unknown).toEqual([]);
  });

  it('are read as what they say', () => {
    expect(referencesOf('runtime 11 Q31: at most so many')).toEqual(['runtime 11', 'Q31']);
    expect(referencesOf('panel: no number, no claim')).toEqual([]);
    expect(strayReferences('the same as B06, late')).toEqual(['B06']);
    expect(strayReferences('B06: late')).toEqual([]);
  });
});
