import { expect, test } from './fixtures/test.ts';

test('bridge 15: under a strict policy with Trusted Types events arrive, and nothing is violated', async ({
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
  await page.getByRole('button', { name: 'Run a task' }).click();
  await expect(panel.row(/strict policy/)).toContainText('2 of 2');
  await expect(panel.counted('Success', 1)).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('0');
  page.off('console', listen);
  expect(complaints).toEqual([]);
});
