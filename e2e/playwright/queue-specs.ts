import { existsSync } from 'node:fs';
import { firefox, webkit } from '@playwright/test';
import { expect } from 'tasklens/playwright';
import { test } from './app.ts';

const TYPES = { firefox, webkit } as const;

/** The same assertions in each browser, none of which has an extension. */
export function queueSpecs(browserName: 'chromium' | 'firefox' | 'webkit'): void {
  test.use({ browserName });
  if (browserName !== 'chromium') {
    const missing = !existsSync(TYPES[browserName].executablePath());
    // biome-ignore lint/suspicious/noSkippedTests: where that browser cannot be had, which is counted
    test.skip(missing, `Playwright's own ${browserName} is not installed here`);
  }

  test('P04: states, attempts and reasons of a queue, as history', async ({ page, site, tasks }) => {
    await page.goto(`${site.url}/queue.html`);
    await expect(tasks.named('upload')).toReach('success');
    await expect(tasks.named('upload')).toReach('retrying');
    await expect(tasks.named('upload')).toReach('pending');
    await expect(tasks.named('upload')).toHaveAttempts(3);
    await expect(tasks.named(/^thumb/)).toHaveAttempts(1);
    await expect(tasks.named('upload')).toHaveBeenRetriedBecause('http');
    await expect(tasks.named('upload')).toHaveBeenRetriedBecause(/503/);
    await expect(tasks.named('broken')).toReach('error');
    await expect(tasks.failed({ retryable: true })).toHaveCount(0);
    await expect(tasks.failed()).toHaveCount(1);
    await expect(tasks.all()).toHaveCount(4);
    await expect(tasks.in('success')).toHaveCount(3);
    await expect(tasks).toHaveNoInsights();
    await expect(tasks.named('upload')).toStayWithin({ attemptsPerTask: 3, concurrency: 2 });
  });

  test('P01: events before the assertion, across a reload, a second page and a frame of another site', async ({
    page,
    site,
    tasks,
  }) => {
    await page.goto(`${site.url}/boot.html`);
    await expect(tasks.named('boot')).toReach('success');
    await page.reload();
    await page.goto(`${site.url}/second.html`);
    await expect(tasks.named('boot')).toHaveCount(4);
    await expect(tasks.named('boot').in('success')).toHaveCount(4);
    const done = tasks.events().filter((event) => event.type === 'task:done' && event.name === 'boot');
    expect(new Set(done.map((event) => event.session)).size).toBe(4);
    expect(done.map((event) => event.url).sort()).toEqual([
      `${site.url}/boot.html`,
      `${site.url}/boot.html`,
      `${site.url}/second.html`,
      `${site.otherSite}/boot.html`,
    ]);
    // In order: the documents of one frame follow each other.
    expect(done.slice(0, 2).map((event) => event.url)).toEqual([`${site.url}/boot.html`, `${site.url}/boot.html`]);
  });

  test('P03: a back-off under a clock that stands', async ({ page, site, tasks }) => {
    await page.clock.install({ time: new Date('2026-12-01T09:00:00Z') });
    await page.clock.pauseAt(new Date('2026-12-01T10:00:00Z'));
    await page.goto(`${site.url}/back-off.html`);
    await expect(tasks.named('sync')).toReach('running');
    const counts: (number | undefined)[] = [];
    const attempts = (): void => void counts.push(tasks.named('sync').list()[0]?.attempts);
    for (const ms of [99, 1, 200, 400]) {
      await page.clock.runFor(ms);
      attempts();
    }
    expect(counts).toEqual([1, 2, 3, 4]);
    await expect(tasks.named('sync')).toReach('error');
    await expect(tasks.named('sync')).toHaveAttempts(4);
    const starts = tasks.events().flatMap(({ type, at }) => (type === 'attempt-start' && at !== undefined ? [at] : []));
    const [first = 0] = starts;
    expect(starts.map((at) => Math.round(at - first))).toEqual([0, 100, 300, 700]);
  });
}
