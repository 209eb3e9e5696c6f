import { chmodSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import preact from '@preact/preset-vite';
import { build } from 'vite';
import { main } from './commands.ts';

// What of the package runs in Node, or in pages by way of a test: bundled, since it carries its own parser of what pages say, and
// the package depends on nothing. Its types are plain tsc's (`npm run build:lib`).

/** The script that a test puts into its pages, as one text. */
async function pageScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: 'bridge/playwright/page.ts', output: { format: 'iife' } },
      modulePreload: { polyfill: false },
    },
  });
  if (!('output' in result)) throw new Error('Expected one output of the page script');
  return result.output[0].code;
}

async function bundle(input: string, outDir: string, define: Record<string, string>, banner = ''): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    define,
    ssr: { noExternal: true, external: ['@playwright/test'] },
    build: {
      ssr: input,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      // Readable, as the rest of the library is.
      minify: false,
      rolldownOptions: {
        external: ['@playwright/test', /^node:/],
        output: { format: 'es', entryFileNames: 'index.js', codeSplitting: false, banner },
      },
    },
  });
}

/** The panel over a recording, which the command serves. */
async function viewer(): Promise<void> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  await build({
    configFile: false,
    logLevel: 'error',
    root: 'extension/panel/viewer',
    base: './',
    plugins: [preact()],
    define: { __TASKLENS_VERSION__: JSON.stringify(version) },
    build: {
      outDir: resolve('dist/lib/viewer'),
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
    },
  });
}

main(async () => {
  const script = JSON.stringify(await pageScript());
  await bundle('bridge/playwright/index.ts', 'dist/lib/bridge/playwright', { __TASKLENS_PAGE_SCRIPT__: script });
  await bundle('bridge/cli/index.ts', 'dist/lib/bridge/cli', {}, '#!/usr/bin/env node');
  chmodSync('dist/lib/bridge/cli/index.js', 0o755);
  await viewer();
  return 0;
});
