import { mkdirSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { asText, readTable } from '../fixtures/panel.ts';
import { main, mustRun } from './commands.ts';
import type { Scene } from './scene.ts';
import { driveUpload, setScene } from './scene.ts';
import { startInFirefox } from './start-firefox.ts';

const PICTURE = resolve('dist/start/panel.png');

/** Whether a window could be seen. macOS and Windows always have a screen for a person who types `npm start`. */
const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY);

/** Without a display: the upload once, what the panel shows of it as text, and a picture. */
async function tell(scene: Scene): Promise<void> {
  await driveUpload(scene);
  const { panel, devtools } = scene;
  console.log(`\nThe panel's tasks:\n\n${asText(await readTable(panel.tasks))}`);
  await panel.rows.first().click();
  await panel.tab('Attempts').click();
  console.log(`\nThe attempts of the first one:\n\n${asText(await readTable(panel.attempts))}`);
  mkdirSync(dirname(PICTURE), { recursive: true });
  await devtools.page.screenshot({ path: PICTURE });
  console.log(`\nThe panel's picture: ${relative(process.cwd(), PICTURE)}`);
}

/** With a display: stays until the window is closed or Ctrl-C. */
async function stay({ context, page }: Scene): Promise<void> {
  await new Promise<void>((resolveEnd) => {
    context.on('close', () => resolveEnd());
    // On macOS a browser outlives its last window.
    page.on('close', () => resolveEnd());
    process.once('SIGINT', () => resolveEnd());
    process.once('SIGTERM', () => resolveEnd());
  });
}

main(async () => {
  await mustRun('build');
  const visible = hasDisplay();
  if (process.argv.includes('--firefox')) {
    await startInFirefox(visible);
    return 0;
  }
  const scene = await setScene({ headless: !visible, say: (line) => console.log(line) });
  try {
    console.log(`\nThe lab: ${scene.lab.url}   (Chromium ${scene.version}, ${scene.browser.path})`);
    console.log('In any browser, without the extension: the panel stands beside each of its six figures.');
    if (visible) {
      console.log('DevTools is open on the Tasklens panel. Close the window or press Ctrl-C to end.');
      await stay(scene);
    } else {
      console.log('No display: running the upload once.');
      await tell(scene);
    }
  } finally {
    await scene.close();
  }
  return 0;
});
