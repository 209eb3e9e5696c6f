import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { describe, expect, test } from 'vitest';
import { hub } from './hub.ts';
import * as production from './index.production.ts';
import * as plain from './index.ts';

/** The ids on the hub now. */
function announced(): string[] {
  const ids: string[] = [];
  hub().watch(({ id }) => ids.push(id))();
  return ids;
}

/** What a bundler makes of an app that uses the given entry, as a script. */
async function bundle(entry: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tasklens-'));
  try {
    const input = join(folder, 'app.js');
    const path = new URL(entry, import.meta.url).pathname;
    writeFileSync(
      input,
      `import { createRuntime } from ${JSON.stringify(path)};\nglobalThis.made = createRuntime();\n`,
    );
    await build({
      configFile: false,
      logLevel: 'error',
      root: folder,
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: 'es2022',
        rolldownOptions: { input, output: { format: 'iife', entryFileNames: 'out.js' } },
      },
    });
    return readFileSync(join(folder, 'out.js'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a bundle in a realm of its own and says whether a hub is there afterwards. */
function leavesHub(code: string): boolean {
  const realm = { performance, queueMicrotask, crypto, console };
  return runInNewContext(`${code}; Symbol.for('tasklens.hub') in globalThis`, realm) === true;
}

describe('production', () => {
  test('runtime 35: the same names', () => {
    expect(Object.keys(production).sort()).toEqual(Object.keys(plain).sort());
  });

  test('runtime 35: nothing on the hub unless devtools is set explicitly', () => {
    const silent = [production.createRuntime(), production.createRuntime({ name: 'x', devtools: undefined })];
    const seen = [production.createRuntime({ devtools: true }), production.createRuntime({ devtools: { history: 5 } })];
    const ids = announced();
    for (const { id } of silent) expect(ids).not.toContain(id);
    for (const { id } of seen) expect(ids).toContain(id);
    expect(() => production.createRuntime(null as never)).toThrow('`options`');
    expect(() => production.createRuntime({ concurrency: 0 })).toThrow('`concurrency`');
  });

  test('runtime 35: a production bundle leaves no hub in the page, a plain one does; both run where there is no DOM', async () => {
    expect(leavesHub(await bundle('./index.production.ts'))).toBe(false);
    expect(leavesHub(await bundle('./index.ts'))).toBe(true);
  });

  test('runtime 35: package.json gives bundlers the production entry under that condition', () => {
    const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(exports['.'].production).toContain('/runtime/index.production.js');
    expect(exports['.'].default).toContain('/runtime/index.js');
  });

  test('runtime 35: VERSION is that of package.json', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(plain.VERSION).toBe(version);
  });
});
