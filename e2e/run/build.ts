import { relative } from 'node:path';
import { FIREFOX_EXTENSION } from '../fixtures/firefox/firefox.ts';
import { EXTENSION } from '../fixtures/launch.ts';
import { main, mustRun } from './commands.ts';

/** What is built, in this order: the lab imports the built library. */
const PARTS = ['build:lib', 'build:extension', 'build:lab'] as const;

main(async () => {
  for (const part of PARTS) await mustRun(part);
  const folder = (path: string): string => relative(process.cwd(), path);
  console.log(`
Built. The unpacked extension:

  ${folder(EXTENSION)}    for Chrome, Edge and Chromium, 120 or later
  ${folder(FIREFOX_EXTENSION)}   for Firefox, 128 or later

In Chrome and Chromium open chrome://extensions (in Edge edge://extensions), switch on "Developer mode", choose
"Load unpacked" and pick the first folder. In Firefox open about:debugging#/runtime/this-firefox, choose "Load
Temporary Add-on…" and pick manifest.json in the second folder; it stays until Firefox is closed.
Then open DevTools on a page and pick the Tasklens panel; in Chrome and Edge a page that was open before must be
reloaded once.`);
  return 0;
});
