import type { Row, Suite } from '../../runtime/bench/row.ts';
import { openPanel } from '../fixtures/devtools.ts';
import { startLabServer } from '../fixtures/lab-server.ts';
import { launchWithExtension } from '../fixtures/launch.ts';
import { type Panel, panelIn } from '../fixtures/panel.ts';
import type { LoadDone } from '../lab/pages/load.ts';

/** Tasks of one run: at the highest rate still a second and a half, and fewer than the panel keeps. */
const TASKS = 30_000;
/** Rates that are offered, events a second; the highest that arrives whole and at once is the figure. */
const OFFERED = [10_000, 20_000, 25_000, 30_000, 40_000, 50_000, 60_000] as const;
/** A rate is sustained if the panel is no further behind than this when the page ends, ms. */
const BEHIND = 500;

const GOAL = { atLeast: 20_000 };
const ID = 'panel-rate';
const WHAT = 'events into the live docked panel, counts equal on both ends';

interface Counts {
  readonly emitted: number;
  readonly delivered: number;
  readonly dropped: number;
}

/** The panel's own sum, as it shows it. */
async function shownCounts(panel: Panel): Promise<Counts> {
  const text = await panel.frame.locator('footer').innerText();
  const count = (name: string): number => {
    const found = new RegExp(`${name} ([\\d\\s,.]+)`).exec(text)?.[1];
    if (found === undefined) throw new Error(`the panel's status line shows no ${name}: ${text}`);
    return Number(found.replace(/\D/g, ''));
  };
  return { emitted: count('emitted'), delivered: count('delivered'), dropped: count('dropped') };
}

/**
 * Waits, in the panel, until it shows so many tasks that ended well; resolves to when, epoch ms. (One loop and no inner function with a
 * name: the loader that runs this marks those with a helper that the panel does not have.)
 */
function shownAt(panel: Panel, tasks: number): Promise<number> {
  return panel.frame.evaluate(async (wanted) => {
    for (const end = performance.now() + 30_000; ; ) {
      const names = [...document.querySelectorAll('button')].map((button) => button.ariaLabel ?? button.innerText);
      const shown = Number(names.find((name) => /^Success\b/.test(name))?.replace(/\D/g, ''));
      if (shown === wanted) return performance.timeOrigin + performance.now();
      if (performance.now() > end) throw new Error(`the panel shows ${shown} of ${wanted} tasks`);
      await new Promise(requestAnimationFrame);
    }
  }, tasks);
}

/** What a developer waits for: how many events a second the page may emit while the docked panel shows them all. */
export const panelRate: Suite = {
  id: ID,
  group: 'panel',
  async measure() {
    const lab = await startLabServer();
    const { context } = await launchWithExtension({ headless: !process.env.DISPLAY });
    try {
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto(`${lab.url}/pages/load.html`);
      const devtools = await openPanel(context, page);
      const panel = panelIn(devtools.panel);
      const reached: number[] = [];
      let stopped = '';
      for (const offered of OFFERED) {
        await page.goto(`${lab.url}/pages/load.html`);
        await panel.counted('Success', 0).waitFor();
        const shown = shownAt(panel, TASKS);
        const done: LoadDone = await page.evaluate(([tasks, rate]) => window.load(tasks, rate), [
          TASKS,
          offered,
        ] as const);
        if (done.events !== 3 * TASKS) throw new Error(`the page told ${done.events} events for ${TASKS} tasks`);
        const at = await shown.catch((error: unknown) => {
          stopped = `at ${offered} offered: ${String(error).split('\n')[0]}`;
        });
        if (at === undefined) break;
        const { emitted, delivered, dropped } = await shownCounts(panel);
        if (dropped > 0 || emitted !== delivered || delivered < done.events) {
          stopped = `at ${offered} offered: emitted ${emitted}, delivered ${delivered}, dropped ${dropped}`;
          break;
        }
        const behind = at - done.endedAt;
        const rate = (1000 * done.events) / (at - done.startedAt);
        console.log(
          `  ${offered} offered: ${Math.round(rate)} events/s shown, ${Math.round(behind)} ms behind at the end`,
        );
        if (behind > BEHIND) {
          stopped = `at ${offered} offered: ${Math.round(behind)} ms behind`;
          break;
        }
        reached.push(rate);
      }
      if (stopped) console.log(`  ${stopped}`);
      const value = Math.max(...reached, 0);
      const row: Row = {
        id: ID,
        what: WHAT,
        unit: 'events/s',
        goal: GOAL,
        value,
        spread: [value, value],
        plausible: [500, 500_000],
      };
      return [row];
    } finally {
      await context.close();
      await lab.close();
    }
  },
};
