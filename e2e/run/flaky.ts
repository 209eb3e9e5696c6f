import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { flakyWorkload } from '../data/flaky/workload.ts';

// Makes `flaky-10k.jsonl.gz`, a recording of 10 000 tasks, and the log of the runtimes that ran them, from which tests compute
// what the views must show. The seed is fixed: made again, both are the same.

const { recording, log } = await flakyWorkload(10_000);
const packed = (text: string): Buffer => gzipSync(text, { level: 9 });
writeFileSync('e2e/data/flaky-10k.jsonl.gz', packed(recording));
writeFileSync('e2e/data/flaky-10k.log.jsonl.gz', packed(log.map((entry) => `${JSON.stringify(entry)}\n`).join('')));
console.log(`Wrote ${recording.split('\n').length - 1} lines, ${log.length} entries.`);
