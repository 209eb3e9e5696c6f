import { expect, test } from './fixtures/figures.ts';
import { readTable } from './fixtures/panel.ts';

test('question 3: how often is a function called with retries: 3? Four times at most, and onAttempt hears of each retry', async ({
  openFigure,
}) => {
  const { page, panel, fact, table, settled, results } = await openFigure('retry.html');
  await settled();
  await expect(panel.row('upload')).toContainText('3 of 4');
  await expect(fact('attempts')).toHaveText('3 of 4');
  await expect(fact('onAttempt calls')).toHaveText('2');
  const { rows } = await readTable(table('Attempts'));
  expect(rows.map((row) => [row['#'], row.Decision, row['Waited / plan']])).toEqual([
    ['1', 'retried', '100 ms / 100 ms'],
    ['2', 'retried', '200 ms / 200 ms'],
    ['3', 'succeeded', '–'],
  ]);
  await page.getByRole('slider', { name: 'Calls that fail' }).fill('8');
  await expect(fact('attempts')).toHaveText('4 of 4');
  await expect(fact('decided by')).toHaveText('exhausted');
  await expect(panel.row('upload')).toContainText('4 of 4');
  await expect(panel.rows).toHaveCount(1);
  await panel.row('upload').click();
  await panel.tab('Attempts').click();
  expect((await readTable(panel.attempts)).rows.map((row) => row.Decision)).toEqual([
    'exhausted',
    'retried',
    'retried',
    'retried',
  ]);
  expect((await results()).get('retries: 3, every call fails')).toBe('4 attempts, exhausted');
});

test('question 4: why was my TaskError not tried again? It did not say retryable: true, and a type alone says nothing', async ({
  openFigure,
}) => {
  const { panel, fact, settled, results } = await openFigure('retry.html?error=final&failures=8');
  await settled();
  await expect(panel.row('upload')).toContainText('1 of 4');
  await expect(fact('attempts')).toHaveText('1 of 4');
  await expect(fact('decided by')).toHaveText('not-retryable');
  const came = await results();
  expect(came.get("retries: 3, throws new TaskError('…', { type: 'network' })")).toBe('1 attempt, not-retryable');
  expect(came.get("retries: 3, throws new TaskError('…', { retryable: true })")).toBe('4 attempts, exhausted');
  expect(came.get('a TaskError, and retryable: () => true')).toBe('1 attempt, not-retryable');
  expect(came.get('an Error, and retryable: () => false')).toBe('1 attempt, vetoed');
});

test('question 5: how long are the waits of exponential back-off? 100, 200, 400, 800 ms', async ({ openFigure }) => {
  const { fact, tracks, settled, results } = await openFigure('retry.html?failures=8&retries=4&took=0');
  await settled();
  await expect(fact('waits planned')).toHaveText('100, 200, 400, 800 ms');
  await expect(fact('all of it took')).toHaveText('1 500 ms');
  await expect(tracks).toHaveAccessibleName(/wait between attempts 700 ms to 1 500 ms/);
  const came = await results();
  expect(came.get('exponentialBackoff(), without jitter')).toBe('waits of 100, 200, 400, 800 ms');
  expect(came.get('retryAfter: 250 and no delay')).toBe('waits of 250, 250 ms');
  expect(came.get('the events of a task with 4 attempts on the bus')).toBe(
    '1 task:registered, 1 task:started, 1 task:done',
  );
});

test('question 6: what is jitter for? Without it a thousand clients come back in one instant', async ({
  openFigure,
}) => {
  test.slow();
  const { main } = await openFigure('retry.html');
  const crowd = async (jitter: string): Promise<number> => {
    const said = main.locator(`[data-jitter="${jitter}"]`);
    await expect(said).toContainText('within 10 ms', { timeout: 60_000 });
    return Number((await said.innerText()).replace(/ at most.*$/s, '').replace(/\s/g, ''));
  };
  expect(await crowd('none')).toBe(1000);
  // Spread over a window of 100 ms, about 100 of them fall within any 10; equal jitter has half the window.
  expect(await crowd('full')).toBeLessThan(200);
  expect(await crowd('equal')).toBeLessThan(350);
  expect(await crowd('equal')).toBeGreaterThan(await crowd('full'));
  expect(await crowd('decorrelated')).toBeLessThan(200);
});

test('what retry refuses is shown as the refusal it is, and the code is that of the settings', async ({
  openFigure,
}) => {
  const { page, main } = await openFigure('retry.html?backoff=fixed&jitter=decorrelated');
  await expect(main.getByRole('alert')).toContainText('RangeError: Expected `jitter`');
  await page.getByRole('radio', { name: 'equal' }).check();
  await expect(main.getByRole('alert')).toHaveCount(0);
  await expect(main.getByRole('region', { name: 'Code', exact: true })).toContainText(
    "retry(upload, { retries: 3, delay: 100, jitter: 'equal' })",
  );
});
