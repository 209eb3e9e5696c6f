import { readdirSync } from 'node:fs';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

const here = new URL('.', import.meta.url).pathname;
const htmlIn = (folder: string): string[] =>
  readdirSync(`${here}${folder}`)
    .filter((file) => file.endsWith('.html'))
    .map((file) => `${here}${folder}${file}`);

// The lab imports `tasklens` as its users do: by the package's own name, so what runs here is the built library.
export default defineConfig({
  root: here,
  // Links relative to each page: the built figures can lie under any path of any host.
  base: './',
  plugins: [preact()],
  // Built, and yet watched: without the condition `production`, under which a runtime shows itself only when told to.
  resolve: { conditions: ['module', 'browser'] },
  worker: { format: 'es' },
  build: {
    outDir: '../../dist/lab',
    emptyOutDir: true,
    target: 'es2022',
    // Readable in DevTools' own Sources panel, which is where its reader is.
    sourcemap: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [...htmlIn(''), ...htmlIn('pages/')] },
  },
});
