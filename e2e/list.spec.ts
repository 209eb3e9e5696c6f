import type { Page } from '@playwright/test';
import type { GalleryPage } from './fixtures/gallery.ts';
import { expect, test } from './fixtures/gallery.ts';

const play = (page: Page, what: 'add' | 'evict', count: number): Promise<void> =>
  page.evaluate(([name, n]) => (globalThis as unknown as GalleryPage).gallery[name](n), [what, count] as const);

test('panel 3: of 100 000 tasks at most 200 rows are elements', async ({ openView }) => {
  const panel = await openView({ query: 'tasks=100000', height: 1400 });
  await expect(panel.tasks).toHaveAttribute('aria-rowcount', '100001');
  await expect(panel.row('photo-100000')).toBeInViewport();
  expect(await panel.rows.count()).toBeLessThanOrEqual(200);
  await panel.tasks.press('Home');
  await expect(panel.row('photo-00001')).toBeInViewport();
  expect(await panel.rows.count()).toBeLessThanOrEqual(200);
});

test('panel 3: the list follows at its end, and stands still for a reader who is elsewhere', async ({ openView }) => {
  const panel = await openView({ query: 'tasks=1000' });
  await expect(panel.row('photo-01000')).toBeInViewport();
  await play(panel.page, 'add', 50);
  await expect(panel.row('added 50')).toBeInViewport();

  // By keys: a wheel scrolls smoothly, and is still on its way when the next step comes.
  await panel.tasks.press('Home');
  for (let page = 0; page < 20; page++) await panel.tasks.press('PageDown');
  const chosen = panel.tasks.getByRole('row', { selected: true });
  await expect(chosen).toBeInViewport();
  const place = (): Promise<number | undefined> => chosen.boundingBox().then((box) => box?.y);
  const before = await place();
  await play(panel.page, 'add', 500);
  await expect(panel.tasks).toHaveAttribute('aria-rowcount', '1551');
  expect(await place()).toBe(before);
  // The viewer's bound lets the oldest go: what is looked at stays under the eye.
  await play(panel.page, 'evict', 300);
  await expect(panel.tasks).toHaveAttribute('aria-rowcount', '1251');
  await expect.poll(place).toBe(before);
});

test('panel 3: the chosen row stays in sight when the details open below it', async ({ openView }) => {
  const panel = await openView({ query: 'tasks=mixed', width: 400, height: 560 });
  await panel.row('photo-0419').click();
  await expect(panel.details).toBeVisible();
  await expect(panel.row('photo-0419')).toBeInViewport();
});

test('panel 1: a column is resized by its edge, hidden by its menu, and both outlive a reload', async ({
  openView,
}) => {
  const panel = await openView({ query: 'tasks=mixed' });
  const title = panel.tasks.getByRole('columnheader', { name: 'Error' });
  const width = async (): Promise<number> => Math.round((await title.boundingBox())?.width ?? 0);
  const before = await width();
  const box = await title.boundingBox();
  if (!box) throw new Error('no column');
  await panel.page.mouse.move(box.x + box.width - 1, box.y + 10);
  await panel.page.mouse.down();
  await panel.page.mouse.move(box.x + box.width + 59, box.y + 10, { steps: 3 });
  await panel.page.mouse.up();
  expect(await width()).toBe(before + 60);
  await expect(title).not.toHaveAttribute('aria-sort');

  await title.click({ button: 'right' });
  await panel.page.getByRole('menuitemcheckbox', { name: 'Started' }).click();
  await panel.page.reload();
  await expect(panel.tasks.getByRole('columnheader', { name: 'Started' })).toHaveCount(0);
  expect(await width()).toBe(before + 60);
});

test('panel 5: the panel follows the system’s theme, live, and moves nothing where motion is not wanted', async ({
  openView,
}) => {
  const panel = await openView({ query: 'tasks=mixed' });
  const background = (): Promise<string> => panel.tasks.evaluate((grid) => getComputedStyle(grid).backgroundColor);
  const light = await background();
  await panel.page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).not.toBe(light);
  const moving = (): Promise<number> => panel.page.evaluate(() => document.getAnimations().length);
  expect(await moving()).toBeGreaterThan(0);
  await panel.page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(moving).toBe(0);
});

test('U03: a row with an override in its name keeps its other columns in place', async ({ openView }) => {
  const panel = await openView({ query: 'tasks=mixed' });
  const cells = (name: string | RegExp): Promise<number[]> =>
    panel
      .row(name)
      .getByRole('gridcell')
      .evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().x)));
  expect(await cells(/gnp\.exe/)).toEqual(await cells('photo-0412'));
  expect(await cells(/העלאה/)).toEqual(await cells('photo-0412'));
});
