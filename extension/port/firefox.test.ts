import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CancelableMessageEvent } from '../../bridge/testing/message-event.ts';
import { firefoxTransport } from './firefox.ts';
import { EARS, LINE, nameOf } from './hop-protocol.ts';
import { createTabSource, type TabSource } from './tab-source.ts';
import { FakeBrowser } from './testing/fake-browser.ts';
import { FakeFirefox } from './testing/fake-firefox.ts';

let browser: FakeBrowser;
let firefox: FakeFirefox;
const sources: TabSource[] = [];

beforeEach(() => {
  vi.stubGlobal('MessageEvent', CancelableMessageEvent);
  browser = new FakeBrowser();
  firefox = new FakeFirefox(browser);
});

afterEach(() => {
  for (const source of sources.splice(0)) source.close();
  browser.stop();
});

/** A panel in the toolbox that is opened now. */
async function watch(): Promise<TabSource> {
  const transport = firefoxTransport(firefox.api, 7, browser.timing);
  const source = createTabSource({ transport, timing: browser.timing });
  sources.push(source);
  await browser.settle();
  return source;
}

const ids = (source: TabSource): string[] => [...source.model.tasks.values()].map((row) => `${row.id} ${row.state}`);

describe('through the background', () => {
  it('D44: shows what was before, and what comes', async () => {
    const page = browser.open();
    const runtime = page.runtime('a');
    runtime.run('1');
    const source = await watch();
    expect(ids(source)).toEqual(['1 success']);
    runtime.run('2');
    await browser.advance(100);
    expect(ids(source)).toEqual(['1 success', '2 success']);
    expect(source.status.state).toBe('live');
  });

  it('bridge 15: says "not here" where nobody answers, and "no runtime" where somebody does', async () => {
    const source = await watch();
    await browser.advance(2_000);
    expect(source.status).toEqual({ state: 'not-here', url: undefined });
    browser.open();
    source.navigated('http://app.test/');
    await browser.advance(50);
    expect(source.status.state).toBe('no-runtime');
  });

  it('bridge 9: a document that comes later says so itself', async () => {
    const source = await watch();
    browser.open().runtime('a').run('1');
    await browser.advance(100);
    expect(ids(source)).toEqual(['1 success']);
  });

  it('bridge 13 D1: a background that stops loses nothing, and is back within a second', async () => {
    const page = browser.open();
    const runtime = page.runtime('a');
    const source = await watch();
    runtime.run('1');
    await browser.advance(100);
    const { session } = [...source.model.sessions.values()][0] ?? {};
    // More than the page's history would tell again: the stream goes on where it was.
    runtime.past.clear();
    for (let stop = 1; stop <= 20; stop++) {
      runtime.run(`before ${stop}`);
      // In flight, in whole or in part.
      if (stop % 2) await browser.settle();
      firefox.stopBackground();
      runtime.run(`after ${stop}`);
      runtime.past.clear();
      await browser.advance(1_000);
      expect(source.status.state).toBe('live');
      expect(source.model.tasks.size).toBe(1 + 2 * stop);
      // Firefox stops what has been idle for half a minute.
      await browser.advance(30_000);
    }
    expect([...source.model.sessions.keys()]).toEqual([session]);
    expect([...source.model.tasks.values()].every((row) => row.state === 'success' && !row.partial)).toBe(true);
    expect(firefox.started).toBe(21);
  });

  it('bridge 13: a runtime that appears while the background is stopped is found', async () => {
    const page = browser.open();
    const source = await watch();
    expect(source.status.state).toBe('no-runtime');
    firefox.stopBackground();
    // It says so to nobody.
    page.runtime('a').run('1');
    await browser.advance(1_000);
    expect(ids(source)).toEqual(['1 success']);
  });

  it('D3: a background that will not stay is dialled ever more slowly', async () => {
    await watch();
    const before = firefox.started;
    for (let ms = 0; ms < 10_000; ms += 10) {
      firefox.stopBackground();
      await browser.advance(10);
    }
    expect(firefox.started - before).toBeLessThan(20);
  });

  it('bridge 10: a closed panel keeps neither port nor timer, and the background stays stopped', async () => {
    browser.open().runtime('a').run('1');
    const source = await watch();
    source.close();
    await browser.advance(20_000);
    expect(browser.timing.waiting).toBe(0);
    firefox.stopBackground();
    await browser.advance(20_000);
    expect(firefox.running).toBe(false);
  });
});

describe('the background', () => {
  it('bridge 8: serves pages of the extension alone, and ports whose name it knows', async () => {
    const page = browser.open();
    page.runtime('a').run('1');
    const line = nameOf({ hop: LINE, tab: 7, viewer: 'tasklens x', frameId: 0, documentId: page.documentId });
    const ears = nameOf({ hop: EARS, tab: 7 });
    const ours = 'moz-extension://tasklens/devtools.html';
    const refused: string[] = [];
    const dial = (name: string, sender: Parameters<FakeFirefox['connect']>[1]): void => {
      firefox.connect(name, sender).onDisconnect.addListener(() => void refused.push(`${sender.url} ${name}`));
    };
    for (const name of [line, ears]) {
      dial(name, { url: 'https://app.test/' });
      dial(name, { url: 'moz-extension://tasklens.evil.test/' });
      dial(name, { url: ours, tab: { id: 7 } });
    }
    for (const name of ['', 'null', '{}', '[]', '{"hop":"tasklens-ears","tab":-1}', line.slice(1)]) {
      dial(name, { url: ours });
    }
    await browser.settle();
    expect(refused).toHaveLength(12);
    expect(browser.dialled).toBe(0);
    dial(line, { url: ours });
    await browser.settle();
    expect(browser.dialled).toBe(1);
    expect(refused).toHaveLength(12);
  });

  it('bridge 8: a viewer hears of no other tab, and takes only what has the right form', async () => {
    const source = await watch();
    const here = { tasklens: 'here', url: 'http://x/', since: 1, hasRuntime: true, acknowledged: true };
    browser.forge(here, { tab: { id: 8 }, frameId: 0, documentId: 'other' });
    browser.forge(here, { frameId: 0, documentId: 'none' });
    browser.forge({ ...here, since: 'soon' }, { tab: { id: 7 }, frameId: 0 });
    browser.forge('here', { tab: { id: 7 }, frameId: 0 });
    await browser.settle();
    expect(browser.dialled).toBe(0);
    browser.forge(here, { tab: { id: 7 }, frameId: 0, documentId: 'ours' });
    await browser.settle();
    expect(browser.dialled).toBe(1);
    expect(source.model.tasks.size).toBe(0);
  });
});
