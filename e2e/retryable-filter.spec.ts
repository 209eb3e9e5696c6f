import { expect, test } from './fixtures/test.ts';

test('panel 1: the Retryable toggle leaves failures that the runtime called retryable, and nothing else', async ({
  page,
  panel,
  lab,
}) => {
  await page.goto(`${lab.url}/?run=upload,refused,failing,slow,limited`);
  await expect(panel.counted('Success', 2)).toBeVisible();
  await expect(panel.counted('Error', 3)).toBeVisible();
  await expect(panel.rows).toHaveCount(5);

  await panel.retryable.click();
  await expect(panel.retryable).toHaveAttribute('aria-pressed', 'true');
  await expect(panel.rows).toHaveCount(1);
  await expect(panel.row(/server down/)).toBeVisible();

  await panel.retryable.click();
  await expect(panel.rows).toHaveCount(5);
});

test('panel 1: plain text is matched in name and error, and a state button leaves its state', async ({
  tab: { page, panel },
  lab,
}) => {
  await page.goto(`${lab.url}/?run=upload,refused,failing`);
  await expect(panel.counted('Success', 1)).toBeVisible();
  await expect(panel.counted('Error', 2)).toBeVisible();

  await panel.filter.fill('HTTP 400');
  await expect(panel.rows).toHaveCount(1);
  await expect(panel.row(/broken photo/)).toBeVisible();
  await panel.filter.fill('[(*\\');
  await expect(panel.rows).toHaveCount(0);
  await panel.filter.fill('');

  await panel.state('Success').click();
  await expect(panel.rows).toHaveCount(1);
  await panel.state('Success').click();
  await expect(panel.rows).toHaveCount(3);
});
