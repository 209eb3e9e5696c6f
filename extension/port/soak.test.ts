import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CancelableMessageEvent } from '../../bridge/testing/message-event.ts';
import { chromiumTransport } from './chromium.ts';
import { createTabSource } from './tab-source.ts';
import { FakeBrowser } from './testing/fake-browser.ts';

/** `npm run soak` makes a hundred times as many: a million events. */
const EVENTS = Number(process.env.TASKLENS_SOAK ?? 1) * 10_000;
/** Tasks that the page and the panel remember; in one go, tasks of three events. */
const KEPT = 1_000;
const GO = 500;
/** Bytes by which both ends together may differ at the end from what they were after a fifth. */
const FLAT = 4_000_000;

let browser: FakeBrowser;
beforeEach(() => {
  vi.stubGlobal('MessageEvent', CancelableMessageEvent);
  browser = new FakeBrowser();
});
afterEach(() => browser.stop());

/** Bytes in use after all that can go has gone. */
function heap(): number {
  setFlagsFromString('--expose_gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('this engine lets nobody collect');
  for (let n = 0; n < 3; n++) collect();
  return process.memoryUsage().heapUsed;
}

it('D17 D12: events without end: all arrive, counts equal on both ends, and the heap of both stays flat', async () => {
  const source = createTabSource({
    transport: chromiumTransport(browser.api, 7),
    timing: browser.timing,
    maxTasks: KEPT,
  });
  const runtime = browser.open().runtime('r');
  await browser.advance(100);
  let made = 0;
  let before = 0;
  while (made < EVENTS) {
    for (let n = 0; n < GO; n++, made += 3) runtime.run(`t${made}`);
    for (const id of [...runtime.past.keys()].slice(0, -KEPT)) {
      runtime.past.delete(id);
      runtime.identities.delete(id);
    }
    await browser.advance(100);
    if (before === 0 && made >= EVENTS / 5) before = heap();
  }
  await browser.advance(1_000);
  const grown = heap() - before;
  const [session] = source.model.sessions.values();
  // What the snapshot of the beginning told besides.
  expect(session?.counters).toEqual({ emitted: made + 3, delivered: made + 3, dropped: 0, pending: 0, lost: 0 });
  // The oldest leave some at a time.
  expect(source.model.tasks.size).toBeLessThan(1.1 * KEPT);
  expect(source.model.evicted).toBe(made / 3 - source.model.tasks.size);
  source.close();
  expect(browser.timing.waiting).toBe(0);
  expect(grown).toBeLessThan(FLAT);
}, 900_000);
