import { expect, test } from './fixtures/figures.ts';
import { readTable } from './fixtures/panel.ts';

const ROWS = async (table: Parameters<typeof readTable>[0]): Promise<string[][]> =>
  (await readTable(table)).rows.map((row) => [
    row.State ?? '',
    row.Error ?? '',
    row['retryable in task:done'] ?? '',
    row.Calls ?? '',
  ]);

test('question 1: a task fails; what becomes of those behind it? Nothing, by default', async ({ openFigure }) => {
  const { fact, table, tracks, settled } = await openFigure('stop.html');
  await settled();
  await expect(fact('outcome')).toHaveText('3 success, 1 error');
  expect(await ROWS(table('Tasks'))).toEqual([
    ['success', '–', 'false', '1'],
    ['error', 'Error', 'true', '1'],
    ['success', '–', 'false', '1'],
    ['success', '–', 'false', '1'],
  ]);
  await expect(tracks.nth(1)).toHaveAccessibleName('task 2: queued 0 ms to 40 ms; call that fails 40 ms to 80 ms');
});

test('question 2: under “stop”, how do the tasks end that were still waiting? As errors, without a call', async ({
  openFigure,
}) => {
  const { page, panel, fact, table, settled, results } = await openFigure('stop.html');
  await page.getByRole('radio', { name: "'stop'" }).check();
  await settled();
  await expect(fact('outcome')).toHaveText('1 success, 3 error');
  await expect(fact('calls of a body')).toHaveText('2');
  expect(await ROWS(table('Tasks'))).toEqual([
    ['success', '–', 'false', '1'],
    ['error', 'Error', 'true', '1'],
    ['error', 'QueueStoppedError', 'false', '0'],
    ['error', 'QueueStoppedError', 'false', '0'],
  ]);
  // The panel beside it: of the run that stayed, and of no other.
  await expect(panel.counted('Error', 3)).toBeVisible();
  await expect(panel.counted('Success', 1)).toBeVisible();
  await panel.retryable.click();
  await expect(panel.rows).toHaveCount(1);
  await expect(panel.rows).toContainText('task 2');
  await panel.retryable.click();
  await expect(panel.rows).toHaveCount(4);
  await expect(panel.row('task 4')).toContainText('QueueStoppedError');
  const came = await results();
  expect(came.get("onError: 'stop': a task that is enqueued later")).toBe(
    'error QueueStoppedError, retryable false, called 0 times',
  );
  expect(came.get("onError: 'stop', the second throws a CancelledError")).toBe('3 success, 1 cancelled');
});

test('the settings of a figure are its address: a link shows the same, back and forward go through them', async ({
  openFigure,
}) => {
  const { page, fact, settled } = await openFigure('stop.html?policy=stop&error=final&late=1');
  await settled();
  await expect(fact('outcome')).toHaveText('1 success, 4 error');
  await page.getByRole('radio', { name: "'continue' (default)" }).check();
  await expect(page).toHaveURL(/stop\.html\?error=final&late=1$/);
  await expect(fact('outcome')).toHaveText('4 success, 1 error');
  await page.getByLabel('The second task throws').selectOption('cancelled');
  await expect(fact('outcome')).toHaveText('4 success, 1 cancelled');
  await page.goBack();
  await expect(fact('outcome')).toHaveText('4 success, 1 error');
  await page.goBack();
  await expect(fact('outcome')).toHaveText('1 success, 4 error');
  await expect(page.getByRole('radio', { name: "'stop'" })).toBeChecked();
  await page.goForward();
  await expect(fact('outcome')).toHaveText('4 success, 1 error');
  // A setting that no link could have made is the one at the start.
  await page.goto(page.url().replace(/\?.*/, '?policy=perhaps&error=__proto__'));
  await expect(fact('outcome')).toHaveText('3 success, 1 error');
});

test('a slow clock shows the run as it goes, and any clock the same end', async ({ openFigure }) => {
  const { page, main, fact, tracks } = await openFigure('stop.html?policy=stop');
  await expect(fact('outcome')).toHaveText('1 success, 3 error');
  // Frames come when they are told to: a state that passes is held.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000);
  await page.getByLabel('Speed of the clock').selectOption('x0.1');
  await expect(main).toHaveAttribute('aria-busy', 'true');
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return tracks.first().getAttribute('aria-label');
    })
    .toMatch(/^task 1: call under way 0 ms to /);
  await expect(main).toHaveAttribute('aria-busy', 'true');
  await expect
    .poll(async () => {
      await page.clock.runFor(200);
      return main.getAttribute('aria-busy');
    })
    .toBe('false');
  await expect(fact('outcome')).toHaveText('1 success, 3 error');
});
