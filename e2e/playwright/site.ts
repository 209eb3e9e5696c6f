import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize, resolve, sep } from 'node:path';

/** A small app that uses the built library without a bundler, on a port of the loopback address only. */
export interface Site {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The same server under another site's name. */
  readonly otherSite: string;
  readonly close: () => Promise<void>;
}

const LIBRARY = resolve('dist/lib');

/** In the head and inline, before anything else of the page. */
const head = (script: string): string => `<script type="module">
import { createRuntime, TaskError, exponentialBackoff, retry } from '/lib/runtime/index.js';
import { traced } from '/lib/bridge/index.js';
const runtime = createRuntime({ name: 'uploads', concurrency: 2 });
const boot = () => runtime.enqueue(() => new Promise((done) => setTimeout(done, 5)), { name: 'boot' });
const run = (name, fn) => runtime.enqueue(fn, { name }).promise.catch(() => {});
const failing = (times, error = () => new TaskError('503 busy', { type: 'http', retryable: true })) => {
  let calls = 0;
  return () => { if (calls++ < times) throw error(); return calls; };
};
Object.assign(globalThis, { runtime, run, failing, traced, retry, TaskError, exponentialBackoff });
${script}
</script>`;

const page = (script: string, body = ''): string =>
  `<!doctype html><html lang="en"><head><title>App</title><link rel="icon" href="data:,">${head(script)}</head><body>${body}</body></html>`;

/** By path; `other` is the address under another site's name. */
const PAGES: Readonly<Record<string, (other: string) => string>> = {
  '/boot.html': () => page('boot();'),
  '/second.html': (other) => page('boot();', `<iframe src="${other}/boot.html" title="frame"></iframe>`),
  '/idle.html': () => page(''),
  '/plain.html': () =>
    '<!doctype html><html lang="en"><head><title>Plain</title></head><body>nothing here</body></html>',
  '/queue.html': () =>
    page(`
run('upload', traced.retry(failing(2), { retries: 2, delay: 20 }));
run('thumbnail', traced.retry(failing(0), { retries: 2 }));
run('broken', traced.retry(failing(9, () => new TaskError('422 no name', { type: 'validation' })), { retries: 2 }));
run('silent', retry(failing(1), { retries: 1 }));`),
  '/back-off.html': () =>
    page(
      `run('sync', traced.retry(failing(9), { retries: 3, delay: exponentialBackoff({ base: 100, jitter: 'none' }) }));`,
    ),
};

export async function startSite(): Promise<Site> {
  if (!existsSync(join(LIBRARY, 'bridge/playwright/index.js'))) throw new Error('Nothing is built: npm run build:lib');
  let other = '';
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const made = PAGES[pathname];
    if (made) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      response.end(made(other));
      return;
    }
    const file = join(LIBRARY, normalize(pathname.replace(/^\/lib/, '')));
    if (!pathname.startsWith('/lib/') || !file.startsWith(LIBRARY + sep) || !existsSync(file)) {
      response.writeHead(404).end('not found');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' });
    response.end(readFileSync(file));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  other = `http://localhost:${port}`;
  return {
    url: `http://127.0.0.1:${port}`,
    otherSite: other,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
