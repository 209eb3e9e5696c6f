import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** In the bundled font besides the first level of GB 2312. */
const BESIDES = new Set('浏');

/** GB 2312, level 1: rows 0xB0 to 0xD7. */
function levelOne(): ReadonlySet<string> {
  const decoder = new TextDecoder('gb18030');
  const found = new Set<string>();
  for (let high = 0xb0; high <= 0xd7; high += 1) {
    for (let low = 0xa1; low <= 0xfe; low += 1) found.add(decoder.decode(new Uint8Array([high, low])));
  }
  return found;
}

test('panel 8: every character of the Chinese catalogs is in the font of the kept pictures', () => {
  const folder = 'extension/locales/zh-CN';
  const text = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  const known = levelOne();
  const missing = [...new Set(text.join(''))].filter(
    (character) => /\p{Script=Han}/u.test(character) && !known.has(character) && !BESIDES.has(character),
  );
  expect(missing).toEqual([]);
});
