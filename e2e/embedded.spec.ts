import { panelIn } from './fixtures/panel.ts';
import { expect, test } from './fixtures/test.ts';

test('panel: mountPanel shows the page’s own tasks in the page, under a strict policy, beside the extension', async ({
  tab: { page, panel },
  lab,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const response = await page.goto(`${lab.url}/pages/embedded.html`);
  expect(response?.headers()['content-security-policy']).toContain("style-src 'self'");
  const embedded = panelIn(page);
  for (let task = 1; task <= 3; task += 1) await page.getByRole('button', { name: 'Run a task' }).click();
  // Each is complete: the one in the page and the one of the extension.
  for (const each of [embedded, panel]) {
    await expect(each.counted('Success', 3)).toBeVisible();
    await expect(each.rows.filter({ hasText: '2 of 3' })).toHaveCount(3);
  }
  await embedded.row('upload 2').click();
  await expect(embedded.attempts.getByRole('row')).toHaveCount(3);
  // No style of the page reaches the panel, and none of the panel's the page.
  const style = (selector: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { letterSpacing, borderTopStyle, fontStyle } = getComputedStyle(element);
        return `${letterSpacing} ${borderTopStyle} ${fontStyle}`;
      });
  expect(await style('#panel .states button')).toBe('normal none normal');
  expect(await style('h1')).toBe('3px none italic');
  // A menu opens where it was asked for, wherever in the page the panel stands.
  await embedded.row('upload 3').click({ button: 'right', position: { x: 60, y: 12 } });
  const row = await embedded.row('upload 3').boundingBox();
  const menu = await page.getByRole('menu').boundingBox();
  expect(menu?.x).toBeCloseTo((row?.x ?? 0) + 60, 0);
  await page.keyboard.press('Escape');
  await page.evaluate(() => (globalThis as unknown as { panel: { unmount(): void } }).panel.unmount());
  await expect(embedded.tasks).toHaveCount(0);
  await expect(panel.counted('Success', 3)).toBeVisible();
  await expect(page.locator('#violations')).toHaveText('0');
  expect(complaints).toEqual([]);
});

test('panel 8: two panels in one page are apart: language, choices, selection', async ({ tab: { page }, lab }) => {
  await page.goto(`${lab.url}/pages/embedded.html?language=zh-CN&twice`);
  await page.getByRole('button', { name: 'Run a task' }).click();
  const second = page.locator('#second');
  await expect(page.locator('#panel').getByRole('grid', { name: '任务' })).toBeVisible();
  await expect(second.getByRole('grid', { name: 'Tasks' })).toBeVisible();
  await second.getByRole('searchbox', { name: 'Filter' }).fill('no such task');
  await expect(second.getByText('No task matches the filter')).toBeVisible();
  await expect(page.locator('#panel').getByText('upload 1')).toBeVisible();
});
