import type { FirefoxPanel } from '../fixtures/firefox/panel.ts';
import { expect, test } from '../fixtures/firefox/test.ts';

const clickInPage = (label: string): void => {
  const button = [...document.querySelectorAll('button')].find((each) => each.innerText.includes(label));
  if (!button) throw new Error(`no button ${label}`);
  button.click();
};

const counts = async (panel: FirefoxPanel, ...states: readonly Parameters<FirefoxPanel['count']>[0][]) =>
  Promise.all(states.map((state) => panel.count(state)));

test('bridge 9 D44: an upload that fails twice is seen live in the toolbox, with every attempt', async ({
  firefox,
  lab,
  panel,
}) => {
  await firefox.goto(`${lab.url}/?run=upload`);
  await expect.poll(() => panel.count('Success')).toBe(1);
  expect(await panel.connection()).toBe('Live');
  const [task, ...others] = await panel.tasks();
  expect(others).toEqual([]);
  expect(task?.Name).toMatch(/upload photo/);
  expect(task?.Attempts).toContain('3 of 3');
  await panel.choose('upload photo');
  await panel.tab('Attempts');
  await expect.poll(async () => (await panel.attempts()).length).toBe(3);
  const attempts = await panel.attempts();
  // The newest first.
  expect(attempts.map((attempt) => /http 503/.test(attempt.Error ?? ''))).toEqual([false, true, true]);
});

test('bridge 13: in Firefox a reload shows the new life of the page, and another page its own', async ({
  firefox,
  lab,
  panel,
}) => {
  await firefox.goto(`${lab.url}/pages/boot.html?tasks=3`);
  await expect.poll(() => panel.count('Success')).toBe(3);
  await panel.preserveLog(true);
  await firefox.reload();
  await expect.poll(() => panel.count('Success')).toBe(6);
  await panel.preserveLog(false);
  await firefox.reload();
  await expect.poll(panel.names).toEqual(['boot 1', 'boot 2', 'boot 3']);
  await firefox.goto(`${lab.url}/pages/second.html`);
  await expect.poll(panel.names).toEqual(['greet the second page']);
});

test('bridge 15 B09: under a strict policy with Trusted Types events arrive in Firefox, and nothing is violated', async ({
  firefox,
  lab,
  panel,
}) => {
  await firefox.complaints();
  await firefox.goto(`${lab.url}/pages/strict-csp.html`);
  for (let task = 1; task <= 3; task += 1) await firefox.inPage(clickInPage, 'Run a task');
  await expect.poll(() => panel.count('Success')).toBe(3);
  expect((await panel.tasks()).map((task) => task.Attempts)).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining('2 of 2')),
  );
  expect(await firefox.inPage(() => document.querySelector('output')?.textContent)).toBe('0');
  expect(await firefox.complaints()).toEqual([]);
});

test('panel 1: in Firefox the Retryable toggle leaves failures that the runtime called retryable', async ({
  firefox,
  lab,
  panel,
}) => {
  await firefox.goto(`${lab.url}/?run=upload,refused,failing,slow,limited`);
  await expect.poll(() => counts(panel, 'Success', 'Error')).toEqual([2, 3]);
  await panel.press('Retryable failures');
  await expect.poll(panel.names).toEqual([expect.stringContaining('server down')]);
  await panel.press('Retryable failures');
  await expect.poll(async () => (await panel.names()).length).toBe(5);
});

test('bridge 13 D1: a background that is stopped while tasks run loses none of them', async ({
  firefox,
  lab,
  panel,
}) => {
  await firefox.goto(`${lab.url}/pages/ids.html`);
  const run = (from: number, count: number): Promise<void> =>
    firefox.inPage(
      async (first, tasks) => {
        await window.runIds(Array.from({ length: tasks }, (_, index) => String(first + index)));
      },
      from,
      count,
    );
  for (let round = 0; round < 10; round += 1) {
    await run(round * 150, 150);
    if (round % 3 === 1) await firefox.stopBackground();
  }
  await expect.poll(() => panel.count('Success')).toBe(1500);

  // More in one go than the page's history holds: only a stream that goes on where it was has all of them.
  await firefox.stopBackground();
  await run(1500, 1200);
  await expect.poll(() => panel.count('Success')).toBe(2700);
  expect(await firefox.backgroundState()).toBe('running');
  expect(await panel.connection()).toBe('Live');
  expect(await panel.text()).toContain('+ pending 0 + dropped 0 + lost 0');
});

test('bridge 9: in Firefox a hidden panel goes on collecting, and shows it when it is seen again', async ({
  firefox,
  lab,
  toolbox,
  panel,
}) => {
  await firefox.goto(`${lab.url}/pages/ids.html`);
  await toolbox.select('inspector');
  await firefox.inPage(() => window.runIds(['1', '2', '3']));
  await toolbox.select('tasklens');
  await expect.poll(panel.names).toEqual(['task 1', 'task 2', 'task 3']);
});

test('bridge 14 B08: in Firefox a page, two frames and a worker of the same names are eight rows, each with its source', async ({
  firefox,
  lab,
  panel,
}) => {
  await firefox.goto(`${lab.url}/pages/sources.html`);
  await expect.poll(() => counts(panel, 'Running', 'Success', 'Error', 'Cancelled')).toEqual([4, 2, 1, 1]);
  const sources = new Map<string, number>();
  for (const { Runtime = '' } of await panel.tasks()) sources.set(Runtime, (sources.get(Runtime) ?? 0) + 1);
  expect([...sources.values()]).toEqual([2, 2, 2, 2]);
  expect([...sources.keys()].filter((source) => source.startsWith('uploads · dedicated'))).toHaveLength(1);
});

test('bridge 17 D44: in Firefox a running task is cancelled from the panel, also when the background had stopped', async ({
  firefox,
  lab,
  panel,
}) => {
  await firefox.goto(`${lab.url}/pages/commands.html`);
  await firefox.inPage(() => window.hold('held'));
  await expect.poll(() => panel.count('Running')).toBe(1);
  await firefox.stopBackground();
  await expect.poll(firefox.backgroundState).toBe('running');
  await expect.poll(panel.connection).toBe('Live');
  await panel.choose('held');
  await panel.press('Cancel task');
  await expect.poll(() => panel.count('Cancelled')).toBe(1);
  expect(await firefox.inPage(() => window.settled.held)).toContain('CancelledError');
  expect(await firefox.inPage(() => window.unhandled)).toBe(0);
});
