import { expect, test } from 'vitest';
import { pipe, retry, withTimeout } from '../index.ts';
import { bare } from '../testing/kit.ts';

test('runtime 27: pipe: first = innermost, any number of functions', async () => {
  const add = (letter: string) => (text: string) => text + letter;
  expect(pipe('x')).toBe('x');
  expect(pipe('x', add('a'), add('b'), add('c'), add('d'), add('e'), add('f'), add('g'))).toBe('xabcdefg');
  const run = pipe(
    () => 'value',
    (fn) => retry(fn, { retries: 1 }),
    (fn) => withTimeout(fn, 5000),
  );
  const value: string = await run(bare());
  expect(value).toBe('value');
});
