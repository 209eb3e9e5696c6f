import { panelIn } from '../fixtures/firefox/panel.ts';
import { expect, test } from '../fixtures/firefox/test.ts';
import { openToolboxPanel, type Toolbox } from '../fixtures/firefox/toolbox.ts';
import { loggedTimes } from '../fixtures/times.ts';

// What depends on when DevTools was opened, or the extension came: each test opens a toolbox of its own.
let toolbox: Toolbox | undefined;
test.afterEach(async () => {
  await toolbox?.close();
  toolbox = undefined;
});

test('bridge 10 D2: without DevTools a page is written down by nobody, and no console hears of us', async ({
  firefox,
  lab,
}) => {
  await firefox.complaints();
  await firefox.stopBackground();
  await firefox.goto(`${lab.url}/pages/plain.html`);
  await firefox.reload();
  // A page without the library wakes nobody.
  expect(await firefox.backgroundState()).toBe('stopped');
  await firefox.goto(`${lab.url}/pages/quiet.html`);
  await firefox.inPage(() => window.runTask('unseen'));
  expect(await firefox.inPage(() => window.written)).toBe(0);
  expect(await firefox.complaints()).toEqual([]);
});

test('bridge 3: in Firefox a task that ended before the toolbox was opened is there, with its own times', async ({
  firefox,
  lab,
}) => {
  await firefox.goto(`${lab.url}/?run=upload`);
  await expect.poll(() => firefox.inPage(() => window.taskLog[0]?.endedAt)).toBeGreaterThan(0);
  const log = await firefox.inPage(() => window.taskLog.map((task) => ({ ...task })));
  toolbox = await openToolboxPanel(firefox);
  const panel = panelIn(toolbox);
  await expect.poll(() => panel.count('Success')).toBe(1);
  expect((await panel.tasks())[0]?.Attempts).toContain('3 of 3');
  await panel.choose('upload photo');
  await panel.tab('State');
  const times = async (): Promise<string[]> => (await panel.text()).match(/\b\d{2}:\d{2}:\d{2}\.\d{3}\b/g) ?? [];
  await expect.poll(times).toEqual(expect.arrayContaining(log.flatMap(loggedTimes)));
});

test('bridge 15: a page that was open before the extension came to Firefox is watched at once, from its first task', async ({
  firefox,
  lab,
}) => {
  await firefox.uninstall();
  await firefox.goto(`${lab.url}/pages/boot.html?tasks=3`);
  await firefox.complaints();
  await firefox.install();
  toolbox = await openToolboxPanel(firefox);
  const panel = panelIn(toolbox);
  await expect.poll(panel.names).toEqual(['boot 1', 'boot 2', 'boot 3']);
  await firefox.inPage(() => window.oneMore());
  await expect.poll(panel.names).toEqual(['boot 1', 'boot 2', 'boot 3', 'one more']);
  expect(await firefox.complaints()).toEqual([]);
});

test('bridge 13: an extension that goes leaves silence behind, and one that comes anew shows every task once', async ({
  firefox,
  lab,
}) => {
  await firefox.goto(`${lab.url}/pages/quiet.html`);
  toolbox = await openToolboxPanel(firefox);
  await firefox.inPage(() => window.runTask('first'));
  await expect.poll(panelIn(toolbox).names).toEqual(['first']);
  expect(await firefox.inPage(() => window.written)).toBeGreaterThan(0);
  await toolbox.select('inspector');
  await firefox.complaints();

  await firefox.uninstall();
  await firefox.inPage(() => window.runTask('second'));
  await toolbox.close();

  await firefox.install();
  toolbox = await openToolboxPanel(firefox);
  await expect.poll(panelIn(toolbox).names).toEqual(['first', 'second']);
  await firefox.inPage(() => window.runTask('third'));
  await expect.poll(panelIn(toolbox).names).toEqual(['first', 'second', 'third']);
  expect(await firefox.complaints()).toEqual([]);
});
