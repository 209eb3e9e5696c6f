import { relative } from 'node:path';
import { EXTENSION } from '../fixtures/launch.ts';
import { main, mustRun } from './commands.ts';

/** What is built, in this order: the lab imports the built library. */
const PARTS = ['build:lib', 'build:extension', 'build:lab'] as const;

main(async () => {
  for (const part of PARTS) await mustRun(part);
  console.log(`
Built. The unpacked extension for Chrome, Edge and Chromium (120 or later):

  ${relative(process.cwd(), EXTENSION)}

To load it: open chrome://extensions, switch on "Developer mode", choose "Load unpacked" and pick that folder.
Then open DevTools on a page and pick the Tasklens panel; a page that was open before must be reloaded once.`);
  return 0;
});
