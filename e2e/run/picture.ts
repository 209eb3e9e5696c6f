import { expect } from '@playwright/test';
import { main } from './commands.ts';
import { setScene } from './scene.ts';

// The README's picture: the lab's uploads in the real panel, as a wide window shows them. Build first.
const PICTURE = 'docs/panel.png';
const RUNS = ['upload', 'failing', 'limited', 'slow', 'refused', 'fallback', 'upload'];

main(async () => {
  const scene = await setScene({ headless: true, colorScheme: 'light', windowSize: { width: 1400, height: 640 } });
  try {
    const { page, panel, lab, devtools } = scene;
    await page.goto(`${lab.url}/?run=${RUNS.join(',')}`);
    await expect(panel.counted('Success', 4)).toBeVisible({ timeout: 60_000 });
    await expect(panel.counted('Running', 0)).toBeVisible({ timeout: 60_000 });
    await panel.rows.first().click();
    await panel.tab('Attempts').click();
    await expect(panel.attempts).toBeVisible();
    // The panel's own document alone: DevTools' tab bar around it is not ours.
    const frame = await devtools.panel.frameElement();
    await frame.screenshot({ path: PICTURE, animations: 'disabled' });
    console.log(`Wrote ${PICTURE}.`);
  } finally {
    await scene.close();
  }
  return 0;
});
