import { expect } from 'tasklens/playwright';
import { test } from './app.ts';

/** What the page's own script put there. */
declare function run(name: string, fn: () => unknown): Promise<unknown>;

/** An expectation that must fail, and what it says. */
async function refusal(expectation: () => Promise<unknown>): Promise<string> {
  try {
    await expectation();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('expected it to fail');
}

const SOON = { timeout: 300 };

test('P01: a test starts at zero: nothing of the one before is there', async ({ page, site, tasks }, testInfo) => {
  expect(tasks.events()).toEqual([]);
  await page.goto(`${site.url}/boot.html`);
  await expect(tasks.named('boot')).toHaveCount(1);
  expect(testInfo.retry).toBe(0);
});

test('P01: a popup and a frame that comes later are heard, and a document that was left counts as gone', async ({
  page,
  site,
  tasks,
}) => {
  await page.goto(`${site.url}/idle.html`);
  const popup = page.waitForEvent('popup');
  await page.evaluate((url) => void window.open(url), `${site.url}/boot.html`);
  await popup;
  await expect(tasks.named('boot')).toHaveCount(1);
  await page.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
  }, `${site.otherSite}/boot.html`);
  await expect(tasks.named('boot')).toHaveCount(2);
  await page.evaluate(() => void run('endless', () => new Promise(() => {})));
  expect(await refusal(() => expect(tasks.failed()).toHaveCount(0, SOON))).toContain('a runtime was not idle in time');
  await page.goto(`${site.url}/plain.html`);
  await expect(tasks.failed()).toHaveCount(0);
});

test('P01: what a page does in the very turn in which it leaves is heard', async ({ page, site, tasks }) => {
  await page.goto(`${site.url}/idle.html`);
  await page.evaluate(() => {
    for (let i = 0; i < 200; i++) void run('last', () => {});
    location.reload();
  });
  await expect(tasks.named('last')).toHaveCount(200);
});

test('P04: a negative expectation says nothing where no runtime was seen', async ({ page, site, tasks }) => {
  await page.goto(`${site.url}/plain.html`);
  for (const told of [
    await refusal(() => expect(tasks.failed()).toHaveCount(0, SOON)),
    await refusal(() => expect(tasks).toHaveNoInsights(SOON)),
    await refusal(() => expect(tasks.named('x')).not.toReach('error', SOON)),
    await refusal(() => expect(tasks).toStayWithin({ attemptsPerTask: 1, ...SOON })),
  ]) {
    expect(told).toContain('no runtime was seen, so it says nothing');
    expect(told).toContain('No runtime was seen. Is `tasklens` in the page');
  }
});

test('P04: faults are injected before the page runs, and while it does; a runtime is paused and goes on', async ({
  page,
  site,
  tasks,
}) => {
  await tasks.inject({ name: 'thumbnail', times: 2, error: { retryable: true, message: 'made to fail' } });
  await page.goto(`${site.url}/queue.html`);
  await expect(tasks.named('thumbnail')).toReach('success');
  await expect(tasks.named('thumbnail')).toHaveAttempts(3);
  await expect(tasks.named('thumbnail')).toHaveBeenRetriedBecause(/made to fail/);
  expect(await tasks.pause()).toBe(1);
  await tasks.inject({ name: 'later', error: { kind: 'Error', message: 'always' } });
  await page.evaluate(() => void run('later', () => {}));
  await expect(tasks.named('later')).toReach('pending');
  expect(
    tasks
      .named('later')
      .list()
      .map((task) => task.state),
  ).toEqual(['pending']);
  expect(await tasks.resume()).toBe(1);
  await expect(tasks.named('later')).toReach('error');
});

test('P04: a second context is watched when it is asked for', async ({ browser, site, tasks }) => {
  const context = await browser.newContext();
  await tasks.watch(context);
  const page = await context.newPage();
  await page.goto(`${site.url}/boot.html`);
  await expect(tasks.named('boot')).toReach('success');
  await context.close();
});

test('P04: a failed expectation lists what was seen, with times', async ({ page, site, tasks }) => {
  await page.goto(`${site.url}/queue.html`);
  await expect(tasks.named('broken')).toReach('error');
  const told = await refusal(() => expect(tasks.named('broken')).toReach('success'));
  expect(told).toContain('Expected tasks named "broken" to reach success');
  expect(told).toMatch(
    /→ \d\d:\d\d:\d\d\.\d{3} "broken" error, 1 of 3 attempts, waited \d+ ms, ran \d+ ms, TaskError: 422 no name/,
  );
  expect(told).toMatch(/ {2}\d\d:\d\d:\d\d\.\d{3} "upload"/);
  const silent = await refusal(() => expect(tasks.named('silent')).toHaveAttempts(2, SOON));
  expect(silent).toContain('retries not reported; import traced');
});

test('P04: a Locator is counted as ever', async ({ page, site, tasks }) => {
  await page.goto(`${site.url}/second.html`);
  await expect(page.locator('iframe')).toHaveCount(1);
  await expect(page.locator('img')).not.toHaveCount(2);
  expect(await refusal(() => expect(page.locator('iframe')).toHaveCount(3, SOON))).toContain('3');
  await expect(tasks.named('boot')).toHaveCount(2);
});
