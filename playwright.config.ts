import { defineConfig } from '@playwright/test';

// The specs drive the extension's real panel inside real DevTools (e2e/fixtures); one browser a worker, since opening
// DevTools takes seconds and the panel survives navigation.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/fixtures/global-setup.ts',
  outputDir: 'dist/e2e/results',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // No film of the screen in the trace: filming DevTools without a graphics card takes as long again as the test itself.
  use: { trace: { mode: 'retain-on-failure', screenshots: false }, screenshot: 'only-on-failure' },
  reporter: [['list']],
});
