import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/test.ts';

/** What the keys put on the clipboard, pasted into a page's text area: a page may not read the clipboard. */
async function copied(page: Page, fresh: Page): Promise<string> {
  await page.keyboard.press('ControlOrMeta+c');
  await fresh.setContent('<textarea></textarea>');
  const area = fresh.getByRole('textbox');
  await area.press('ControlOrMeta+v');
  return area.inputValue();
}

test('U01: HTML in names and errors is text in the list, the details, the tooltip and the copy', async ({
  page,
  panel,
  devtools,
  fresh,
  lab,
}) => {
  const name = '<img src=x onerror=window.__pwned=1>';
  await page.goto(`${lab.url}/pages/names.html`);
  await expect(panel.counted('Error', 5)).toBeVisible();
  await expect(panel.rows).toHaveCount(5);
  await panel.filter.fill('<img');
  await expect(panel.rows).toHaveCount(1);
  await expect(panel.rows.getByTitle(name, { exact: true })).toBeVisible();
  await panel.row(name).click();
  await expect(panel.details.getByRole('heading', { name })).toBeVisible();
  await panel.tab('Error').click();
  await expect(panel.details).toContainText('<script>window.__pwned=2</script>');
  await panel.filter.fill('');
  await expect(panel.row('__proto__')).toBeVisible();

  // Nothing became markup, nothing ran, and a name of ten thousand letters takes one row.
  expect(await devtools.panel.locator('img, b, i, script:not([src])').count()).toBe(0);
  for (const where of [devtools.panel, page]) expect(await where.evaluate(() => '__pwned' in globalThis)).toBe(false);
  const heights = await Promise.all((await panel.rows.all()).map(async (row) => (await row.boundingBox())?.height));
  expect(new Set(heights).size).toBe(1);
  await panel.row(name).click();
  expect(await copied(devtools.page, fresh)).toBe(name);
});

test('U03: an override is marked and turns nothing around; a Hebrew name leaves its row as it is; the copy is exact', async ({
  tab: { page, panel },
  fresh,
  lab,
}) => {
  const name = 'upload-\u202Egnp.exe';
  await page.goto(`${lab.url}/pages/names.html?set=directions`);
  await expect(panel.counted('Success', 2)).toBeVisible();
  const row = panel.row(/gnp\.exe/);
  await expect(row.getByTitle('upload-⟨U+202E⟩gnp.exe')).toBeVisible();
  // From left to right, g before n before p: the letters behind the override stand as they were written.
  const places = await row.getByTitle('upload-⟨U+202E⟩gnp.exe').evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const letters: [string, number][] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (let at = 0; at < (node.nodeValue ?? '').length; at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        letters.push([(node.nodeValue ?? '').charAt(at), range.getBoundingClientRect().left]);
      }
    }
    return letters.filter(([letter]) => letter !== '\u202E');
  });
  expect(
    [...places]
      .sort(([, a], [, b]) => a - b)
      .map(([letter]) => letter)
      .join(''),
  ).toBe('upload-gnp.exe');

  // State and durations stand in both rows where they stand in any other.
  for (const each of [row, panel.row(/סמל 42/)]) {
    const cells = await Promise.all((await each.getByRole('gridcell').all()).map((cell) => cell.boundingBox()));
    const lefts = cells.map((box) => box?.x ?? Number.NaN);
    expect([...lefts].sort((a, b) => a - b)).toEqual(lefts);
    await expect(each.getByRole('gridcell', { name: /^<?[\d.]+ (ms|s)$/ })).toHaveCount(2);
  }

  await panel.filter.fill('gnp.exe');
  await expect(panel.rows).toHaveCount(1);
  await panel.filter.fill('exe.png');
  await expect(panel.rows).toHaveCount(0);
  await panel.filter.fill('');
  await row.click();
  expect(await copied(panel.page, fresh)).toBe(name);
});

test('U04: a name is never cut inside an emoji, and the copy has all of it', async ({
  tab: { page, panel },
  fresh,
  lab,
}) => {
  await page.goto(`${lab.url}/pages/names.html?set=emoji`);
  await expect(panel.counted('Success', 2)).toBeVisible();
  for (const row of await panel.rows.all()) {
    // A lone surrogate is what a cut inside an emoji leaves.
    expect(/\p{Surrogate}/u.test((await row.textContent()) ?? '')).toBe(false);
  }
  await panel.row(/tail/).click();
  expect(await copied(panel.page, fresh)).toBe(`${'y'.repeat(47)}\u{1F600}tail`);
  await panel.row(/y{300}/).click();
  expect(await copied(panel.page, fresh)).toBe(`${'y'.repeat(395)}👨‍👩‍👧`);
});

test('U06: brackets, stars and dots are plain in the filter, and é is é however it was typed', async ({
  tab: { page, panel },
  lab,
}) => {
  await page.goto(`${lab.url}/pages/names.html?set=signs`);
  await expect(panel.counted('Success', 6)).toBeVisible();
  for (const [text, count] of [
    ['[', 1],
    ['(', 1],
    ['*', 1],
    ['\\', 0],
    ['.', 0],
    ['caf\u00E9', 2],
    ['CAF\u00C9', 2],
    ['', 6],
  ] as const) {
    await panel.filter.fill(text);
    await expect(panel.rows, `filter ${text}`).toHaveCount(count);
  }
});
