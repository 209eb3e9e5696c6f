import { expect, test, violations } from './fixtures/figures.ts';

const PAGES = ['index', 'stop', 'retry', 'timeout', 'layers', 'schedule'] as const;

test('the start page leads to every figure, and every figure to the others', async ({ openFigure }) => {
  const { page, main } = await openFigure('index.html');
  await expect(main.getByRole('link')).toHaveCount(6);
  await main.getByRole('link', { name: /Stop or continue/ }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('1 Stop or continue');
  const bar = page.getByRole('navigation', { name: 'Figures' });
  await expect(bar.getByRole('link', { name: 'Stop or continue' })).toHaveAttribute('aria-current', 'page');
  await bar.getByRole('link', { name: 'Layers' }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('4 Layers');
  await page.goBack();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('1 Stop or continue');
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in any page of the lab, ${theme}`, async ({ openFigure }) => {
    test.slow();
    for (const name of PAGES) {
      const { page, main } = await openFigure(`${name}.html`, { theme });
      // A page that still runs must not be a page without a fault.
      await expect(main.getByText('running', { exact: true })).toHaveCount(0, { timeout: 60_000 });
      expect(await violations(page), name).toEqual([]);
      // In a narrow window what is wide scrolls within itself.
      await page.setViewportSize({ width: 400, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${name}: wider than the window`).toBeLessThanOrEqual(0);
    }
  });
}

test('the built lab works under any path of any web host, without the server of the app', async ({ openStatic }) => {
  const { page, fact, settled } = await openStatic('some/where/lab/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Stop or continue/ })
    .click();
  await expect(page).toHaveURL(/\/some\/where\/lab\/stop\.html$/);
  await settled();
  await expect(fact('outcome')).toHaveText('3 success, 1 error');
  await page.getByRole('link', { name: "Show: onError: 'stop', the second throws an Error", exact: true }).click();
  await expect(page).toHaveURL(/\/some\/where\/lab\/stop\.html\?policy=stop$/);
  await expect(fact('outcome')).toHaveText('1 success, 3 error');
  await page.getByRole('link', { name: '5 Schedule composer' }).click();
  await expect(fact('together')).toHaveText('700 ms');
  await page.getByRole('link', { name: '6 A real app' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Nobody answers uploads here');
  await page.getByRole('link', { name: 'Tasklens lab' }).click();
  await expect(page).toHaveURL(/\/some\/where\/lab\/$/);
});
