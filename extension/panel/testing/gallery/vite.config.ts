import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

const root = new URL('../../../..', import.meta.url).pathname;
const here = 'extension/panel/testing/gallery';

/**
 * The panel over made-up data, in any browser: `npx vite --config extension/panel/testing/gallery/vite.config.ts`; with
 * `vite build` before the config, as it is in a release, in dist/gallery.
 */
export default defineConfig({
  root,
  base: './',
  plugins: [preact()],
  optimizeDeps: { entries: [`${here}/index.html`] },
  server: { open: `/${here}/` },
  build: {
    outDir: `${root}dist/gallery`,
    emptyOutDir: true,
    // Every browser that runs it preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: { input: `${root}${here}/index.html` },
  },
});
