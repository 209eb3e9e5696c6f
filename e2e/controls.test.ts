import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONTROLS } from './controls.ts';
import { readTitles } from './run/titles.ts';

test('each control breaks what stands in its file exactly once, and names one test of its spec', () => {
  const titles = readTitles();
  for (const { name, file, find, replace, spec, title } of CONTROLS) {
    expect(readFileSync(file, 'utf8').split(find), `${name} in ${file}`).toHaveLength(2);
    expect(replace, name).not.toBe(find);
    const named = titles.filter((one) => one.file === `e2e/${spec}` && one.title.includes(title));
    expect(named.length, `${name}: tests of ${spec} with “${title}”`).toBeGreaterThanOrEqual(1);
  }
  expect(new Set(CONTROLS.map(({ name }) => name)).size).toBe(CONTROLS.length);
});
