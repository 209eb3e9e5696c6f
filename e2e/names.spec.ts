import { expect, test } from './fixtures/test.ts';

test('panel 4: names and errors are text whatever they hold', async ({ page, panel, devtools, lab }) => {
  await page.goto(`${lab.url}/pages/names.html`);
  await expect(panel.counted('Error', 5)).toBeVisible();
  await expect(panel.rows).toHaveCount(5);
  const image = panel.row(/<img src=x onerror="globalThis\.hacked=1">/);
  await expect(image).toBeVisible();
  await image.click();
  await expect(panel.details).toContainText('<img src=x onerror="globalThis.hacked=1">');
  await expect(panel.row('__proto__')).toBeVisible();

  // Nothing became markup, nothing ran, and a name of ten thousand letters takes one row.
  expect(await devtools.panel.locator('img[src="x"], b, i, script:not([src])').count()).toBe(0);
  expect(await devtools.panel.evaluate(() => 'hacked' in globalThis)).toBe(false);
  const heights = await Promise.all((await panel.rows.all()).map(async (row) => (await row.boundingBox())?.height));
  expect(new Set(heights).size).toBe(1);
});
