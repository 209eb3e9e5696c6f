import { readTable } from './fixtures/panel.ts';
import { openPanelTab, openWatchedTab } from './fixtures/panel-tab.ts';
import { expect, test } from './fixtures/test.ts';

test('bridge 14 B08: the same names in a page, two frames and a worker are eight rows, each with its source', async ({
  tab: { page, panel },
  lab,
}) => {
  await page.goto(`${lab.url}/pages/sources.html`);
  await expect(panel.rows).toHaveCount(8);
  await expect(panel.counted('Running', 4)).toBeVisible();
  await expect(panel.counted('Success', 2)).toBeVisible();
  await expect(panel.counted('Error', 1)).toBeVisible();
  await expect(panel.counted('Cancelled', 1)).toBeVisible();
  const { rows } = await readTable(panel.tasks);
  const sources = new Map<string, number>();
  for (const { Runtime = '' } of rows) sources.set(Runtime, (sources.get(Runtime) ?? 0) + 1);
  expect([...sources.values()]).toEqual([2, 2, 2, 2]);
  expect([...sources.keys()].filter((source) => source.startsWith('uploads'))).toHaveLength(4);
  expect([...sources.keys()].filter((source) => /uploads · dedicated/.test(source))).toHaveLength(1);
  // The one message that connects it is not the worker's to hear.
  await expect.poll(() => page.evaluate(() => window.heardByWorker)).toEqual(['what did you hear?']);
});

test('bridge 14: a shared worker is shown by one tab at a time, and the next takes over when that one goes', async ({
  launched: { context, extensionId },
  lab,
}) => {
  const tabs = [await openWatchedTab(context, extensionId), await openWatchedTab(context, extensionId)] as const;
  for (const { page } of tabs) await page.goto(`${lab.url}/pages/shared-worker.html`);
  const [first, second] = tabs;
  await first.page.evaluate(() => window.runInWorker('before'));
  const firstPanel = await openPanelTab(context, extensionId, first.id);
  await expect(firstPanel.row(/before/)).toContainText('2 of 2');
  const secondPanel = await openPanelTab(context, extensionId, second.id);
  await expect(secondPanel.connection).toHaveText('Live');
  await second.page.evaluate(() => window.runInWorker('while both watch'));
  await expect(firstPanel.row(/while both watch/)).toContainText('2 of 2');
  await expect(firstPanel.rows).toHaveCount(2);
  await firstPanel.row(/before/).click();
  await expect(firstPanel.details).toContainText('sync · sync');
  await expect(secondPanel.rows).toHaveCount(0);

  await firstPanel.page.close();
  await first.page.close();
  await expect(secondPanel.rows).toHaveCount(2);
  await second.page.evaluate(() => window.runInWorker('after'));
  await expect(secondPanel.row(/after/)).toContainText('2 of 2');
  await expect(secondPanel.rows).toHaveCount(3);
  await secondPanel.page.close();
  await second.page.close();
});

test('bridge 14: tasks of a service worker are shown, also after it was stopped and has started again', async ({
  tab: { page, panel },
  context,
  lab,
}) => {
  await page.goto(`${lab.url}/pages/service-worker.html`);
  await page.waitForFunction(() => 'runInWorker' in window);
  await page.evaluate(() => window.runInWorker('first life'));
  await expect(panel.row(/first life/)).toContainText('2 of 2');

  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await page.evaluate(() => window.runInWorker('second life'));
  await expect(panel.row(/second life/)).toContainText('2 of 2');
  await expect(panel.rows).toHaveCount(2);
  await session.detach();
});
