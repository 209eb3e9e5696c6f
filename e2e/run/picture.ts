import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { chromium, expect } from '@playwright/test';
import { findCandidates } from '../fixtures/browser.ts';
import { figureIn } from '../fixtures/figures.ts';
import { startLabServer } from '../fixtures/lab-server.ts';
import { main } from './commands.ts';
import { setScene } from './scene.ts';

// The README's pictures: a figure of the lab; and, in light and in dark, the lab's uploads in the real panel, as a wide window shows
// them, in each of its main views. Build first.
const pathOf = (view: string, colorScheme: 'light' | 'dark'): string =>
  `docs/${view}${colorScheme === 'dark' ? '-dark' : ''}.png`;
const RUNS = [
  'upload',
  'failing',
  'limited',
  'slow',
  'refused',
  'upload',
  'fallback',
  'failing',
  'upload',
  'limited-date',
];

async function take(colorScheme: 'light' | 'dark'): Promise<void> {
  const scene = await setScene({ headless: true, colorScheme, windowSize: { width: 1400, height: 560 } });
  try {
    const { page, panel, lab, devtools } = scene;
    await page.goto(`${lab.url}/?run=${RUNS.join(',')}`);
    await expect(panel.counted('Success', 6)).toBeVisible({ timeout: 60_000 });
    await expect(panel.counted('Running', 0)).toBeVisible({ timeout: 60_000 });
    await panel
      .row(/server down/)
      .first()
      .click();
    await panel.tab('Attempts').click();
    await expect(panel.attempts).toBeVisible();
    // The panel's own document alone: DevTools' tab bar around it is not ours.
    const frame = await devtools.panel.frameElement();
    const picture = async (view: string): Promise<void> => {
      const path = pathOf(view, colorScheme);
      mkdirSync(dirname(path), { recursive: true });
      await frame.screenshot({ path, animations: 'disabled' });
      console.log(`Wrote ${path}.`);
    };
    await picture('panel');
    await panel.frame.getByRole('tab', { name: 'Slots', exact: true }).click();
    await expect(panel.frame.getByRole('table', { name: 'Slots' })).toBeVisible();
    await picture('slots');
    await panel.frame.getByRole('tab', { name: 'Accounting', exact: true }).click();
    await expect(panel.frame.getByRole('table', { name: 'By name' })).toBeVisible();
    await picture('accounting');
  } finally {
    await scene.close();
  }
}

/** A figure of the lab with the panel beside it, in a browser without the extension. */
async function takeLab(): Promise<void> {
  const [candidate] = findCandidates();
  if (candidate === undefined) throw new Error('Expected a browser, and found none: `npm start` installs one');
  const lab = await startLabServer();
  const browser = await chromium.launch({ executablePath: candidate.path, chromiumSandbox: false });
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 760 }, colorScheme: 'light' });
    await page.goto(`${lab.url}/retry.html?failures=8&jitter=equal`);
    const { panel, settled } = figureIn(page);
    await settled();
    await panel.row('upload').click();
    await expect(panel.attempts).toBeVisible();
    await page.screenshot({ path: 'docs/lab.png', animations: 'disabled' });
    console.log('Wrote docs/lab.png.');
  } finally {
    await browser.close();
    await lab.close();
  }
}

main(async () => {
  await takeLab();
  await take('light');
  await take('dark');
  return 0;
});
