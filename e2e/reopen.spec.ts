import { expectToAddUp } from './fixtures/counters.ts';
import { expect, test } from './fixtures/test.ts';
import { loggedTimes, shownTimes } from './fixtures/times.ts';

test('B06: tasks that ended before the panel came are there with their own times, however often it is reopened', async ({
  watched: { page, openPanel },
  lab,
}) => {
  await page.goto(`${lab.url}/pages/boot.html?tasks=3`);
  await expect(page.getByRole('status')).toHaveText('3');
  const log = await page.evaluate(() => window.taskLog);
  expect(log.map((task) => task.name)).toEqual(['boot 1', 'boot 2', 'boot 3']);

  for (const opening of ['first', 'second', 'third']) {
    const panel = await openPanel();
    await expect(panel.rows, opening).toHaveCount(3);
    await expect(panel.counted('Success', 3), opening).toBeVisible();
    for (const task of log) {
      await panel.row(new RegExp(task.name)).click();
      expect(await shownTimes(panel), opening).toEqual(loggedTimes(task));
    }
    if (opening === 'third') {
      await page.evaluate(() => window.oneMore());
      await expect(panel.counted('Success', 4)).toBeVisible();
      await expect(panel.rows).toHaveCount(4);
    }
    await expectToAddUp(panel);
    await panel.page.close();
  }
});

test('B06: of 1 500 tasks that ended before, the history has 1 000, and what was dropped is said in tasks and events', async ({
  watched: { page, openPanel },
  lab,
}) => {
  await page.goto(`${lab.url}/pages/boot.html?tasks=1500`);
  await expect(page.getByRole('status')).toHaveText('1500');
  const panel = await openPanel();
  await expect(panel.counted('Success', 1000)).toBeVisible();
  // The header is a row too.
  await expect(panel.tasks).toHaveAttribute('aria-rowcount', '1001');
  await expect(panel.frame.getByRole('note', { name: 'What is missing' })).toHaveText(
    'The first 500 tasks (1500 events) were dropped',
  );
  await expect(panel.row(/boot 1500\b/)).toBeVisible();
  await panel.tasks.press('Home');
  await expect(panel.row(/boot 501\b/)).toBeVisible();
});
