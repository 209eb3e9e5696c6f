import { mkdirSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { findFirefox } from '../fixtures/firefox/find.ts';
import { type Firefox, launchFirefox } from '../fixtures/firefox/firefox.ts';
import { panelIn } from '../fixtures/firefox/panel.ts';
import { openToolboxPanel, type Toolbox } from '../fixtures/firefox/toolbox.ts';
import { type LabServer, startLabServer } from '../fixtures/lab-server.ts';
import { asText, type ReadTable } from '../fixtures/panel.ts';
import { poll } from '../fixtures/poll.ts';

const PICTURE = resolve('dist/start/firefox-panel.png');

const withColumns = (rows: ReadTable['rows']): string => asText({ columns: Object.keys(rows[0] ?? {}), rows });

/** Without a display: the upload once, what the panel shows of it as text, and a picture. */
async function tell(firefox: Firefox, toolbox: Toolbox, lab: LabServer): Promise<void> {
  const panel = panelIn(toolbox);
  await firefox.goto(`${lab.url}/?run=upload`);
  await poll('successful upload in the panel', async () => (await panel.count('Success')) === 1, 30_000);
  console.log(`\nThe panel's tasks:\n\n${withColumns(await panel.tasks())}`);
  await panel.choose('upload photo');
  await panel.tab('Attempts');
  const attempts = await poll('attempts of the upload', async () => {
    const rows = await panel.attempts();
    return rows.length === 3 && rows;
  });
  console.log(`\nThe attempts of the first one:\n\n${withColumns(attempts)}`);
  mkdirSync(dirname(PICTURE), { recursive: true });
  await firefox.screenshot(PICTURE);
  console.log(`\nThe panel's picture: ${relative(process.cwd(), PICTURE)}`);
}

/** With a display: stays until the window is closed or Ctrl-C. */
async function stay({ exited }: Firefox): Promise<void> {
  const interrupted = new Promise<void>((end) => {
    process.once('SIGINT', () => end());
    process.once('SIGTERM', () => end());
  });
  await Promise.race([exited, interrupted]);
}

/** The lab in Firefox, with the toolbox open on the Tasklens panel. */
export async function startInFirefox(visible: boolean): Promise<void> {
  const { path } = await findFirefox((line) => console.log(line));
  const lab = await startLabServer();
  let firefox: Firefox | undefined;
  try {
    firefox = await launchFirefox({ path, headless: !visible });
    await firefox.install();
    await firefox.goto(lab.url);
    const toolbox = await openToolboxPanel(firefox);
    console.log(`\nThe lab: ${lab.url}   (Firefox ${firefox.version}, ${path})`);
    if (visible) {
      console.log('The toolbox is open on the Tasklens panel. Close the window or press Ctrl-C to end.');
      await stay(firefox);
    } else {
      console.log('No display: running the upload once.');
      await tell(firefox, toolbox, lab);
    }
  } finally {
    await firefox?.close();
    await lab.close();
  }
}
