import { openPanel } from './fixtures/devtools.ts';
import { panelIn } from './fixtures/panel.ts';
import { expect, test } from './fixtures/test.ts';
import { loggedTimes, shownTimes } from './fixtures/times.ts';

test('bridge 3: a task that ended before DevTools was opened is there, with its attempts and its own times', async ({
  browserContext,
  fresh,
  lab,
}) => {
  await fresh.goto(`${lab.url}/?run=upload`);
  await expect(fresh.getByRole('region', { name: 'Queue' }).getByRole('status')).toHaveText('1 success');
  const log = await fresh.evaluate(() => window.taskLog);
  expect(log).toHaveLength(1);

  const panel = panelIn((await openPanel(browserContext, fresh)).panel);
  const row = panel.row(/upload photo/);
  await expect(row).toContainText('3 of 3');
  await row.click();
  await panel.tab('State').click();
  await expect(panel.machine).toHaveAccessibleName('pending, running, success');
  await panel.tab('Attempts').click();
  await expect(panel.attempts.getByText('http 503')).toHaveCount(2);
  // Its own times, to the millisecond, as the page logged them: none is that of the opening, which took seconds since.
  expect(await shownTimes(panel)).toEqual(log.flatMap(loggedTimes));
});
