import preact from '@preact/preset-vite';
import { configDefaults, defineConfig } from 'vitest/config';

const here = (path: string): string => new URL(path, import.meta.url).pathname;

// Unit and property tests stand beside the code. They run in plain Node; a test that needs a DOM asks for it with
// `// @vitest-environment happy-dom` in its first line. Time comes from the test clock, never from a wait.
export default defineConfig({
  plugins: [preact()],
  resolve: {
    // Unit tests see the sources behind the public entries; `npm run test:e2e` uses the built package.
    alias: [
      { find: /^tasklens$/, replacement: here('./runtime/index.ts') },
      { find: /^tasklens\/testing$/, replacement: here('./runtime/testing/index.ts') },
      { find: /^tasklens\/bridge$/, replacement: here('./bridge/index.ts') },
      { find: /^tasklens\/bridge\/worker$/, replacement: here('./bridge/worker/index.ts') },
      { find: /^tasklens\/panel$/, replacement: here('./extension/embedded/index.ts') },
    ],
  },
  test: {
    include: ['{runtime,bridge,extension,e2e}/**/*.test.{ts,tsx}'],
    // Needs the built library: vitest.packed.config.ts.
    exclude: [...configDefaults.exclude, 'e2e/packed/**'],
    environment: 'node',
    passWithNoTests: false,
    restoreMocks: true,
    unstubGlobals: true,
    allowOnly: false,
    // A limit for what hangs, not a measure: tests in processes of their own take seconds on a busy machine.
    testTimeout: 60_000,
  },
});
