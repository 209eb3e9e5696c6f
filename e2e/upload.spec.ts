import { hold } from './fixtures/hold.ts';
import { readTable } from './fixtures/panel.ts';
import { expect, test } from './fixtures/test.ts';

/** `530 ms` or `1.2 s`, as a column shows it, in milliseconds. */
function inMs(text: string): number {
  const match = /^<?(\d+(?:\.\d+)?) (ms|s)$/.exec(text);
  if (!match) throw new Error(`${JSON.stringify(text)} is no duration`);
  return Number(match[1]) * (match[2] === 's' ? 1000 : 1);
}

test('bridge 5: an upload that fails twice shows 3 of 3, both errors, both waits and its success', async ({
  page,
  panel,
  lab,
}) => {
  // Live: the second request is held until its attempt was seen, however slow this machine is.
  const { release } = await hold(page, '**/flaky?*', 2);
  await page.goto(`${lab.url}/?run=upload`);
  const row = panel.row(/upload photo/);
  await expect(row).toContainText('2 of 3');
  await expect(panel.counted('Running', 1)).toBeVisible();
  release();
  await expect(panel.counted('Success', 1)).toBeVisible();
  await expect(row).toContainText('3 of 3');

  await row.click();
  await panel.tab('State').click();
  await expect(panel.machine).toHaveAccessibleName('pending, running, success');
  await panel.tab('Attempts').click();
  const { rows } = await readTable(panel.attempts);
  expect(rows.map((attempt) => [attempt['#'], attempt.Error, attempt.Decision])).toEqual([
    ['3 of 3', '', 'succeeded'],
    ['2', 'TaskError · http 503', 'retried'],
    ['1', 'TaskError · http 503', 'retried'],
  ]);
  // Each wait stands with its plan; the real one is never shorter, but for the clock's own grain.
  const [last, second, first] = rows.map((attempt) => attempt['Waited / plan']);
  expect(last).toBe('–');
  for (const [wait, longest] of [
    [first, 400],
    [second, 800],
  ] as const) {
    const [real, planned] = (wait ?? '').split(' / ').map(inMs) as [number, number];
    expect(planned).toBeLessThanOrEqual(longest);
    expect(real).toBeGreaterThanOrEqual(planned - 2);
  }
});

test('bridge 9: tasks appear live as they are queued, are cancelled, fail for good', async ({ page, panel, lab }) => {
  await page.goto(`${lab.url}/app.html`);
  await page.getByRole('main').getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('main').getByRole('button', { name: 'add 20' }).click();
  await expect(panel.counted('Pending', 20)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Cancel all' }).click();
  await expect(panel.counted('Cancelled', 20)).toBeVisible();
  await expect(panel.counted('Pending', 0)).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('main').getByRole('button', { name: '400 (not retryable)' }).click();
  await expect(panel.counted('Error', 1)).toBeVisible();
  await expect(panel.row(/broken photo \d+/).last()).toContainText('1 of 3');
  await expect(panel.row(/broken photo \d+/).last()).toContainText('http 400');
});

test('panel 1: a task between its attempts is retrying, a part of running, and no failure', async ({
  tab: { page, panel },
  lab,
}) => {
  // The server says "come back in ten minutes": the wait lasts as long as the test needs it.
  await page.route('**/429?*', (route) => route.fulfill({ status: 429, headers: { 'retry-after': '600' } }));
  await page.goto(`${lab.url}/?run=limited`);
  await expect(panel.counted('Retrying', 1)).toBeVisible();
  await expect(panel.counted('Running', 1)).toBeVisible();
  await expect(panel.counted('Error', 0)).toBeVisible();
  await panel.retryable.click();
  await expect(panel.rows).toHaveCount(0);
  await panel.retryable.click();
  await page.getByRole('main').getByRole('button', { name: 'Cancel all' }).click();
  await expect(panel.counted('Cancelled', 1)).toBeVisible();
  await expect(panel.counted('Retrying', 0)).toBeVisible();
});

test('bridge 5: a wait that the server asked for is the one planned and kept', async ({
  tab: { page, panel },
  lab,
}) => {
  await page.goto(`${lab.url}/?run=limited`);
  await expect(panel.row(/rate limited/)).toContainText('2 of 3');
  await expect(panel.counted('Success', 1)).toBeVisible();
  await panel.row(/rate limited/).click();
  await panel.tab('Attempts').click();
  const { rows } = await readTable(panel.attempts);
  expect(rows.map((attempt) => attempt.Error)).toEqual(['', 'TaskError · http 429']);
  expect(rows[1]?.['Waited / plan']).toMatch(/ \/ 1\.0 s$/);
});
