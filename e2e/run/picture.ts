import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from '@playwright/test';
import { main } from './commands.ts';
import { setScene } from './scene.ts';

// The README's picture, and its dark sister for whoever changed a view to look at: the lab's uploads in the real panel,
// as a wide window shows them. Build first.
const PICTURES = { light: 'docs/panel.png', dark: 'dist/picture/panel-dark.png' } as const;
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

async function take(colorScheme: keyof typeof PICTURES): Promise<void> {
  const path = PICTURES[colorScheme];
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
    mkdirSync(dirname(path), { recursive: true });
    await frame.screenshot({ path, animations: 'disabled' });
    console.log(`Wrote ${path}.`);
  } finally {
    await scene.close();
  }
}

main(async () => {
  await take('light');
  await take('dark');
  return 0;
});
