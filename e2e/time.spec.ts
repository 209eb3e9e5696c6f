import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures/gallery.ts';
import { readTable } from './fixtures/panel.ts';

async function box(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const found = await locator.boundingBox();
  if (found === null) throw new Error('it has no place');
  return found;
}

test('panel: a window dragged in the overview filters the list, its edges are moved, a press lists all again', async ({
  openView,
}) => {
  const panel = await openView({ query: 'tasks=queue-1000' });
  const { mouse } = panel.page;
  const strip = await box(panel.frame.getByRole('group', { name: 'Overview' }));
  const shown = async (): Promise<number> => Number(await panel.tasks.getAttribute('aria-rowcount')) - 1;
  const at = (share: number): readonly [number, number] => [strip.x + strip.width * share, strip.y + strip.height / 2];
  expect(await shown()).toBe(1000);
  await mouse.move(...at(0.3));
  await mouse.down();
  await mouse.move(...at(0.5), { steps: 4 });
  await mouse.up();
  const part = await shown();
  expect(part).toBeGreaterThan(50);
  expect(part).toBeLessThan(600);
  const term = panel.frame.getByRole('button', { name: /^Remove the time window/ });
  await expect(term).toBeVisible();
  await mouse.move(...at(0.5));
  await mouse.down();
  await mouse.move(...at(0.4), { steps: 4 });
  await mouse.up();
  expect(await shown()).toBeLessThan(part);
  await mouse.click(...at(0.9));
  await expect(term).toHaveCount(0);
  expect(await shown()).toBe(1000);
});

test('panel: a press in the swimlanes chooses the task that held the slot then; the wheel zooms and pans', async ({
  openView,
}) => {
  const panel = await openView({ query: 'tasks=queue-60&view=slots' });
  const picture = panel.frame.getByRole('application', { name: 'Slots over time' });
  const place = await box(picture);
  const { mouse } = panel.page;
  const press = (share: number, lane: number): Promise<void> =>
    mouse.click(place.x + place.width * share, place.y + 22 + lane * 30 + 15);
  await press(0.3, 1);
  await expect(panel.details).toBeVisible();
  const table = panel.frame.getByRole('table', { name: 'Slots' });
  const { columns, rows } = await readTable(table);
  const holder = rows[1]?.[columns[1] ?? ''] ?? '';
  expect(columns[1]).toMatch(/^At 14:00:/);
  await expect(panel.details.getByRole('heading', { name: holder })).toBeVisible();

  // What is painted changes with each step, and back again.
  const painted = (): Promise<string> =>
    picture.locator('canvas').evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ''));
  const before = await painted();
  await mouse.move(place.x + place.width * 0.3, place.y + 60);
  await panel.page.keyboard.down('Control');
  await mouse.wheel(0, -400);
  await panel.page.keyboard.up('Control');
  await expect.poll(painted).not.toBe(before);
  const closer = await painted();
  await mouse.wheel(120, 0);
  await expect.poll(painted).not.toBe(closer);
  await panel.frame.getByRole('button', { name: 'All of it' }).click();
  await expect.poll(painted).toBe(before);
});

test('panel: a number of Accounting lists its tasks, and the focus goes to the list', async ({ openView }) => {
  const panel = await openView({ query: 'tasks=queue-1000&view=accounting' });
  const card = panel.frame.getByRole('region', { name: 'retryable, gave up' });
  const link = card.getByRole('button').first();
  const number = await link.innerText();
  await link.click();
  await expect(panel.filter).toHaveValue('state:error retryable:yes');
  await expect(panel.tasks).toHaveAttribute('aria-rowcount', `${Number(number) + 1}`);
  await expect(panel.tasks).toBeFocused();
});
