import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

const here = 'extension/panel/testing/gallery';

/** `npx vite --config extension/panel/testing/gallery/vite.config.ts`: the panel over made-up data, in any browser. */
// biome-ignore lint/style/noDefaultExport: vite asks for one
export default defineConfig({
  root: new URL('../../../..', import.meta.url).pathname,
  plugins: [preact()],
  optimizeDeps: { entries: [`${here}/index.html`] },
  server: { open: `/${here}/` },
});
