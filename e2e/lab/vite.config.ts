import { readdirSync } from 'node:fs';
import { defineConfig } from 'vite';

const here = new URL('.', import.meta.url).pathname;
const pages = readdirSync(`${here}pages`).filter((file) => file.endsWith('.html'));

// The lab imports `tasklens` as its users do: by the package's own name, so what runs here is the built library.
export default defineConfig({
  root: here,
  // Built, and yet watched: without the condition `production`, under which a runtime shows itself only when told to.
  resolve: { conditions: ['module', 'browser'] },
  build: {
    outDir: '../../dist/lab',
    emptyOutDir: true,
    target: 'es2022',
    // Readable in DevTools' own Sources panel, which is where its reader is.
    sourcemap: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [`${here}index.html`, ...pages.map((file) => `${here}pages/${file}`)] },
  },
});
