import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finderOf, fold } from './plain.ts';

test('U06: what is found is what the folded texts say, whatever signs they hold', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      'a',
      'B',
      'e',
      '\u0301',
      '\u00e9',
      '\u00c9',
      '[',
      '(',
      '*',
      '\\',
      '.',
      '-',
      '/',
      '|',
      '$',
      'ſ',
      'K',
    ),
  });
  fc.assert(
    fc.property(text, text, (wanted, name) => {
      expect(finderOf(wanted)(name)).toBe(fold(name).includes(fold(wanted)));
    }),
  );
});

test('U06: é is é, composed or not, in either case; and an e is none', () => {
  for (const wanted of ['caf\u00e9', 'cafe\u0301', 'CAF\u00c9']) {
    expect(finderOf(wanted)('Caf\u00e9')).toBe(true);
    expect(finderOf(wanted)('Cafe\u0301')).toBe(true);
    expect(finderOf(wanted)('cafe')).toBe(false);
  }
  expect(finderOf('cafe')('cafe\u0301')).toBe(false);
});
