import { hold } from './fixtures/hold.ts';
import { expect, test } from './fixtures/test.ts';

test('bridge 13: after a reload the panel shows the new life of the page, by itself', async ({ page, panel, lab }) => {
  await page.goto(`${lab.url}/?run=upload`);
  await expect(panel.counted('Success', 1)).toBeVisible();
  // The new life's first request is held until the panel has shown that it is another one.
  const { release } = await hold(page, '**/flaky?*');
  await page.reload();
  await expect(panel.counted('Running', 1)).toBeVisible();
  await expect(panel.counted('Success', 0)).toBeVisible();
  await expect(panel.rows).toHaveCount(1);
  release();
  await expect(panel.counted('Success', 1)).toBeVisible();
  await expect(panel.row(/upload photo/)).toContainText('3 of 3');
  await expect(panel.rows).toHaveCount(1);
});

test('bridge 13: another page takes the place of the first, and back again', async ({ page, panel, lab }) => {
  await page.goto(`${lab.url}/?run=upload`);
  await expect(panel.row(/upload photo/)).toBeVisible();
  await page.goto(`${lab.url}/pages/second.html`);
  await expect(panel.row(/greet the second page/)).toBeVisible();
  await expect(panel.rows).toHaveCount(1);
  await page.getByRole('link', { name: 'Back to the lab' }).click();
  await expect(panel.rows).toHaveCount(0);
  await page.getByRole('button', { name: 'Upload a photo that fails twice' }).click();
  await expect(panel.row(/upload photo/)).toContainText('3 of 3');
});
