import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { FIREFOX_EXTENSION } from '../fixtures/firefox/firefox.ts';
import { main } from './commands.ts';

// What Mozilla's store says of the built extension. Fetched for this alone: it is eighty megabytes, so no part of `npm test`.
const WEB_EXT = 'web-ext@10.7.0';

interface Message {
  readonly code: string;
  readonly message: string;
  readonly file?: string;
}

/** What it says of an extension that is as it should be, and why that stays. */
const EXPECTED: Readonly<Record<string, string>> = {
  KEY_FIREFOX_UNSUPPORTED_BY_MIN_VERSION:
    'Firefox before 140 passes over data_collection_permissions, which says that nothing is collected',
  KEY_FIREFOX_ANDROID_UNSUPPORTED_BY_MIN_VERSION: 'the same, on Android, which has no DevTools at all',
};

function messagesOf(report: unknown): Message[] {
  const lists = ['errors', 'notices', 'warnings'].map((list): unknown => Reflect.get(Object(report), list));
  return lists.flatMap((list) => {
    if (!Array.isArray(list)) throw new Error(`${WEB_EXT} printed no report`);
    return list;
  });
}

main(async () => {
  const args = ['--yes', WEB_EXT, 'lint', '--output', 'json', '--source-dir', FIREFOX_EXTENSION];
  const { stdout, stderr } = spawnSync('npx', args, { encoding: 'utf8', shell: process.platform === 'win32' });
  if (!stdout.trim().startsWith('{')) throw new Error(`${WEB_EXT} did not run: ${stderr || stdout}`);
  const messages = messagesOf(JSON.parse(stdout));
  const unexpected = messages.filter(({ code }) => !(code in EXPECTED));
  for (const { code, message, file } of unexpected) console.error(`${code} ${file ?? ''}: ${message}`);
  for (const { code } of messages) if (code in EXPECTED) console.log(`expected: ${code} (${EXPECTED[code]})`);
  console.log(`${relative(process.cwd(), FIREFOX_EXTENSION)}: ${unexpected.length} faults`);
  return unexpected.length === 0 ? 0 : 1;
});
