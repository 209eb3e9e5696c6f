import { mergeTests, test as plain } from '@playwright/test';
import { test as withTasks } from 'tasklens/playwright';
import { findCandidates } from '../fixtures/browser.ts';
import { type Site, startSite } from './site.ts';

/** A project's own fixtures, beside those of the package. */
const own = plain.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies here
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ browserName }, use) => {
      // Chromium as it is on this machine; no extension is loaded into it.
      const found = browserName === 'chromium' ? findCandidates()[0]?.path : undefined;
      await use(found === undefined ? {} : { executablePath: found, chromiumSandbox: false });
    },
    { scope: 'worker' },
  ],
});

export const test = mergeTests(own, withTasks);
