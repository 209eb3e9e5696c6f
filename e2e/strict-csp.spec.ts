import { expect, test } from './fixtures/test.ts';

test('bridge 15 B09: under a strict policy with Trusted Types events arrive in Chromium, and nothing is violated', async ({
  page,
  panel,
  lab,
}) => {
  const complaints: string[] = [];
  const listen = (message: { text(): string }): void => {
    complaints.push(message.text());
  };
  page.on('console', listen);
  const response = await page.goto(`${lab.url}/pages/strict-csp.html`);
  expect(response?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'");
  for (let task = 1; task <= 3; task += 1) await page.getByRole('button', { name: 'Run a task' }).click();
  await expect(panel.counted('Success', 3)).toBeVisible();
  await expect(panel.rows.filter({ hasText: '2 of 2' })).toHaveCount(3);
  await expect(panel.rows).toHaveCount(3);
  await expect(page.getByRole('status')).toHaveText('0');
  page.off('console', listen);
  expect(complaints).toEqual([]);
});
