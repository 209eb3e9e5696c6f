import { expect, test } from './fixtures/test.ts';

test.describe('an upload queue in the real panel', () => {
  test('an upload that fails twice shows 3 of 3, both errors, both waits and its success', async ({
    page,
    panel,
    lab,
  }) => {
    await page.goto(`${lab.url}/?run=upload`);
    const row = panel.row(/upload photo/);
    // Live: it is seen between its attempts, not only at its end.
    await expect(panel.counted('Retrying', 1)).toBeVisible();
    await expect(row).toContainText('2 of 3');
    await expect(panel.counted('Success', 1)).toBeVisible();
    await expect(row).toContainText('3 of 3');

    await row.click();
    await expect(panel.details).toBeVisible();
    await expect(panel.machine).toHaveAccessibleName('pending, running, success');
    await panel.tab('Attempts').click();
    const attempts = panel.attempts.getByRole('row').filter({ has: page.getByRole('cell') });
    await expect(panel.attempts.getByText('http 503')).toHaveCount(2);
    await expect(panel.attempts.getByText('retried')).toHaveCount(2);
    await expect(attempts).toHaveCount(3);
  });

  test('tasks appear as they are queued, wait their turn, and reach their own ends', async ({ page, panel, lab }) => {
    await page.goto(lab.url);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'add 20' }).click();
    await expect(panel.counted('Pending', 20)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await expect(panel.counted('Cancelled', 20)).toBeVisible();
    await expect(panel.counted('Pending', 0)).toBeVisible();

    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: '400 (not retryable)' }).click();
    await expect(panel.counted('Error', 1)).toBeVisible();
    await expect(panel.row(/broken photo \d+/).last()).toContainText('1 of 3');
  });
});
