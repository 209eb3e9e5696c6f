import { shownCounters } from './fixtures/counters.ts';
import { expect, test } from './fixtures/test.ts';

test('bridge 6 D18: results of 64 MB are shown in part, with their true size, and the stream goes on', async ({
  tab: { page, panel },
  lab,
}) => {
  test.slow();
  await page.goto(`${lab.url}/pages/values.html`);
  await page.evaluate(() => window.returnLarge(64));
  await expect(panel.counted('Success', 3)).toBeVisible();
  await expect(panel.counted('Error', 1)).toBeVisible();
  await panel.row('one text').click();
  await panel.tab('Data').click();
  await expect(panel.details).toContainText(/67.?108.?864/);
  await panel.row('bytes').click();
  await panel.tab('Data').click();
  await expect(panel.details).toContainText(/67.?108.?864/);
  await page.evaluate(() => window.returnLarge(1));
  await expect(panel.counted('Success', 6)).toBeVisible();
  await expect(panel.rows).toHaveCount(8);
  expect(await shownCounters(panel)).toMatchObject({ dropped: 0, lost: 0 });
});
