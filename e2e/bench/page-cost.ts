import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { middle } from '../../runtime/bench/rounds.ts';
import type { Row, Suite } from '../../runtime/bench/row.ts';
import { openDevTools } from '../fixtures/devtools.ts';
import { startLabServer } from '../fixtures/lab-server.ts';
import { EXTENSION, launchWithExtension } from '../fixtures/launch.ts';

/** Events a second of the load, three a task, and the tasks of one round: two seconds. */
const RATE = 5_000;
const TASKS = 3_333;
const ROUNDS = 5;
/** Starts of the script in a page without the library. */
const STARTS = 30;

/** CPU time of the page's main thread so far, in seconds. Wall time would count whatever else the machine does. */
async function busy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === 'TaskDuration');
  if (!found) throw new Error('the browser tells no TaskDuration');
  return found.value;
}

interface Round {
  /** µs of the main thread an event. */
  readonly cost: number;
  /** ms */
  readonly longest: number;
}

async function round(page: Page, session: CDPSession): Promise<Round> {
  await page.evaluate(() => {
    const seen: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration);
    }).observe({ type: 'longtask' });
    Object.assign(window, { longTasks: seen });
  });
  const before = await busy(session);
  const { events } = await page.evaluate(([tasks, rate]) => window.load(tasks, rate), [TASKS, RATE] as const);
  if (events !== 3 * TASKS) throw new Error(`the page told ${events} events for ${TASKS} tasks`);
  // What was collected last is on its way within a pull.
  await page.waitForFunction(() => new Promise((resolve) => setTimeout(() => resolve(true), 200)));
  const cost = ((await busy(session)) - before) / events;
  const tasks = await page.evaluate(() => {
    const { longTasks } = window as unknown as { longTasks: number[] };
    return longTasks;
  });
  return { cost: cost * 1e6, longest: Math.max(0, ...tasks) };
}

/** Rounds of the same load, each on a page of its own. */
async function rounds(page: Page, session: CDPSession, url: string): Promise<Round[]> {
  const done: Round[] = [];
  // The first warms up.
  for (let n = -1; n < ROUNDS; n++) {
    await page.goto(url);
    const result = await round(page, session);
    if (n >= 0) done.push(result);
  }
  return done;
}

/** What the script costs a page that has no use for it, run there as the browser runs it. */
async function scriptStart(context: BrowserContext, url: string): Promise<number[]> {
  const code = readFileSync(join(EXTENSION, 'content-scripts/main-world.js'), 'utf8');
  const page = await context.newPage();
  const times: number[] = [];
  for (let n = 0; n < STARTS; n++) {
    await page.goto(url);
    times.push(
      await page.evaluate((script) => {
        const start = performance.now();
        // biome-ignore lint/security/noGlobalEval: the very text that the browser would run.
        globalThis.eval(script);
        return performance.now() - start;
      }, code),
    );
  }
  await page.close();
  return times;
}

/** What an open panel costs the page it looks at, and what our script costs a page that has no use for it. */
export const pageCost: Suite = {
  id: 'page-cost',
  group: 'bridge',
  async measure() {
    const lab = await startLabServer();
    const { context } = await launchWithExtension({ headless: !process.env.DISPLAY });
    try {
      const starts = middle(await scriptStart(context, `${lab.url}/pages/plain.html`));
      const page = context.pages()[0] ?? (await context.newPage());
      const session = await context.newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      const url = `${lab.url}/pages/load.html`;
      const without = middle((await rounds(page, session, url)).map(({ cost }) => cost));
      await openDevTools(context, page);
      const watched = await rounds(page, session, url);
      const added = middle(watched.map(({ cost }) => cost - without.value));
      const longest = middle(watched.map((one) => one.longest));
      const rows: Row[] = [
        {
          id: 'page-time',
          what: 'page main-thread time an event, DevTools open ÷ not: difference',
          unit: 'µs',
          goal: { atMost: 5 },
          ...added,
          plausible: [-5, 500],
        },
        {
          id: 'longest-task',
          what: 'longest task of the page at 5 000 events/s',
          unit: 'ms',
          goal: { atMost: 50 },
          ...longest,
          plausible: [0, 10_000],
        },
        {
          id: 'script-start',
          what: 'script start on a page without the library',
          unit: 'ms',
          goal: { atMost: 1 },
          ...starts,
          plausible: [0.001, 100],
        },
      ];
      return rows;
    } finally {
      await context.close();
      await lab.close();
    }
  },
};
