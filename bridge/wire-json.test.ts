import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wireJson } from './wire-json.ts';

it('bridge 20: infinite numbers come back as they were, whatever the texts beside them', () => {
  const value = {
    limit: Number.POSITIVE_INFINITY,
    least: Number.NEGATIVE_INFINITY,
    name: 'infinity',
    other: '-infinity_',
  };
  expect(wireJson(value)).toContain('"limit":1e999');
  expect(JSON.parse(wireJson(value))).toEqual(value);
  const leaf = fc.oneof(fc.string(), fc.constantFrom('infinity', '-infinity', Infinity, -Infinity), fc.integer());
  fc.assert(
    fc.property(fc.dictionary(fc.string(), leaf), (any) => {
      expect(Object.entries(JSON.parse(wireJson(any)))).toEqual(Object.entries(any));
    }),
  );
});
