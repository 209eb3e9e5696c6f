import { readFileSync } from 'node:fs';
import { main } from './commands.ts';
import type { Named } from './titles.ts';
import { readTitles, referencesOf } from './titles.ts';

// Which tests name a fact of the specification or a case from the field, and which of them no test names.

main(async () => {
  const { facts, cases } = JSON.parse(readFileSync('e2e/data/facts.json', 'utf8')) as Record<
    'facts' | 'cases',
    Named[]
  >;
  const named = new Map<string, string[]>();
  for (const { file, title } of readTitles()) {
    for (const reference of referencesOf(title)) {
      named.set(reference, [...(named.get(reference) ?? []), `${file} › ${title}`]);
    }
  }
  const missing: Named[] = [];
  for (const one of [...facts, ...cases]) {
    const tests = named.get(one.id) ?? [];
    console.log(`${one.id}  ${one.title}`);
    for (const test of tests) console.log(`    ${test}`);
    if (tests.length === 0) missing.push(one);
  }
  const all = facts.length + cases.length;
  console.log(`\n${all - missing.length} of ${all} facts and cases are named by a test. No test names:`);
  for (const { id, title } of missing) console.log(`    ${id}  ${title}`);
  return 0;
});
