import type { Frame, Locator, Page } from '@playwright/test';
import { expect, test, violations } from './fixtures/figures.ts';
import { panelIn } from './fixtures/panel.ts';

const rowsOf = (page: Page | Frame): Locator =>
  page.getByRole('main').getByRole('list', { name: 'Queue' }).getByRole('listitem');
const summaryOf = (page: Page | Frame): Locator => page.getByRole('region', { name: 'Queue' }).getByRole('status');

test('each scenario of the app ends as its name says, over real requests', async ({ openFigure }) => {
  const { page, panel } = await openFigure('app.html?run=all&concurrency=20');
  const row = (name: RegExp): Locator => rowsOf(page).filter({ hasText: name });
  await expect(row(/upload photo/)).toContainText('3 attempts');
  await expect(row(/upload photo/)).toContainText('success');
  await expect(row(/rate limited/)).toContainText('2 attempts');
  await expect(row(/limited to a date/)).toContainText('2 attempts');
  await expect(row(/slow line/)).toContainText('1 attempt · TimeoutError');
  await expect(row(/broken photo/)).toContainText('1 attempt · TaskError: http 400');
  await expect(row(/server down/)).toContainText('3 attempts · TaskError: http 500');
  await expect(row(/else smaller/)).toContainText('success');
  // 900 ms of chunks under a budget of 600 ms of silence; and half of them, then silence.
  await expect(row(/in chunks/)).toContainText('success');
  await expect(row(/stalled/)).toContainText('TimeoutError');
  await expect(row(/line cut/)).toContainText('3 attempts');
  await expect(row(/line cut/)).toContainText('success');
  await expect(summaryOf(page)).toHaveText('6 success, 4 error');
  // The same in the panel beside it.
  await expect(panel.counted('Success', 6)).toBeVisible();
  await expect(panel.counted('Error', 4)).toBeVisible();
  await expect(panel.row(/upload photo/)).toContainText('3 of 3');
  await panel.retryable.click();
  await expect(panel.rows).toHaveCount(1);
  await expect(panel.rows).toContainText('server down');
  await panel.retryable.click();
  // And what it cost: each name with its attempts.
  await page.getByRole('tab', { name: 'Accounting', exact: true }).click();
  const costs = page.getByRole('table', { name: 'By name' });
  await expect(costs.getByRole('row').filter({ hasText: 'upload photo' })).toBeVisible();
});

test('an app whose network is gone retries what fetch throws, and is at its end when it is back', async ({
  openFigure,
}) => {
  const { page } = await openFigure('app.html');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'always fails (retryable)' }).click();
  await expect(rowsOf(page)).toContainText('3 attempts · TypeError');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'falls back to a smaller photo' }).click();
  await expect(rowsOf(page).last()).toContainText('success');
});

test('a thousand uploads are paused, cancelled one by one and all together, at any concurrency', async ({
  openFigure,
}) => {
  const { page, main } = await openFigure('app.html');
  await main.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'add 1 000' }).click();
  await page.getByRole('button', { name: 'add 100' }).click();
  await expect(summaryOf(page)).toHaveText('1 100 pending');
  await expect(page.getByText('1 040 older ones, not listed here.')).toBeVisible();
  await main
    .getByRole('button', { name: /^Cancel upload/ })
    .first()
    .click();
  await expect(summaryOf(page)).toHaveText('1 099 pending, 1 cancelled');
  await page.getByRole('slider', { name: 'Concurrency' }).fill('50');
  await expect(page).toHaveURL(/concurrency=50/);
  await main.getByRole('button', { name: 'Resume' }).click();
  await expect(summaryOf(page)).toContainText('50 running');
  await main.getByRole('button', { name: 'Cancel all' }).click();
  await expect(summaryOf(page)).not.toContainText('running');
  await expect(summaryOf(page)).not.toContainText('pending');
});

test('the same queue runs in a worker and in a frame of another origin', async ({ openFigure, labUrl }) => {
  const { page, panel } = await openFigure('app.html?where=worker&run=upload,refused');
  await expect(rowsOf(page).first()).toContainText('3 attempts');
  await expect(summaryOf(page)).toHaveText('1 success, 1 error');
  expect(page.workers()).toHaveLength(1);
  await expect(panel.row(/upload photo/)).toContainText('3 of 3');
  await expect(panel.row(/broken photo/)).toContainText('http 400');

  await page.getByRole('radio', { name: 'in a frame of another origin' }).check();
  await expect(page).toHaveURL(/where=frame/);
  await expect.poll(() => page.frames().length).toBe(2);
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error('no frame');
  await frame.getByRole('button', { name: 'Upload a photo that fails twice' }).click();
  await expect(summaryOf(frame)).toHaveText('1 success');
  await expect(panelIn(frame).row(/upload photo/)).toContainText('3 of 3');
  expect(new URL(frame.url()).origin).toBe(labUrl.replace('127.0.0.1', 'localhost'));
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the app, ${theme}`, async ({ openFigure }) => {
    const { page, main } = await openFigure('app.html?run=refused', { theme, width: 400 });
    await expect(summaryOf(page)).toHaveText('1 error');
    expect(await violations(page)).toEqual([]);
    await main.getByRole('button', { name: 'Pause' }).click();
    await expect(main.getByRole('button', { name: 'Resume' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
