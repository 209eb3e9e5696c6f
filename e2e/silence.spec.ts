import { expect, test } from './fixtures/test.ts';

/** What the page's own first script kept of every message event it heard. */
type Heard = { readonly type: string; readonly data: string; readonly ports: number }[];

const heard = (): Heard => (globalThis as unknown as { heard: Heard }).heard;

test('bridge 8: a page’s own message listeners hear nothing from us', async ({ page, panel, lab }) => {
  await page.goto(`${lab.url}/pages/listening.html`);
  await page.getByRole('button', { name: 'Run a task' }).click();
  await expect(panel.row(/while someone listens/)).toContainText('2 of 2');
  await expect(panel.counted('Error', 1)).toBeVisible();
  expect(await page.evaluate(heard)).toEqual([]);
});

test('bridge 8: null, strings and forged envelopes from the page change nothing', async ({ page, panel, lab }) => {
  await page.goto(`${lab.url}/pages/listening.html`);
  await page.getByRole('button', { name: 'Post null, strings and forged' }).click();
  // The page's own posts did arrive at its own listener, so the forged ones were really sent.
  await expect.poll(async () => (await page.evaluate(heard)).length).toBeGreaterThanOrEqual(20);
  await page.getByRole('button', { name: 'Run a task' }).click();
  await expect(panel.row(/while someone listens/)).toContainText('2 of 2');
  await expect(panel.rows).toHaveCount(1);
});

test('bridge 10: a page without the library gets no global of ours, by enumeration or by name', async ({
  page,
  panel,
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
