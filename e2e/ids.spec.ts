import { expect, test } from './fixtures/test.ts';

for (const keep of [false, true]) {
  test(`B07: ids used again after a reload, and document.open, with preserve log ${keep ? 'on' : 'off'}`, async ({
    tab: { page, panel },
    lab,
  }) => {
    await panel.preserveLog.setChecked(keep);
    await page.goto(`${lab.url}/pages/ids.html`);
    await page.evaluate(() => window.runIds(['1', '2', '3', '4', '5']));
    await expect(panel.counted('Success', 5)).toBeVisible();

    await page.reload();
    await page.evaluate(() => window.runIds(['1', '2'], ['2']));
    await expect(panel.counted('Error', 1)).toBeVisible();
    await expect(panel.counted('Success', keep ? 6 : 1)).toBeVisible();
    await expect(panel.rows).toHaveCount(keep ? 7 : 2);
    await expect(panel.row(/task 2/)).toHaveCount(keep ? 2 : 1);
    await panel
      .row(/task 2/)
      .last()
      .click();
    await panel.tab('State').click();
    await expect(panel.machine).toHaveAccessibleName('pending, running, error');
    if (keep) {
      await panel
        .row(/task 2/)
        .first()
        .click();
      await panel.tab('State').click();
      await expect(panel.machine).toHaveAccessibleName('pending, running, success');
    }

    // It takes every listener off the window, and leaves the page's scripts running.
    await page.evaluate(() => {
      document.open();
      document.write('<!doctype html><title>written anew</title><h1>Written anew</h1>');
      document.close();
    });
    await expect(page.getByRole('heading', { name: 'Written anew' })).toBeVisible();
    await page.evaluate(() => window.runIds(['3']));
    await expect(panel.counted('Success', keep ? 7 : 2)).toBeVisible();
    await expect(panel.rows).toHaveCount(keep ? 8 : 3);
    await expect(panel.connection).toHaveText('Live');
  });
}
