import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { LogEntry } from './log.ts';

const unpacked = (name: string): Buffer => gunzipSync(readFileSync(new URL(`../${name}.jsonl.gz`, import.meta.url)));

/** The kept recording of 10 000 tasks, as the bytes of its file; made by `npm run flaky`. */
export function flaky10k(): Buffer {
  return unpacked('flaky-10k');
}

/** What the runtimes themselves said while it was made, and nothing that a viewer made of it. */
export function flaky10kLog(): LogEntry[] {
  return unpacked('flaky-10k.log')
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): LogEntry => JSON.parse(line));
}
