import { execFileSync } from 'node:child_process';
import { middle } from './rounds.ts';
import type { Row, Suite } from './row.ts';

const PENDING = 1_000_000;

/** Enqueues a million bodies that nobody starts; prints bytes each and ms in all. In a process of its own: what counts is its heap. */
const SCRIPT = `
import { performance } from 'node:perf_hooks';
const n = ${PENDING};
const body = () => 1;
const make = {
  ours: async () => {
    const { createRuntime } = await import('tasklens');
    const runtime = createRuntime({ paused: true });
    return { add: () => runtime.enqueue(body), pending: () => runtime.pendingCount };
  },
  bare: async () => {
    const { bareLimiter } = await import(process.env.BARE_LIMITER);
    const add = bareLimiter(1);
    void add(() => new Promise(() => {}));
    let pending = 0;
    return { add: () => (pending++, add(body)), pending: () => pending };
  },
  fastq: async () => {
    const { default: fastq } = await import('fastq');
    const queue = fastq.promise(async (fn) => fn(), 1);
    queue.pause();
    return { add: () => queue.push(body), pending: () => queue.length() };
  },
  'p-limit': async () => {
    const { default: pLimit } = await import('p-limit');
    const limit = pLimit(1);
    void limit(() => new Promise(() => {}));
    await new Promise(setImmediate);
    return { add: () => limit(body), pending: () => limit.pendingCount };
  },
  'p-queue': async () => {
    const { default: PQueue } = await import('p-queue');
    const queue = new PQueue({ concurrency: 1, autoStart: false });
    return { add: () => queue.add(body), pending: () => queue.size };
  },
};
const { add, pending } = await make[process.argv[1]]();
for (let i = 0; i < 2000; i++) add();
// The heap is read after a collection on both ends; what is enqueued stays reachable through the queue.
globalThis.gc();
const before = process.memoryUsage().heapUsed;
const start = performance.now();
for (let i = 0; i < n; i++) add();
const ms = performance.now() - start;
await new Promise(setImmediate);
globalThis.gc();
const bytes = (process.memoryUsage().heapUsed - before) / n;
if (pending() < n) throw new Error(pending() + ' pend');
console.log(JSON.stringify({ bytes, ms }));
process.exit(0);
`;

interface Figures {
  readonly bytes: number;
  readonly ms: number;
}

function measureOnce(contender: string): Figures {
  const { href } = new URL('./bare-limiter.ts', import.meta.url);
  const args = ['--expose-gc', '--import', 'tsx', '--input-type=module', '-e', SCRIPT, contender];
  const out = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    env: {
      ...process.env,
      BARE_LIMITER: href,
      TSX_TSCONFIG_PATH: new URL('../../e2e/bench/tsconfig.json', import.meta.url).pathname,
    },
  });
  return JSON.parse(out);
}

/** A million tasks that wait. */
export const millionPending: Suite = {
  id: 'million-pending',
  group: 'runtime',
  async measure() {
    const rows: Row[] = [];
    const contenders = ['ours', 'bare', 'fastq', 'p-limit', 'p-queue'];
    const figures = new Map<string, Figures[]>(contenders.map((name) => [name, []]));
    for (let round = 0; round < 3; round++) for (const name of contenders) figures.get(name)?.push(measureOnce(name));
    const of = (name: string, key: keyof Figures) => (figures.get(name) ?? []).map((one) => one[key]);
    for (const name of contenders) {
      rows.push({
        id: `million-bytes-${name}`,
        what: `1 M pending, no signal: ${name === 'ours' ? 'bytes each' : name}`,
        unit: 'B',
        ...(name === 'ours' ? { goal: { atMost: 400 } } : {}),
        plausible: [16, 10_000],
        ...middle(of(name, 'bytes')),
      });
    }
    const bare = of('bare', 'ms');
    rows.push({
      id: 'million-time',
      what: '1 M pending: time to enqueue ÷ bare',
      unit: '×',
      goal: { atMost: 2 },
      plausible: [0.01, 100],
      ...middle(of('ours', 'ms').map((ms, i) => ms / (bare[i] ?? Number.NaN))),
    });
    return rows;
  },
};
