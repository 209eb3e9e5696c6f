import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clip, spellOut, textParts } from './text.ts';

const OVERRIDE = 'upload-\u202egnp.exe';

test('U03: an override character becomes a part of its own that names it', () => {
  expect(textParts(OVERRIDE)).toEqual([{ text: 'upload-' }, { text: '\u202e', mark: 'U+202E' }, { text: 'gnp.exe' }]);
  expect(spellOut(OVERRIDE)).toBe('upload-⟨U+202E⟩gnp.exe');
});

test('U03: a Hebrew name is left as it is', () => {
  expect(textParts('העלאה 42')).toEqual([{ text: 'העלאה 42' }]);
});

test('panel 4: the parts of any text are exactly that text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
      (text) => {
        expect(
          textParts(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      },
    ),
  );
});

test('panel 4: a lone surrogate, a line break and a zero-width space are made visible', () => {
  expect(spellOut('a\ud800b\nc\u200bd')).toBe('a⟨U+D800⟩b⟨↵⟩c⟨U+200B⟩d');
  expect(spellOut('😀👩‍👩‍👦')).toBe('😀👩‍👩‍👦');
});

test('U04: 47 y and an emoji shortened to 48 units keep no half of it', () => {
  const name = `${'y'.repeat(47)}😀tail`;
  expect(clip(name, 48)).toBe(`${'y'.repeat(47)}…`);
  expect(clip(name, 49)).toBe(`${'y'.repeat(47)}😀…`);
  expect(clip(name, 53)).toBe(name);
});

test('U04: a family emoji is kept or dropped whole at every cut', () => {
  const family = '👩‍👩‍👦';
  expect(family).toHaveLength(8);
  const name = `ab${family}`;
  for (let max = 0; max < name.length; max += 1) {
    const shown = clip(name, max);
    expect(shown).not.toMatch(/\p{Surrogate}/u);
    expect([`…`, 'a…', 'ab…']).toContain(shown);
  }
  expect(clip(name, name.length)).toBe(name);
});
