import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import { main, mustRun } from './commands.ts';

const OUT = resolve('dist/size');

/** The export conditions that change what is shipped: a development build, and what a production app ships. */
const CONDITIONS = ['development', 'production'] as const;

/** What an app that imports this much of the library would ship: bundled, tree-shaken and minified as Vite does. */
async function entries(): Promise<Record<string, string>> {
  const names = Object.keys(await import('tasklens'));
  const without = names.filter((name) => name !== 'Schedule');
  return {
    runtime: `export { ${without.join(', ')} } from 'tasklens';`,
    'runtime-and-schedule': `export * from 'tasklens';`,
    retry: `export { retry } from 'tasklens';`,
  };
}

async function bundle(name: string, source: string, condition: (typeof CONDITIONS)[number]): Promise<void> {
  const entry = join(OUT, `${name}.entry.js`);
  writeFileSync(entry, `${source}\n`);
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['module', 'browser', condition] },
    build: {
      outDir: OUT,
      emptyOutDir: false,
      target: 'es2022',
      minify: true,
      // Not Vite's library mode, which leaves an ES module's spaces and comments in.
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: `${condition}/${name}.js` },
      },
      modulePreload: { polyfill: false },
    },
  });
}

/** What the panel's page loads before anything is pressed, in one file: its script and what that needs at once. */
function gatherFirstLoad(): void {
  const root = 'dist/extension/chrome-mv3';
  const page = readFileSync(join(root, 'panel.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|rel="modulepreload"[^>]* href)="\/(chunks\/[^"]+\.js)"/g)];
  if (scripts.length === 0) throw new Error('the panel’s page names no script');
  writeFileSync(
    join(OUT, 'panel-first.js'),
    scripts.map(([, path = '']) => readFileSync(join(root, path), 'utf8')).join('\n'),
  );
}

main(async () => {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  for (const [name, source] of Object.entries(await entries())) {
    for (const condition of CONDITIONS) await bundle(name, source, condition);
  }
  await mustRun('zip');
  gatherFirstLoad();
  const require = createRequire(import.meta.url);
  const cli = join(dirname(require.resolve('size-limit/package.json')), 'bin.js');
  return spawnSync(process.execPath, [cli], { stdio: 'inherit' }).status ?? 1;
});
