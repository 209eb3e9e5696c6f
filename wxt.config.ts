import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';

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
  vite: () => ({ plugins: [preact()] }),
});
