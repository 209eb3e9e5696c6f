import { dirname, resolve } from 'node:path';
import preact from '@preact/preset-vite';
import { defineConfig, type Plugin } from 'vite';

const here = import.meta.dirname;
const PREFIX = '\0sheet:';

/** A component's style sheet becomes a module that hands its text to `addSheet`, since a shadow root has no <link>s of a page. */
const sheets: Plugin = {
  name: 'tasklens:sheets',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!source.endsWith('.css') || importer === undefined || importer.startsWith(PREFIX)) return null;
    return `${PREFIX}${resolve(dirname(importer), source)}.js`;
  },
  load(id) {
    if (!id.startsWith(PREFIX)) return null;
    const file = id.slice(PREFIX.length, -'.js'.length);
    return `import css from ${JSON.stringify(`${file}?inline`)};
import { addSheet } from ${JSON.stringify(resolve(here, 'sheets.ts'))};
addSheet(css);`;
  },
};

/** The entry `tasklens/panel`: all it needs in it, views beside the task list in chunks of their own. */
export default defineConfig({
  root: resolve(here, '../..'),
  publicDir: false,
  plugins: [sheets, preact()],
  build: {
    outDir: 'dist/lib/panel',
    emptyOutDir: true,
    target: 'es2022',
    minify: true,
    rolldownOptions: {
      input: resolve(here, 'index.ts'),
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'index.js', chunkFileNames: '[name]-[hash].js' },
    },
    modulePreload: { polyfill: false },
  },
});
