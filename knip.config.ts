import type { KnipConfig } from 'knip';

// What is exported and never used, and what is installed and never imported, is found here rather than by memory.
const config: KnipConfig = {
  entry: [
    // What users import, as package.json's exports say.
    'runtime/index.ts!',
    'runtime/index.production.ts!',
    'runtime/testing/index.ts!',
    'bridge/index.ts!',
    'bridge/playwright/{index,page}.ts!',
    'bridge/cli/index.ts!',
    'extension/panel/viewer/{index.html,main.ts}',
    'bridge/worker/index.ts!',
    'extension/embedded/{index,api}.ts!',
    'extension/entrypoints/**/*.{ts,tsx,html}',
    'e2e/run/{build,build-node,compat,controls,coverage-facts,flaky,lint-web-ext,picture,size,soak,start,test}.ts',
    'e2e/lab/*.html',
    'e2e/lab/workers/*.ts',
    'runtime/bench/**/*.ts',
    'bridge/bench/**/*.ts',
    // Named by stryker.config.json.
    'vitest.mutate.config.ts',
    'e2e/packed/**/*.test.ts',
    // The panel over made-up data, for eyes and pictures.
    'extension/panel/testing/gallery/{main,vite.config}.ts',
  ],
  project: ['{runtime,bridge,extension,e2e}/**/*.{ts,tsx}', '*.ts'],
  ignoreExportsUsedInFile: true,
};

export default config;
