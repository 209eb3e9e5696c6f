import { expect, test } from './fixtures/figures.ts';

test('question 9: timeout inside or outside of the retry, which of them tries again after a timeout? Neither', async ({
  openFigure,
}) => {
  const { page, main, fact, results } = await openFigure('layers.html?stack=timeout,retry,-fallback&took=150');
  await expect(main.getByRole('heading', { name: 'withTimeout(retry(upload))' })).toBeVisible();
  await expect(fact('calls of upload')).toHaveText('1');
  await expect(fact('with')).toHaveText('TimeoutError');
  await page.getByRole('button', { name: 'Move retry out' }).click();
  await expect(main.getByRole('heading', { name: 'retry(withTimeout(upload))' })).toBeVisible();
  await expect(page).toHaveURL(/stack=retry,timeout,-fallback/);
  await expect(fact('calls of upload')).toHaveText('1');
  // Not even a predicate that says yes to everything; only a translation does.
  await page.getByRole('group', { name: 'retryable predicate' }).getByRole('radio', { name: '() => true' }).check();
  await expect(fact('calls of upload')).toHaveText('1');
  await page.getByRole('checkbox', { name: 'retryOnTimeout' }).check();
  await expect(fact('calls of upload')).toHaveText('3');
  await expect(fact('with')).toHaveText('TaskError');
  const came = await results();
  expect(came.get('withTimeout(retry(upload)), too slow')).toBe('upload called once; error TimeoutError');
  expect(came.get('retry(withTimeout(upload)), too slow')).toBe('upload called once; error TimeoutError');
  expect(came.get('retry(withTimeout(upload), { retryable: () => true })')).toBe(
    'upload called once; error TimeoutError',
  );
  expect(came.get('retry(retryOnTimeout(upload), { retries: 2 })')).toBe('upload called 3 times; error TaskError');
});

test('question 10: does the fallback stand in for a timeout? Not until shouldFallback says so', async ({
  openFigure,
}) => {
  const { page, panel, fact, tracks, results } = await openFigure('layers.html?took=150');
  await expect(panel.row('upload')).toContainText('TimeoutError');
  await expect(fact('fallback')).toHaveText('not called');
  await expect(fact('with')).toHaveText('TimeoutError');
  await expect(tracks.last()).toHaveAccessibleName('smaller (fallback): nothing');
  await page.getByRole('group', { name: 'shouldFallback' }).getByRole('radio', { name: '() => true' }).check();
  await expect(fact('fallback')).toHaveText('called');
  await expect(fact('the task ended as')).toHaveText('success');
  await expect(panel.counted('Success', 1)).toBeVisible();
  await expect(panel.counted('Error', 0)).toBeVisible();
  const came = await results();
  expect(came.get('withFallback(withTimeout(upload), smaller)')).toBe(
    'upload called once, fallback not called; error TimeoutError',
  );
  expect(came.get('withFallback(withTimeout(upload), smaller, () => true)')).toBe(
    'upload called once, fallback called; success with the smaller photo',
  );
  expect(came.get('withFallback(retry(upload), smaller), an Error each time')).toBe(
    'upload called 3 times, fallback called; success with the smaller photo',
  );
  expect(came.get("withFallback(retry(upload), smaller), new TaskError('…')")).toBe(
    'upload called once, fallback not called; error TaskError',
  );
});

test('layers are switched off one by one, and the code and the rows are those that are on', async ({ openFigure }) => {
  const { page, main, fact, tracks } = await openFigure('layers.html');
  await expect(fact('calls of upload')).toHaveText('3');
  await expect(fact('fallback')).toHaveText('called');
  await expect(tracks).toHaveCount(5);
  await page.getByRole('checkbox', { name: 'withFallback' }).uncheck();
  await page.getByRole('checkbox', { name: 'withTimeout' }).uncheck();
  await expect(tracks).toHaveCount(2);
  await expect(main.getByRole('region', { name: 'Code', exact: true })).toContainText(
    'const robust = pipe(\n  upload,\n  (fn) => retry(fn, { retries: 2 }),\n);',
  );
  await page.getByRole('checkbox', { name: 'retry', exact: true }).uncheck();
  await expect(fact('calls of upload')).toHaveText('1');
  await expect(main.getByRole('region', { name: 'Code', exact: true })).toContainText('const robust = upload;');
});
