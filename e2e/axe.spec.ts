import axe from 'axe-core';
import type { Panel } from './fixtures/panel.ts';
import { expect, test } from './fixtures/test.ts';

/** axe in the panel's own frame: DevTools around it is not ours to judge. One line a violation. */
async function violations({ frame }: Panel): Promise<string[]> {
  await frame.evaluate(axe.source);
  return frame.evaluate(async () => {
    const { axe: injected } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations: found } = await injected.run();
    return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
  });
}

test('panel 5: axe finds nothing in the table, the details and the empty panel', async ({ page, panel, lab }) => {
  await expect(panel.frame.getByText(/no runtime/i)).toBeVisible();
  expect(await violations(panel)).toEqual([]);
  await page.goto(`${lab.url}/?run=upload,failing,slow`);
  await expect(panel.counted('Success', 1)).toBeVisible();
  await expect(panel.counted('Error', 2)).toBeVisible();
  expect(await violations(panel)).toEqual([]);
  await panel.row(/upload photo/).click();
  for (const tab of ['Attempts', 'State', 'Error', 'Data', 'Events'] as const) {
    if ((await panel.tab(tab).count()) === 0) continue;
    await panel.tab(tab).click();
    expect(await violations(panel)).toEqual([]);
  }
});
