import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ANSWER, ASK, OFFER } from '../../bridge/handover.ts';
import { CancelableMessageEvent } from '../../bridge/testing/message-event.ts';
import { chromiumTransport } from './chromium.ts';
import { createTabSource, type TabSource } from './tab-source.ts';
import { FakeBrowser } from './testing/fake-browser.ts';

/** `npm run soak` sends a hundred times as many. */
const RUNS = Number(process.env.TASKLENS_SOAK ?? 1) * 100;

let browser: FakeBrowser;
let source: TabSource;

beforeEach(() => {
  vi.stubGlobal('MessageEvent', CancelableMessageEvent);
  browser = new FakeBrowser();
  source = createTabSource({ transport: chromiumTransport(browser.api, 7), timing: browser.timing });
});

afterEach(() => {
  source.close();
  browser.stop();
});

const junk = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(undefined, null, '', '{', '[]', 'null', Number.NaN, 1e12, -1),
  fc.array(fc.oneof(fc.jsonValue(), fc.constantFrom('source', 'ready', 'events', 1, 0)), { maxLength: 6 }),
  fc.record(
    {
      type: fc.constantFrom('attach', 'ack', 'again', 'ping', 'leave', 'expand', 'hello', 'batch', 'pong'),
      batch: fc.jsonValue(),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({ tasklens: fc.constantFrom('who', 'here'), since: fc.jsonValue(), url: fc.string() }),
);

it('fuzz: at each receiving end, whatever comes: no throw, no growth, the model unchanged', async () => {
  const page = browser.open();
  page.runtime('r').run('1');
  await browser.advance(200);
  const before = [...source.model.tasks.values()];
  const quiet = vi.spyOn(console, 'error');
  const [port] = page.ports;
  const other = browser.api.tabs.connect(7, { name: 'tasklens other', documentId: page.documentId });
  const far = page.far();
  await fc.assert(
    fc.asyncProperty(fc.array(junk, { minLength: 1, maxLength: 10 }), async (messages) => {
      for (const message of messages) {
        // The viewer's end, the relay's ends (extension and page), and the page's script.
        port?.peer?.onMessage.all.forEach((listener) => {
          listener(message);
        });
        other.postMessage(message ?? null);
        browser.forge(message, { tab: { id: 7 }, frameId: 5, documentId: 'X' });
        for (const listener of page.onMessage.all) listener(message);
        for (const type of [ANSWER, 'attach', 'pull', 'expand', 'detach']) {
          far.dispatchEvent(new CancelableMessageEvent(type, { data: typeof message === 'number' ? -1 : message }));
        }
        for (const type of [OFFER, ASK, 'message'])
          page.window.dispatchEvent(new CancelableMessageEvent(type, { data: message }));
        page.say(message);
      }
      await browser.settle();
      expect([...source.model.tasks.values()]).toEqual(before);
    }),
    { numRuns: RUNS },
  );
  expect(source.model.sessions.size).toBe(1);
  expect(source.model.runtimes.size).toBe(1);
  expect(source.model.refused).toBeGreaterThan(0);
  expect(quiet).not.toHaveBeenCalled();
  // It still works.
  page.runtime('s').run('2');
  await browser.advance(200);
  expect(source.model.tasks.size).toBe(2);
}, 600_000);
