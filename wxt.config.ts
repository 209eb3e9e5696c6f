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

/**
 * The panel's library could put HTML into an element, which the panel never asks of it. Built, it can put only text there: nothing
 * of a page can become markup, whatever a component is ever made to pass, and stores that look for `innerHTML` find none.
 */
const noInnerHtml: Plugin = {
  name: 'tasklens:no-inner-html',
  transform(code, id) {
    if (!/\/node_modules\/preact\/dist\/preact\.m?js(\?|$)/.test(id)) return null;
    const text = code.replaceAll('.innerHTML', '.textContent');
    if (text === code) throw new Error('preact no longer names innerHTML where it did: look at this plugin');
    return text;
  },
};

/** Set by `npm run test:controls` alone: a build in which one mechanism is broken, so that its spec must fail (e2e/controls.ts). */
const control: { name: string; file: string; find: string; replace: string } | undefined =
  process.env.TASKLENS_CONTROL && JSON.parse(process.env.TASKLENS_CONTROL);

const broken: Plugin = {
  name: 'tasklens:broken',
  enforce: 'pre',
  transform(code, id) {
    if (!control || !id.replace(/\?.*$/, '').endsWith(`/${control.file}`)) return null;
    return code.replace(control.find, () => control.replace);
  },
};

// It asks for no permission: in Chromium the panel dials the page's relay directly, in Firefox it goes by way of the background
// (docs/architecture.md).
export default defineConfig({
  srcDir: 'extension',
  publicDir: 'extension/public',
  outDir: control ? `dist/controls/${control.name}` : 'dist/extension',
  imports: false,
  manifestVersion: 3,
  manifest: ({ browser }) => ({
    name: 'Tasklens',
    description: 'See every task, attempt and wait of your task queues, live in DevTools.',
    permissions: [],
    // Its pages load what the extension brings, and ask nobody for anything.
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'none'; form-action 'none'; base-uri 'none'",
    },
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
  vite: () => ({
    // Both browsers know `modulepreload`; what stands in for it elsewhere would be the one place that fetches anything.
    build: { modulePreload: { polyfill: false } },
    plugins: [broken, preact(), bareMainWorld, noInnerHtml],
  }),
  // What a reviewer needs to build Firefox's zip anew, by `npm ci && npm run zip`.
  zip: { excludeSources: ['dist/**', 'e2e/**', 'docs/*.png', '*.tgz'] },
});
