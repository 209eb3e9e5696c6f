import { expect, test } from './fixtures/figures.ts';
import { readTable } from './fixtures/panel.ts';

test('question 7: when is the slot of a task that timed out free again? When its body has ended, not before', async ({
  openFigure,
}) => {
  const { panel, table, tracks, settled, results } = await openFigure('timeout.html');
  await settled();
  const { rows } = await readTable(table('Moments'));
  expect(rows.map((row) => [row.Body, row['Timeout fires'], row['Body exits'], row['Its follower starts']])).toEqual([
    ['cooperative', '20 ms', '20 ms', '20 ms'],
    ['uncooperative', '20 ms', '80 ms', '80 ms'],
  ]);
  // The same error, whatever it cost.
  expect(rows.map((row) => [row['Ends as'], row.Error, row.retryable])).toEqual([
    ['error', 'TimeoutError', 'false'],
    ['error', 'TimeoutError', 'false'],
  ]);
  await expect(tracks.nth(2)).toHaveAccessibleName(
    'uncooperative: call that fails 0 ms to 80 ms; timeout fires at 20 ms; body exits at 80 ms',
  );
  await expect(panel.counted('Error', 3)).toBeVisible();
  const shown = (await readTable(panel.tasks)).rows;
  // The task behind the one that ignored its signal waited until that had ended.
  expect(shown.filter((row) => row.Name?.includes('its follower')).map((row) => row.Waited)).toEqual([
    '20 ms',
    '80 ms',
  ]);
  const came = await results();
  expect(came.get('the task behind the first')).toBe('starts 0 ms after the timeout fired');
  expect(came.get('the task behind the second')).toBe('starts 60 ms after the timeout fired');
});

test('question 8: how is a long stream kept from timing out? By a budget of silence, renewed with each chunk', async ({
  openFigure,
}) => {
  const { page, table, settled } = await openFigure('timeout.html');
  await settled();
  const ends = async (): Promise<string[][]> =>
    (await readTable(table('Streams'))).rows.map((row) => [
      row['Ends as'] ?? '',
      row.Error ?? '',
      row['Ended at'] ?? '',
    ]);
  expect(await ends()).toEqual([
    ['success', '–', '190 ms'],
    ['error', 'TimeoutError', '60 ms'],
  ]);
  await page.getByRole('slider', { name: 'Silence at the end' }).fill('80');
  await expect.poll(ends).toEqual([
    ['error', 'TimeoutError', '210 ms'],
    ['error', 'TimeoutError', '60 ms'],
  ]);
});

test("on the system's clock the two moments are as far apart as they are in truth", async ({ openFigure }) => {
  const { table, settled } = await openFigure('timeout.html?clock=real&took=400&budget=100');
  await settled();
  const { rows } = await readTable(table('Moments'));
  const inMs = (text = ''): number => Number(text.replace(/ ms$/, '').replace(/\s/g, ''));
  const [cooperative, uncooperative] = rows.map((row) => inMs(row['Body exits']) - inMs(row['Timeout fires']));
  expect(cooperative).toBeGreaterThanOrEqual(0);
  // A busy machine makes the first moment late, never the second early: 400 ms are slept by the page's own timer.
  expect(inMs(rows[1]?.['Body exits'])).toBeGreaterThanOrEqual(399);
  expect(uncooperative).toBeGreaterThan(cooperative ?? Number.POSITIVE_INFINITY);
});
