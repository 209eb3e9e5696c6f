import { openPanel } from './fixtures/devtools.ts';
import { panelIn } from './fixtures/panel.ts';
import { expect, test } from './fixtures/test.ts';

test('bridge 3: a task that ended before DevTools was opened is there, with its attempts and its own times', async ({
  browserContext,
  fresh,
  lab,
}) => {
  const before = Date.now();
  await fresh.goto(`${lab.url}/?run=upload`);
  await expect(fresh.getByRole('status')).toHaveText('1 success');
  const after = Date.now();

  const devtools = await openPanel(browserContext, fresh);
  const opened = Date.now();
  const panel = panelIn(devtools.panel);
  const row = panel.row(/upload photo/);
  await expect(row).toContainText('3 of 3');
  await row.click();
  await expect(panel.machine).toHaveAccessibleName('pending, running, success');
  await panel.tab('Attempts').click();
  await expect(panel.attempts.getByText('http 503')).toHaveCount(2);

  // Original times: every time of day that the details show lies in the run, none at the moment of opening.
  await panel.tab('State').click();
  const shown = (await panel.details.innerText()).match(/\b\d{2}:\d{2}:\d{2}\.\d{3}\b/g) ?? [];
  expect(shown.length).toBeGreaterThanOrEqual(3);
  const midnight = new Date(before).setHours(0, 0, 0, 0);
  for (const time of shown) {
    const [hours, minutes, seconds] = time.split(':').map(Number) as [number, number, number];
    const at = midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000;
    expect(at).toBeGreaterThanOrEqual(before - 1);
    expect(at).toBeLessThanOrEqual(after + 1);
  }
  expect(opened).toBeGreaterThan(after);
});
