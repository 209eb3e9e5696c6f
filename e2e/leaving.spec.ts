import type { Page } from '@playwright/test';
import { expectToAddUp } from './fixtures/counters.ts';
import { openPanel } from './fixtures/devtools.ts';
import { launchWithExtension } from './fixtures/launch.ts';
import type { Panel } from './fixtures/panel.ts';
import { panelIn } from './fixtures/panel.ts';
import { openPanelTab, openWatchedTab } from './fixtures/panel-tab.ts';
import { expect, test } from './fixtures/test.ts';

/** Runs one task; how often its values were looked at. */
const drawn = (page: Page, name: string): Promise<number> =>
  page.evaluate(async (of) => {
    const before = window.drawn();
    await window.runTasks(1, of);
    return window.drawn() - before;
  }, name);

test('bridge 2 bridge 10 D20: without a panel nothing of a value is looked at; with one it is; DevTools closed, nothing again', async ({
  browserContext,
  fresh,
  lab,
}) => {
  await fresh.goto(`${lab.url}/pages/life.html`);
  expect(await drawn(fresh, 'early')).toBe(0);
  const devtools = await openPanel(browserContext, fresh);
  const panel = panelIn(devtools.panel);
  await expect(panel.row('early 1')).toBeVisible();
  expect(await drawn(fresh, 'seen')).toBe(1);
  await expect(panel.row('seen 1')).toBeVisible();
  await expectToAddUp(panel);
  await devtools.page.close();
  await expect.poll(() => drawn(fresh, 'closed'), { timeout: 2_000 }).toBe(0);
});

test('bridge 13: two tabs with a panel each, and a second panel on one: each shows its own tab, each task once', async ({
  launched: { context, extensionId },
  lab,
}) => {
  const tabs = [await openWatchedTab(context, extensionId), await openWatchedTab(context, extensionId)];
  const panels: { readonly panel: Panel; readonly page: Page; readonly of: number }[] = [];
  for (const of of [0, 1, 0]) {
    const panel = await openPanelTab(context, extensionId, tabs[of]?.id ?? -1);
    panels.push({ panel, page: panel.page, of });
  }
  for (const [of, { page }] of tabs.entries()) {
    await page.goto(`${lab.url}/pages/life.html`);
    await page.evaluate((name) => window.runTasks(3, name), `tab ${of}`);
  }
  for (const { panel, of } of panels) {
    await expect(panel.counted('Success', 3)).toBeVisible();
    await expect(panel.rows).toHaveCount(3);
    await expect(panel.row(`tab ${of} 1`)).toHaveCount(1);
    await expect(panel.connection).toHaveText('Live');
    await expectToAddUp(panel);
  }
  for (const { page } of [...panels, ...tabs]) await page.close();
});

/** What chrome://extensions may call. */
interface Management {
  setEnabled(id: string, enabled: boolean): Promise<void>;
}

// A browser of its own: switching the extension off and on, as an update does, takes the shared panel away.
test('bridge 13 D8: when the extension went and came back the old page is quiet, and a new panel asks to reload it', async ({
  lab,
}) => {
  test.slow();
  const { context, extensionId } = await launchWithExtension({ headless: !process.env.HEADED });
  try {
    const { page, id } = await openWatchedTab(context, extensionId);
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${lab.url}/pages/life.html`);
    await page.evaluate(() => window.runTasks(1, 'before'));
    const before = await openPanelTab(context, extensionId, id);
    await expect(before.counted('Success', 1)).toBeVisible();
    await expectToAddUp(before);
    const settings = await context.newPage();
    await settings.goto('chrome://extensions/');
    await settings.evaluate(async (of) => {
      const { management } = (globalThis as unknown as { chrome: { management: Management } }).chrome;
      await management.setEnabled(of, false);
      await management.setEnabled(of, true);
    }, extensionId);
    await settings.close();
    await expect.poll(() => before.page.isClosed()).toBe(true);
    await page.bringToFront();
    await page.evaluate(() => window.runTasks(3, 'orphaned'));
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    const after = await openPanelTab(context, extensionId, id);
    await expect(after.frame.getByText('Tasklens was not here when this page loaded')).toBeVisible();
    await page.reload();
    await page.evaluate(() => window.runTasks(1, 'after'));
    await expect(after.row('after 1')).toBeVisible();
    await expectToAddUp(after);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
});
