import axe from 'axe-core';
import type { DetailTab, Panel } from './fixtures/panel.ts';
import { expect, test } from './fixtures/test.ts';

/** axe in the panel's own document, or in one part of it. One line a violation. */
async function violations({ frame }: Panel, part = ':root'): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
  return frame.evaluate(async (within) => {
    const { axe: injected } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations: found } = await injected.run(within, { resultTypes: ['violations'] });
    return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
  }, part);
}

const DETAILS = 'section[aria-label="Task details"]';

/** The tabs of the details: an error has one more. */
const TABS: Readonly<Record<'success' | 'error', readonly DetailTab[]>> = {
  success: ['Attempts', 'State', 'Data', 'Events'],
  error: ['Attempts', 'State', 'Error', 'Data', 'Events'],
};

test('panel 5: axe finds nothing in the empty panel, the table, every tab of the details, the menus and the help', async ({
  tab: { page, panel },
  lab,
}) => {
  // A dozen and more runs of axe: the limit of a test is for one of them on a busy machine.
  test.slow();
  await expect(panel.frame.getByText(/no runtime/i)).toBeVisible();
  expect(await violations(panel)).toEqual([]);
  await page.goto(`${lab.url}/?run=upload,failing,slow`);
  await expect(panel.counted('Success', 1)).toBeVisible();
  await expect(panel.counted('Error', 2)).toBeVisible();
  expect(await violations(panel)).toEqual([]);
  for (const [name, tabs] of [
    [/upload photo/, TABS.success],
    [/server down/, TABS.error],
  ] as const) {
    await panel.row(name).click();
    // A tab that is missing must not be a tab without a fault.
    await expect(panel.details.getByRole('tab')).toHaveText([...tabs]);
    for (const tab of tabs) {
      await panel.tab(tab).click();
      await expect(panel.tab(tab)).toHaveAttribute('aria-selected', 'true');
      expect(await violations(panel, DETAILS), `${name} ${tab}`).toEqual([]);
    }
  }
  await panel.details.getByRole('button', { name: 'Copy' }).click();
  await expect(panel.frame.getByRole('menu', { name: 'Copy' })).toBeVisible();
  expect(await violations(panel, '[role=menu]'), 'menu').toEqual([]);
  await panel.page.keyboard.press('Escape');
  await panel.tasks.press('?');
  await expect(panel.frame.getByRole('dialog')).toBeVisible();
  expect(await violations(panel, ':is(dialog, [role=dialog])'), 'help').toEqual([]);
  await panel.page.keyboard.press('Escape');
  await expect(panel.frame.getByRole('dialog')).toHaveCount(0);
  for (const name of ['Slots', 'Accounting']) {
    await panel.frame.getByRole('tab', { name, exact: true }).click();
    await expect(panel.frame.getByRole('table', { name: name === 'Slots' ? 'Slots' : 'By name' })).toBeVisible();
    expect(await violations(panel), name).toEqual([]);
  }
  await panel.frame.getByRole('tab', { name: 'Tasks', exact: true }).click();
  await panel.filter.fill('no task has this name');
  await expect(panel.rows).toHaveCount(0);
  expect(await violations(panel), 'nothing found').toEqual([]);
});
