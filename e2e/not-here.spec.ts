import { isDevTools, openPanel } from './fixtures/devtools.ts';
import { launchWithExtension } from './fixtures/launch.ts';
import { panelIn } from './fixtures/panel.ts';
import { expect, test } from './fixtures/test.ts';

/** What chrome://extensions may call. */
interface Management {
  setEnabled(id: string, enabled: boolean): Promise<void>;
  getAll(): Promise<{ id: string; name: string }[]>;
}

// A browser of its own: switching the extension off takes the shared panel away.
test('bridge 15: a page that was open before the extension came says so, and its Reload button mends it', async ({
  lab,
}) => {
  test.slow();
  const { context } = await launchWithExtension({ headless: true });
  try {
    const page = context.pages().find((other) => !isDevTools(other)) ?? (await context.newPage());
    const settings = await context.newPage();
    await settings.goto('chrome://extensions/');
    const enable = (enabled: boolean): Promise<void> =>
      settings.evaluate(async (on) => {
        const { management } = (globalThis as unknown as { chrome: { management: Management } }).chrome;
        const ours = (await management.getAll()).find((extension) => extension.name === 'Tasklens');
        if (!ours) throw new Error('the extension is not in the list');
        await management.setEnabled(ours.id, on);
      }, enabled);
    await enable(false);
    await page.goto(`${lab.url}/?run=upload`);
    await expect(page.getByRole('region', { name: 'Queue' }).getByRole('status')).toHaveText('1 success');
    await enable(true);
    await settings.close();
    await page.bringToFront();

    const panel = panelIn((await openPanel(context, page)).panel);
    await expect(panel.frame.getByText('Tasklens was not here when this page loaded')).toBeVisible();
    await panel.frame.getByRole('button', { name: 'Reload' }).click();
    await expect(panel.row(/upload photo/)).toContainText('3 of 3');
  } finally {
    await context.close();
  }
});
