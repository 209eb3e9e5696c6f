import type { Page } from '@playwright/test';
import type { Panel } from './fixtures/panel.ts';
import { expect, test } from './fixtures/test.ts';

const button = (panel: Panel, name: string | RegExp) => panel.frame.getByRole('button', { name });

async function open(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/pages/commands.html`);
  await page.waitForFunction(() => 'hold' in window);
}

/** What no command may leave behind in the app. */
const unhandled = (page: Page): Promise<number> => page.evaluate(() => window.unhandled);

test('bridge 17 panel 7: in DevTools, a task is cancelled, and one that has ended runs again as a new one', async ({
  page,
  panel,
  lab,
}) => {
  await open(page, lab.url);
  await page.evaluate(() => {
    window.hold('held');
    window.send('sent');
  });
  await panel.row(/held/).click();
  await button(panel, 'Cancel task').click();
  await expect(panel.counted('Cancelled', 1)).toBeVisible();
  await expect(panel.counted('Success', 1)).toBeVisible();

  await panel.row(/sent/).click();
  await button(panel, 'Run again').click();
  await expect(panel.counted('Success', 2)).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.calls.sent)).toBe(2);
  await expect
    .poll(() => page.evaluate(() => window.settled))
    .toEqual({
      held: 'CancelledError: Cancelled: DevTools',
      sent: 'sent',
    });
  expect(await unhandled(page)).toBe(0);
});

test('bridge 17: a runtime is paused, given more slots, cleared and resumed', async ({ tab: { page, panel }, lab }) => {
  await open(page, lab.url);
  await page.evaluate(() => {
    for (const name of ['a', 'b', 'c', 'd']) window.hold(name);
  });
  await expect(panel.counted('Running', 1)).toBeVisible();
  await button(panel, 'Commands').click();
  const field = panel.frame.getByRole('spinbutton', { name: 'Concurrency of uploads' });
  await field.fill('2');
  await button(panel, 'Set the concurrency of uploads').click();
  await expect(panel.frame.getByText('2 running, 2 pending')).toBeVisible();
  await button(panel, 'Pause uploads').click();
  await field.fill('4');
  await button(panel, 'Set the concurrency of uploads').click();
  await expect(button(panel, 'Resume uploads')).toBeVisible();
  await expect(panel.frame.getByText('2 running, 2 pending')).toBeVisible();
  await button(panel, 'Cancel all 2 pending tasks of uploads').click();
  await expect(panel.frame.getByText('2 running, 0 pending')).toBeVisible();
  await button(panel, 'Resume uploads').click();
  await expect(button(panel, 'Pause uploads')).toBeVisible();
  // The runtime that takes no commands is not offered.
  await expect(panel.frame.getByRole('dialog').getByText('payments')).toHaveCount(0);
  await button(panel, 'Close commands').click();
  await expect(panel.counted('Cancelled', 2)).toBeVisible();
});

test('bridge 17: a selection is acted on at once; a page that says no is not, and the button says why', async ({
  tab: { page, panel },
  lab,
}) => {
  await open(page, lab.url);
  await page.evaluate(() => {
    for (const name of ['alpha', 'beta', 'gamma']) window.hold(name);
    window.hold('mine', true);
  });
  await expect(panel.rows).toHaveCount(4);
  await panel.row(/alpha/).click();
  await panel.row(/gamma/).click({ modifiers: ['Shift'] });
  await button(panel, 'Cancel 3 tasks').click();
  await expect(panel.counted('Cancelled', 3)).toBeVisible();
  await expect(panel.frame.getByText('3 tasks: cancelled, or asked to end.')).toBeVisible();
  await panel.row(/mine/).click();
  await expect(button(panel, 'Cancel task')).toHaveAttribute('aria-disabled', 'true');
  await expect(button(panel, 'Cancel task')).toHaveAccessibleDescription(/devtools.commands is false/);
  expect(await unhandled(page)).toBe(0);
});

test('bridge 17 B08: of four tasks of one id only that of the frame of another origin is cancelled', async ({
  tab: { page, panel },
  lab,
}) => {
  await page.goto(`${lab.url}/pages/sources.html`);
  await expect(panel.counted('Running', 4)).toBeVisible();
  await panel.state('Running').click();
  await panel.rows.filter({ hasText: 'localhost' }).click();
  await button(panel, 'Cancel task').click();
  await expect(panel.counted('Cancelled', 2)).toBeVisible();
  await expect(panel.counted('Running', 3)).toBeVisible();
  await expect(panel.rows.filter({ hasText: 'localhost' })).toHaveCount(0);
  await panel.state('Running').click();
});

test('bridge 17: a page that stood still carries nothing out afterwards', async ({ tab: { page, panel }, lab }) => {
  await open(page, lab.url);
  await page.evaluate(() => window.hold('held'));
  await panel.row(/held/).click();
  // Longer than a viewer waits: a breakpoint, as far as the page can tell.
  const halted = page.evaluate(() => {
    const until = performance.now() + 3_000;
    while (performance.now() < until);
  });
  await button(panel, 'Cancel task').click();
  await expect(panel.frame.getByText(/no answer within 2 s/)).toBeVisible();
  await halted;
  await page.evaluate(() => window.hold('afterwards'));
  await expect(panel.row(/afterwards/)).toBeVisible();
  await expect(panel.counted('Running', 1)).toBeVisible();
  expect(await page.evaluate(() => window.settled)).toEqual({});
});

test('bridge 18: an injected 503 is retried, marked wherever it shows, and gone when the panel goes', async ({
  watched,
  lab,
}) => {
  const { page } = watched;
  const panel = await watched.openPanel();
  await open(page, lab.url);
  await page.evaluate(() => window.send('before'));
  await expect(panel.counted('Success', 1)).toBeVisible();
  await panel.frame.getByRole('tab', { name: 'Faults' }).click();
  await panel.frame.getByRole('textbox', { name: 'Task name contains' }).fill('SEND');
  await button(panel, 'Inject').click();
  const active = panel.frame.getByRole('table', { name: 'Active faults' });
  await expect(active).toContainText('TaskError: 503');

  await page.evaluate(() => window.send('send a.png'));
  await expect(active).toContainText('used up');
  await panel.frame.getByRole('tab', { name: 'Tasks' }).click();
  const row = panel.row(/send a\.png/);
  await expect(row).toContainText('3 of 4');
  await expect(row.getByRole('img', { name: 'fault injected' })).toBeVisible();
  await row.click();
  await expect(panel.details).toContainText('Injected fault: TaskError: 503');
  await expect(panel.attempts.getByText('injected')).toHaveCount(2);
  expect(await page.evaluate(() => window.calls['send a.png'])).toBe(1);

  // One that lasts, and a panel that goes.
  await panel.frame.getByRole('tab', { name: 'Faults' }).click();
  await panel.frame.getByRole('combobox', { name: 'How often' }).selectOption('off');
  await button(panel, 'Inject').click();
  await page.evaluate(() => window.send('send b.png'));
  await expect(panel.counted('Error', 1).or(panel.statusLine)).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.settled['send b.png'])).toBe('TaskError: 503');
  await panel.page.close();
  await page.evaluate(() => window.send('send c.png'));
  await expect.poll(() => page.evaluate(() => window.settled['send c.png'])).toBe('sent');
  expect(await unhandled(page)).toBe(0);
});
