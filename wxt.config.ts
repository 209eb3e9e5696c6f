import preact from '@preact/preset-vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'wxt';

/**
 * WXT starts a script of the page's own world by way of its plugins and its logger, which weigh a tenth of what that script
 * may weigh (5 kB) and do nothing for it. Its `start` is called instead; the definition beside it is for the manifest.
 */
const bareMainWorld: Plugin = {
  name: 'tasklens:bare-main-world',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('content-script-main-world-entrypoint')) return null;
    const [, script] = /^import definition from (.*)$/m.exec(code) ?? [];
    return script === undefined ? null : `import { start } from ${script}\nstart();\n`;
  },
};

// The extension asks for no permission: the panel dials the page's relay directly (docs/architecture.md, "Transport").
export default defineConfig({
  srcDir: 'extension',
  publicDir: 'extension/public',
  outDir: 'dist/extension',
  imports: false,
  manifestVersion: 3,
  manifest: ({ browser }) => ({
    name: 'Tasklens',
    description: 'See every task, attempt and wait of your task queues, live in DevTools.',
    permissions: [],
    // Each browser warns of the other's keys.
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'tasklens@tasklens.dev',
              // The first Firefox with MAIN-world content scripts.
              strict_min_version: '128.0',
              data_collection_permissions: { required: ['none'] },
            },
          },
        }
      : { minimum_chrome_version: '120' }),
  }),
  vite: () => ({ plugins: [preact(), bareMainWorld] }),
});
