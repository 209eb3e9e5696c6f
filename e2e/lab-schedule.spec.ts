import { expect, test } from './fixtures/figures.ts';

test('question 11: how is back-off bounded, and how capped? max bounds it, min caps it, and jitter outside of a cap exceeds it', async ({
  openFigure,
}) => {
  const { page, main, fact, settled, results } = await openFigure('schedule.html');
  await settled();
  const waits = main.getByRole('list', { name: 'Waits' }).getByRole('listitem');
  await expect(waits).toHaveText(['100 ms', '200 ms', '400 ms', 'it ends']);
  await expect(fact('ends by itself')).toHaveText('yes');
  await page.getByLabel('Kind of the whole').selectOption('min');
  await expect(waits).toContainText(['0 ms', '0 ms', '0 ms', '800 ms']);
  await expect(fact('ends by itself')).toHaveText('no');
  const came = await results();
  expect(came.get('max(exponential(100,2),recurs(3))')).toBe('100, 200, 400 ms, then it ends');
  expect(came.get('min(exponential(100,2),recurs(3))')).toBe('0, 0, 0, 800, 1600, 3200 ms …');
  expect(came.get('min(exponential(500,2),spaced(5000))')).toBe('500, 1000, 2000, 4000, 5000, 5000 ms …');
  const longest = (asked: string): number =>
    Number((came.get(asked) ?? '').replace(/^.*: /, '').replace(/ ms$/, '').replace(/\s/g, ''));
  expect(longest('jittered(min(exponential(500,2),spaced(5000)))')).toBeGreaterThan(5000);
  expect(longest('min(jittered(exponential(500,2)),spaced(5000))')).toBe(5000);
  expect(came.get('upToDuration(1000,spaced(400))')).toBe('400, 400, 400 ms, then it ends: 1 200 ms in all');
});

test('one policy feeds a retry and a repeat; one without an end is refused until something bounds it', async ({
  openFigure,
}) => {
  const { page, main, panel, tracks, settled } = await openFigure('schedule.html');
  await settled();
  await expect(panel.row('retry')).toContainText('820 ms');
  await expect(panel.row('repeat')).toContainText('820 ms');
  await expect(tracks.nth(0)).toHaveAccessibleName(
    'retry: call that fails 0 ms to 30 ms; wait between attempts 30 ms to 130 ms; call that fails 130 ms to 160 ms; wait between attempts 160 ms to 360 ms; call that fails 360 ms to 390 ms; wait between attempts 390 ms to 790 ms; call that fails 790 ms to 820 ms',
  );
  await expect(tracks.nth(1)).toHaveAccessibleName(/^repeat: call that succeeds 0 ms to 30 ms; wait .* 130 ms;/);
  await page.getByRole('button', { name: 'Remove part 2' }).click();
  await expect(main.getByRole('alert')).toHaveCount(2);
  await expect(main.getByRole('alert').first()).toContainText('retry refuses it: RangeError: Expected `schedule`');
  await page.getByRole('radio', { name: /retries: 5/ }).check();
  await expect(main.getByRole('alert')).toHaveCount(0);
  await expect(main.getByText('6 calls', { exact: true })).toHaveCount(2);
  await page.getByRole('radio', { name: 'unbounded: true' }).check();
  await expect(main.getByText('13 calls, cut off here')).toHaveCount(2);
});

test('a policy is put together by hand, stands in the address and is written as code', async ({ openFigure }) => {
  const { page, main } = await openFigure('schedule.html?policy=exponential(500,2)');
  await page.getByLabel('Wrap the whole in').selectOption('min');
  await page.getByRole('button', { name: 'Add a part to min' }).click();
  await page.getByLabel('ms of spaced, part 2').fill('5000');
  await page.getByLabel('ms of spaced, part 2').blur();
  await page.getByLabel('Wrap the whole in').selectOption('upToTimes');
  await expect(page).toHaveURL(/\?policy=upToTimes\(3,min\(exponential\(500,2\),spaced\(5000\)\)\)$/);
  await expect(main.getByRole('region', { name: 'Code', exact: true })).toContainText(
    [
      'const policy = Schedule.upTo(',
      '  Schedule.min([',
      '    Schedule.exponential(500),',
      '    Schedule.spaced(5000),',
      '  ]),',
      '  { times: 3 },',
      ');',
    ].join('\n'),
  );
  await page.reload();
  await expect(main.getByRole('list', { name: 'Waits' }).getByRole('listitem')).toHaveText([
    '500 ms',
    '1 000 ms',
    '2 000 ms',
    'it ends',
  ]);
});
