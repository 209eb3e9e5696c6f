import { expectToAddUp, shownCounters } from './fixtures/counters.ts';
import { launchWithExtension } from './fixtures/launch.ts';
import { openPanelTab, openWatchedTab } from './fixtures/panel-tab.ts';
import { expect, test } from './fixtures/test.ts';

test('bridge 13: 200 tasks of the very turn that reloads the page are all there, with preserve log on', async ({
  tab: { page, panel },
  lab,
}) => {
  await panel.preserveLog.check();
  await page.goto(`${lab.url}/pages/life.html`);
  await page.evaluate(() => window.runTasks(1, 'before'));
  await expect(panel.counted('Success', 1)).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await page.evaluate(() => window.runAndReload(200));
  await reloaded;
  await page.evaluate(() => window.runTasks(1, 'after'));
  await expect(panel.row('after 1')).toBeVisible();
  // The header is a row too.
  await expect(panel.tasks).toHaveAttribute('aria-rowcount', '203');
  await panel.filter.fill('"in the last turn"');
  await expect(panel.tasks).toHaveAttribute('aria-rowcount', '201');
  expect(await shownCounters(panel)).toMatchObject({ pending: 0, dropped: 0, lost: 0 });
});

test('bridge 13: twenty reloads, each back by itself within a second, none seen twice', async ({
  tab: { page, panel },
  lab,
}) => {
  test.slow();
  await page.goto(`${lab.url}/pages/life.html`);
  for (let n = 1; n <= 20; n++) {
    await page.reload();
    await page.evaluate((number) => window.runTasks(1, `life ${number}`), n);
    await expect(panel.row(`life ${n} 1`)).toBeVisible({ timeout: 5_000 });
    await expect(panel.rows).toHaveCount(1);
    expect(await shownCounters(panel)).toMatchObject({ pending: 0, dropped: 0, lost: 0 });
  }
  await expect(panel.connection).toHaveText('Live');
});

// A browser of its own: Playwright's switches turn the cache off.
test('bridge 13 D5: back from the back/forward cache the page goes on where it was, each task once', async ({
  lab,
}) => {
  test.slow();
  const without = ['--disable-back-forward-cache', '--disable-background-timer-throttling'];
  const { context, extensionId } = await launchWithExtension({ headless: !process.env.HEADED, without });
  try {
    const { page, id } = await openWatchedTab(context, extensionId);
    const panel = await openPanelTab(context, extensionId, id);
    await page.goto(`${lab.url}/pages/life.html`);
    await page.evaluate(() => window.runTasks(2, 'before'));
    await expect(panel.counted('Success', 2)).toBeVisible();
    await page.goto(`${lab.url}/pages/second.html`);
    await expect(panel.row(/greet the second page/)).toBeVisible();
    await page.evaluate(() => void setTimeout(() => history.back(), 0));
    // The page runs it where its `pageshow` says `persisted`: it came out of the cache.
    await expect(panel.row('persisted 1')).toBeVisible();
    await expect(panel.counted('Success', 3)).toBeVisible();
    await expect(panel.rows).toHaveCount(3);
    await expect(panel.connection).toHaveText('Live');
    await expectToAddUp(panel);
  } finally {
    await context.close();
  }
});
