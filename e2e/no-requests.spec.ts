import { expect, test } from './fixtures/test.ts';

test('bridge 10: whoever uses the panel makes no request but those of the page', async ({
  browserContext,
  page,
  panel,
  devtools,
  lab,
}) => {
  const asked = new Set<string>();
  const listen = (request: { url(): string }): void => void asked.add(new URL(request.url()).origin);
  browserContext.on('request', listen);
  await page.goto(`${lab.url}/?run=upload,failing`);
  await expect(panel.counted('Success', 1)).toBeVisible();
  await expect(panel.counted('Error', 1)).toBeVisible();
  for (const view of await panel.frame.getByRole('tab').all()) await view.click();
  await panel.frame.getByRole('tab').first().click();
  await panel.row(/server down/).click();
  for (const tab of await panel.details.getByRole('tab').all()) await tab.click();
  await panel.filter.fill('state:error');
  await expect(panel.rows).toHaveCount(1);
  browserContext.off('request', listen);
  // Of the page there were some, so they are heard of.
  expect([...asked].filter((origin) => origin === lab.url)).toHaveLength(1);
  expect([...asked].filter((origin) => /^https?:/.test(origin) && origin !== lab.url)).toEqual([]);

  // And none can be made: the panel's own page is forbidden to.
  const tried = await devtools.panel.evaluate(
    (url) =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
          once: true,
        });
        fetch(url).then(
          () => resolve('it was answered'),
          () => {},
        );
      }),
    `${lab.url}/ok`,
  );
  expect(tried).toBe('connect-src');
});
