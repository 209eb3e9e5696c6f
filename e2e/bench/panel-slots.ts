import { chromium } from '@playwright/test';
import type { Row, Suite } from '../../runtime/bench/row.ts';
import { findCandidates } from '../fixtures/browser.ts';
import { serveGallery } from '../fixtures/gallery-server.ts';

const TASKS = 10_000;
const FRAMES = 120;
const GOAL = { atMost: 16 };
const WHAT = {
  pan: 'a frame of panning the swimlanes over 10 000 tasks, 95th percentile',
  zoom: 'a frame of zooming them, 95th percentile',
} as const;

/** The value below which a share of them lies. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** What the panel's script takes in one frame, from the wheel's event to the painted canvas. */
export const panelSlots: Suite = {
  id: 'panel-slots',
  group: 'panel',
  async measure() {
    const [candidate] = findCandidates();
    if (!candidate) throw new Error('no browser: npm start finds or installs one');
    const gallery = await serveGallery('gallery-bench');
    const browser = await chromium.launch({ executablePath: candidate.path, chromiumSandbox: false });
    try {
      const page = await browser.newPage({ viewport: { width: 1400, height: 700 } });
      await page.goto(`${gallery.url}?still=1&tasks=queue-${TASKS}&view=slots`);
      await page.getByRole('table', { name: 'Slots' }).waitFor();
      const rows: Row[] = [];
      for (const kind of ['zoom', 'pan'] as const) {
        // A step of the wheel in each frame. What was asked for a frame before ours and after it frames the paint.
        const costs = await page.evaluate(
          async ([what, frames]) => {
            const picture = document.querySelector('[role=application]');
            if (picture === null) throw new Error('no swimlanes');
            const box = picture.getBoundingClientRect();
            const costs: number[] = [];
            for (let frame = 0; frame < frames; frame += 1) {
              const closer = frame < frames / 2;
              const wheel = new WheelEvent('wheel', {
                bubbles: true,
                cancelable: true,
                clientX: box.left + box.width / 2,
                clientY: box.top + 60,
                ctrlKey: what === 'zoom',
                deltaX: what === 'pan' ? (closer ? 40 : -40) : 0,
                deltaY: what === 'zoom' ? (closer ? -40 : 40) : 0,
              });
              costs.push(
                await new Promise<number>((done) => {
                  let painting = 0;
                  requestAnimationFrame(() => {
                    painting = performance.now();
                  });
                  const begun = performance.now();
                  picture.dispatchEvent(wheel);
                  const handled = performance.now() - begun;
                  requestAnimationFrame(() => done(handled + performance.now() - painting));
                }),
              );
            }
            return costs;
          },
          [kind, FRAMES] as const,
        );
        const sorted = costs.toSorted((a, b) => a - b);
        console.log(
          `  ${kind}: median ${quantile(sorted, 0.5).toFixed(2)} ms, slowest ${sorted.at(-1)?.toFixed(2)} ms`,
        );
        rows.push({
          id: `panel-slots-${kind}`,
          what: WHAT[kind],
          unit: 'ms',
          goal: GOAL,
          value: quantile(sorted, 0.95),
          spread: [quantile(sorted, 0.25), quantile(sorted, 0.75)],
          plausible: [0.05, 1000],
        });
        // Panned from a middling closeness, so that there is something to both sides.
        for (let step = 0; step < 4; step += 1) await page.getByRole('button', { name: 'Closer' }).click();
      }
      return rows;
    } finally {
      await browser.close();
      await gallery.close();
    }
  },
};
