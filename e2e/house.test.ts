import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Who may know whom is the linter's to enforce; this proves that it does, on files made up for the purpose in a folder
// of their own, so that no broken file ever stands in the tree.

interface Case {
  readonly file: string;
  readonly from: string;
  readonly allowed: boolean;
}

const no = (file: string, from: string): Case => ({ file, from, allowed: false });
const yes = (file: string, from: string): Case => ({ file, from, allowed: true });

const CASES: readonly Case[] = [
  no('runtime/a.ts', 'p-queue'),
  no('runtime/b.ts', '@preact/signals'),
  no('runtime/c.ts', 'node:fs'),
  no('runtime/d.ts', '../bridge/index.ts'),
  no('runtime/middleware/e.ts', '../../extension/panel/mount.tsx'),
  no('runtime/f.test.ts', '../bridge/index.ts'),
  yes('runtime/middleware/g.ts', '../clock.ts'),
  yes('runtime/h.test.ts', 'fast-check'),
  no('bridge/a.ts', '../runtime/errors.ts'),
  no('bridge/page/b.ts', '../../runtime/middleware/retry.ts'),
  no('bridge/page/c.ts', '../../runtime/testing/index.ts'),
  no('bridge/model/d.ts', '../../extension/panel/store/filter.ts'),
  no('bridge/e.test.ts', '../runtime/clock.ts'),
  yes('bridge/f.ts', '../runtime/index.ts'),
  yes('bridge/page/g.ts', '../../runtime/hub.ts'),
  yes('bridge/page/h.ts', '../model/types.ts'),
  yes('bridge/page/i.test.ts', '../../runtime/testing/index.ts'),
  no('extension/panel/a.ts', '../../runtime/index.ts'),
  no('extension/panel/b.ts', '../../runtime/hub.ts'),
  no('extension/panel/c.ts', 'tasklens'),
  no('extension/panel/d.test.ts', '../../runtime/index.ts'),
  yes('extension/entrypoints/e.ts', '../../bridge/protocol.ts'),
  yes('extension/panel/f.tsx', 'preact'),
  no('e2e/a.spec.ts', '../runtime/index.ts'),
  no('e2e/lab/b.ts', '../../bridge/page/attach.ts'),
  no('e2e/c.spec.ts', '../extension/panel/mount.tsx'),
  no('e2e/d.test.ts', '../bridge/schema.ts'),
  yes('e2e/forgeries.test.ts', '../bridge/schema.ts'),
  yes('e2e/lab/pages/forgeries.ts', '../../../bridge/handover.ts'),
  yes('e2e/lab/d.ts', 'tasklens'),
  yes('e2e/lab/e.ts', 'tasklens/bridge'),
  yes('e2e/f.spec.ts', '../bridge/model/types.ts'),
];

interface Report {
  readonly diagnostics: readonly { readonly category: string; readonly location: { readonly path: string } }[];
}

const biome = join(dirname(createRequire(import.meta.url).resolve('@biomejs/biome/package.json')), 'bin', 'biome');

describe('house: the linter enforces who may know whom', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tasklens-house-'));
  let restricted: ReadonlySet<string>;

  beforeAll(() => {
    cpSync('biome.json', join(folder, 'biome.json'));
    for (const { file, from } of CASES) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `import { a } from '${from}';\n\na();\n`);
    }
    // --only keeps this to the rule in question; without git, since the folder is no repository.
    const args = ['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false', '--reporter=json'];
    const run = spawnSync(process.execPath, [biome, ...args, '--max-diagnostics=none'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (run.error) throw run.error;
    const report = JSON.parse(run.stdout) as Report;
    restricted = new Set(
      report.diagnostics.filter((d) => d.category === 'lint/style/noRestrictedImports').map((d) => d.location.path),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const { file, from, allowed } of CASES) {
    it(`house: ${file} ${allowed ? 'may' : 'may not'} import ${from}`, () => {
      expect(restricted.has(file)).toBe(!allowed);
    });
  }
});
