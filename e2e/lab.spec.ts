import { expect, test, violations } from './fixtures/figures.ts';

const PAGES = ['index', 'stop', 'retry', 'timeout', 'layers'] as const;

test('the start page leads to every figure, and every figure to the others', async ({ openFigure }) => {
  const { page, main } = await openFigure('index.html');
  await expect(main.getByRole('link')).toHaveCount(6);
  await main.getByRole('link', { name: /Stop or continue/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 Stop or continue');
  const bar = page.getByRole('navigation', { name: 'Figures' });
  await expect(bar.getByRole('link', { name: 'Stop or continue' })).toHaveAttribute('aria-current', 'page');
  await bar.getByRole('link', { name: 'Layers' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('4 Layers');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 Stop or continue');
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in any page of the lab, ${theme}, wide and narrow`, async ({ openFigure }) => {
    test.slow();
    for (const name of PAGES) {
      for (const width of [1400, 400]) {
        const { page, main } = await openFigure(`${name}.html`, { theme, width });
        // A page that still runs must not be a page without a fault.
        await expect(main.getByText('running', { exact: true })).toHaveCount(0, { timeout: 60_000 });
        expect(await violations(page), `${name} ${width}`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${name} ${width}: wider than the window`).toBeLessThanOrEqual(0);
      }
    }
  });
}
