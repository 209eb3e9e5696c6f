import { expect, test } from './fixtures/test.ts';

const KINDS = ['same-origin', 'cross-origin', 'sandboxed', 'srcdoc', 'about:blank'];

test('bridge 14 B08 D40: frames of every kind, those added later too, each with its own task of one and the same id', async ({
  tab: { page, panel },
  lab,
}) => {
  await page.goto(`${lab.url}/pages/frames.html`);
  await expect(panel.row('task of the top frame')).toBeVisible();
  for (const kind of KINDS) await page.evaluate((name) => window.addFrame(name), kind);
  for (const kind of KINDS) await expect(panel.row(`task of the ${kind} frame`), kind).toHaveCount(1);
  await expect(panel.rows).toHaveCount(6);
  await expect(panel.counted('Success', 6)).toBeVisible();
  // Equal names are told apart by where they are.
  await expect(panel.connection).toHaveText('Live');

  // Later, when all is quiet; and one goes, whose task stays.
  await page.evaluate(() => window.addFrame('cross-origin later'));
  await expect(panel.row('task of the cross-origin later frame')).toBeVisible();
  await page.evaluate(() => window.removeFrame('srcdoc'));
  await page.evaluate(() => window.addFrame('same-origin last'));
  await expect(panel.row('task of the same-origin last frame')).toBeVisible();
  await expect(panel.rows).toHaveCount(8);
  await expect(panel.connection).toHaveText('Live');
});
