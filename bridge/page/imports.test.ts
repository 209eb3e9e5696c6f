import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** Files that a file takes values from, itself included; types cost nothing and are left out. */
function reached(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, names = '', from = ''] of source.matchAll(/^(?:import|export) (?!type)([^;]*?) from '(\.[^']+)';/gms)) {
    const onlyTypes =
      names.replace(/[{}\s]/g, '') !== '' &&
      names
        .replace(/[{}]/g, '')
        .split(',')
        .every((name) => /^\s*(type |$)/.test(name));
    if (!onlyTypes) reached(resolve(dirname(file), from), seen);
  }
  return seen;
}

it('bridge: the script in the page takes of the runtime its hub, and nothing that knows tasks', () => {
  const root = resolve(import.meta.dirname, '../..');
  const files = [...reached(resolve(root, 'bridge/page/page-bridge.ts'))].map((file) => file.slice(root.length + 1));
  const allowed =
    /^(bridge\/(page\/(page-bridge|channel|viewer|commands|held|guarded|outbox|encode|preview|built-ins|contents|primordials|text)|protocol|handover)\.ts|runtime\/(hub|error-digest|errors)\.ts)$/;
  expect(files.filter((file) => !allowed.test(file))).toEqual([]);
  expect(files).toContain('runtime/hub.ts');
});
