import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/test.ts';

/** Keeps what a page says on its console, throws, or asks in a dialog. Returns what ends it and tells. */
function complaintsOf(page: Page): () => string[] {
  const complaints: string[] = [];
  const onConsole = (message: { text(): string }): void => void complaints.push(message.text());
  const onError = (error: Error): void => void complaints.push(String(error));
  const onDialog = (dialog: { message(): string; dismiss(): Promise<void> }): void => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  };
  page.on('console', onConsole);
  page.on('pageerror', onError);
  page.on('dialog', onDialog);
  return () => {
    page.off('console', onConsole);
    page.off('pageerror', onError);
    page.off('dialog', onDialog);
    return complaints;
  };
}

const heard = (page: Page) => page.evaluate(() => window.heard);

test('bridge 8: a page’s own message listeners hear nothing from us', async ({ page, panel, lab }) => {
  await page.goto(`${lab.url}/pages/listening.html`);
  await page.getByRole('button', { name: 'Run a task' }).click();
  await expect(panel.row(/while someone listens/)).toContainText('2 of 2');
  await expect(panel.counted('Error', 1)).toBeVisible();
  expect(await heard(page)).toEqual([]);
});

test('bridge 8 B10: perfect copies of our messages and events, from the page, a frame and a window that it opened, change nothing', async ({
  tab: { page, panel },
  lab,
}) => {
  const complaints = [complaintsOf(page), complaintsOf(panel.page)];
  await page.goto(`${lab.url}/pages/listening.html`);
  await page.getByRole('button', { name: 'Start task 1' }).click();
  await expect(panel.counted('Running', 1)).toBeVisible();

  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Forge messages and events' }).click();
  // All of it did arrive: what the page posted to itself, and what the frame and the window of another origin did.
  const frameOrigin = lab.url.replace('127.0.0.1', 'localhost');
  const arrived = async (origin: string): Promise<number> =>
    (await heard(page)).filter((message) => message.trusted && message.origin === origin).length;
  const posted = await page.evaluate(() => window.forged?.posted);
  expect(posted).toBeGreaterThanOrEqual(60);
  await expect.poll(() => arrived(lab.url)).toBe(posted);
  await expect.poll(() => arrived(frameOrigin)).toBe(2 * Number(posted));

  // A real task comes by the same way, later: what the forgeries could have done is done by now.
  await page.getByRole('button', { name: 'Run a task' }).click();
  await expect(panel.row(/while someone listens/)).toContainText('2 of 2');
  await expect(panel.counted('Error', 1)).toBeVisible();
  await expect(panel.rows).toHaveCount(2);
  await expect(panel.counted('Running', 1)).toBeVisible();
  await expect(panel.frame.getByText(/forged|alert/)).toHaveCount(0);
  await page.getByRole('button', { name: 'End task 1' }).click();
  await expect(panel.counted('Success', 1)).toBeVisible();
  await panel.row('real task').click();
  await panel.tab('State').click();
  await expect(panel.machine).toHaveAccessibleName('pending, running, success');

  // Nobody took an event or a port, and the page heard its own posts and nothing else.
  expect(await page.evaluate(() => window.forged?.taken)).toEqual([]);
  expect(await arrived(lab.url)).toBe(posted);
  expect((await heard(page)).filter((message) => message.trusted)).toHaveLength(3 * Number(posted));
  expect(complaints.flatMap((end) => end())).toEqual([]);
  await (await opened).close();
});

test('bridge 8: a page that takes the port of its own frame speaks for that frame alone, and none of its lies is believed', async ({
  tab: { page, panel },
  lab,
}) => {
  const complaints = complaintsOf(panel.page);
  await page.goto(`${lab.url}/pages/race.html`);
  await expect(panel.row('task of the top frame')).toBeVisible();
  await page.evaluate(() => window.race());
  // What it says is a page's word like any other: a task of a runtime of that name, in the frame; the error text is text.
  await expect(panel.rows).toHaveCount(3);
  await expect(panel.row('forged')).toBeVisible();
  await expect(panel.row('task of the top frame')).toHaveCount(1);
  await expect(panel.counted('Success', 1)).toBeVisible();
  await expect(panel.counted('Error', 1)).toBeVisible();
  await expect(panel.frame.locator('img[src="x"]')).toHaveCount(0);
  expect(complaints()).toEqual([]);
});

test('bridge 10: a page without the library gets no global of ours, by enumeration or by name', async ({
  tab: { page, panel },
  lab,
}) => {
  await page.goto(`${lab.url}/pages/plain.html`);
  await expect(panel.frame.getByText(/no runtime/i)).toBeVisible();
  const ours = await page.evaluate(() => {
    const names = Object.getOwnPropertyNames(globalThis).filter((name) => /tasklens/i.test(name));
    const seen: string[] = [];
    for (const name in globalThis) if (/tasklens/i.test(name)) seen.push(name);
    return { names, seen, attributes: document.documentElement.getAttributeNames() };
  });
  expect(ours).toEqual({ names: [], seen: [], attributes: ['lang'] });
});
