import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANSWER, ASK, OFFER } from '../../bridge/handover.ts';
import { CancelableMessageEvent } from '../../bridge/testing/message-event.ts';
import { chromiumTransport } from './chromium.ts';
import { createTabSource, type TabSource } from './tab-source.ts';
import { FakeBrowser } from './testing/fake-browser.ts';

let browser: FakeBrowser;
const sources: TabSource[] = [];

beforeEach(() => {
  vi.stubGlobal('MessageEvent', CancelableMessageEvent);
  browser = new FakeBrowser();
});

afterEach(() => {
  for (const source of sources.splice(0)) source.close();
  browser.stop();
});

/** A panel that is opened now. */
async function watch(): Promise<TabSource> {
  const source = createTabSource({ transport: chromiumTransport(browser.api, 7), timing: browser.timing });
  sources.push(source);
  await browser.settle();
  return source;
}

const ids = (source: TabSource): string[] => [...source.model.tasks.values()].map((row) => `${row.id} ${row.state}`);

describe('connecting', () => {
  it('D7: opened before, during and after the app starts, the panel shows the same tasks', async () => {
    const early = await watch();
    const page = browser.open();
    const runtime = page.runtime('a');
    runtime.run('1');
    await browser.settle();
    const during = await watch();
    runtime.run('2');
    await browser.advance(200);
    const late = await watch();
    await browser.advance(200);
    expect(ids(early)).toEqual(['1 success', '2 success']);
    expect(ids(during)).toEqual(ids(early));
    expect(ids(late)).toEqual(ids(early));
    expect([early, during, late].map((source) => source.status.state)).toEqual(['live', 'live', 'live']);
  });

  it('bridge 15: says "not here" only after it has asked several times', async () => {
    const source = await watch();
    expect(source.status).toEqual({ state: 'connecting' });
    await browser.advance(2_000);
    expect(source.status).toEqual({ state: 'not-here', url: undefined });
    source.navigated('about:blank');
    await browser.advance(2_000);
    expect(source.status).toEqual({ state: 'not-here', url: 'about:blank' });
  });

  it('bridge 15: "no runtime here" only once a relay has answered; then the runtime comes', async () => {
    const page = browser.open();
    const source = await watch();
    expect(source.status).toEqual({ state: 'no-runtime' });
    expect(browser.dialled).toBe(0);
    page.runtime('a').run('1');
    await browser.settle();
    expect(source.status).toEqual({ state: 'live' });
    expect(ids(source)).toEqual(['1 success']);
  });

  it('bridge 8: a document whose port nobody of ours took could not connect', async () => {
    browser.open({ withoutMainScript: true });
    const source = await watch();
    expect(source.status).toEqual({ state: 'could-not-connect' });
  });

  it('bridge 10: a prerendered page is not there until it is shown', async () => {
    const source = await watch();
    const page = browser.open({ prerendering: true });
    page.runtime('a').run('1');
    await browser.settle();
    expect(browser.dialled).toBe(0);
    page.document.prerendering = false;
    page.document.dispatchEvent(new Event('prerenderingchange'));
    await browser.settle();
    expect(ids(source)).toEqual(['1 success']);
  });

  it('D47: other tabs, and messages of another form, change nothing', async () => {
    const source = await watch();
    const here = { tasklens: 'here', url: 'x', since: 1, hasRuntime: true, acknowledged: true };
    browser.forge(here, { tab: { id: 8 }, frameId: 0, documentId: 'X' });
    browser.forge(here, {});
    for (const message of [null, 'here', 7, {}, { tasklens: 'here' }, { ...here, since: 'soon' }, [here]]) {
      browser.forge(message, { tab: { id: 7 }, frameId: 0, documentId: 'X' });
    }
    await browser.settle();
    expect(browser.dialled).toBe(0);
    expect(source.status).toEqual({ state: 'connecting' });
  });
});

describe('the life of a page', () => {
  it('B07: after a reload the new page stands alone; with "preserve log" the old one stays', async () => {
    const source = await watch();
    const first = browser.open({ since: 1_000 });
    for (const id of ['1', '2']) first.runtime('r').run(id);
    await browser.advance(100);
    browser.close(first);
    await browser.settle();
    expect(source.status).toEqual({ state: 'reconnecting' });
    const second = browser.open({ since: 2_000 });
    second.runtime('r').run('1', { error: new Error('x') });
    await browser.advance(200);
    expect(ids(source)).toEqual(['1 error']);
    expect(source.status).toEqual({ state: 'live' });
    source.preserveLog = true;
    browser.close(second);
    browser.open({ since: 3_000 }).runtime('r').run('1');
    await browser.advance(200);
    expect(ids(source)).toEqual(['1 error', '1 success']);
    expect([...source.model.sessions.values()].map((session) => session.connected)).toEqual([false, true]);
    expect(source.status).toEqual({ state: 'live' });
  });

  it('D6: twenty reloads, each back by itself and none counted twice', async () => {
    const source = await watch();
    for (let n = 0; n < 20; n++) {
      const page = browser.open({ since: 1_000 + n });
      page.runtime('r').run('1');
      await browser.advance(200);
      expect(ids(source)).toEqual(['1 success']);
      browser.close(page);
      await browser.settle();
    }
    await browser.advance(60_000);
    expect(browser.timing.waiting).toBe(0);
  });

  it('a page without a runtime takes the place of one with', async () => {
    const source = await watch();
    const first = browser.open({ since: 1_000 });
    first.runtime('r').run('1');
    await browser.advance(100);
    browser.close(first);
    browser.open({ since: 2_000 });
    source.navigated('http://app.test/plain');
    await browser.advance(1_000);
    expect(ids(source)).toEqual([]);
    expect(source.status).toEqual({ state: 'no-runtime' });
  });

  it('D5: back from the back/forward cache the page is shown once, with what happened before', async () => {
    const source = await watch();
    const first = browser.open({ since: 1_000 });
    first.runtime('r').run('1');
    await browser.advance(100);
    first.closePorts();
    const away = browser.documents.splice(0);
    const second = browser.open({ since: 2_000 });
    second.runtime('s').run('2');
    await browser.advance(5_000);
    expect(ids(source)).toEqual(['2 success']);
    browser.close(second);
    browser.documents = away;
    first.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await browser.advance(200);
    expect(ids(source)).toEqual(['1 success']);
    expect(source.status).toEqual({ state: 'live' });
  });

  it('D40: frames are told apart, those that come later included; one that is removed leaves its tasks', async () => {
    const source = await watch();
    const top = browser.open({ since: 1_000 });
    top.runtime('uploads').run('1');
    const frame = browser.open({ since: 1_500, frameId: 4, url: 'https://other.test/' });
    frame.runtime('uploads').run('1', { error: new Error('x') });
    await browser.advance(100);
    expect(ids(source).sort()).toEqual(['1 error', '1 success']);
    browser.close(frame);
    await browser.advance(10_000);
    expect(ids(source).sort()).toEqual(['1 error', '1 success']);
    expect(source.status).toEqual({ state: 'live' });
    expect([...source.model.sessions.values()].map((session) => session.connected)).toEqual([true, false]);
  });

  it('D3: a port that is lost again and again is dialled ever more slowly', async () => {
    const source = await watch();
    const page = browser.open();
    page.runtime('r').run('1');
    await browser.settle();
    const dials: number[] = [];
    for (let n = 0; n < 6; n++) {
      const before = browser.dialled;
      page.closePorts();
      const from = browser.timing.now();
      while (browser.dialled === before) await browser.advance(10);
      dials.push(browser.timing.now() - from);
      await browser.settle();
    }
    expect(dials).toEqual([50, 100, 200, 400, 800, 1_600]);
    await browser.advance(10_000);
    expect(source.status).toEqual({ state: 'live' });
    expect(ids(source)).toEqual(['1 success']);
    page.closePorts();
    await browser.advance(60);
    expect(source.status).toEqual({ state: 'live' });
  });

  it('D8: when the extension is reloaded the old relay falls silent', async () => {
    const page = browser.open();
    page.runtime('r').run('1');
    await browser.settle();
    page.extensionId = undefined;
    page.closePorts();
    const quiet = vi.spyOn(console, 'error');
    page.runtime('s').run('2');
    page.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await browser.settle();
    expect(page.relay.alive()).toBe(false);
    expect(quiet).not.toHaveBeenCalled();
  });

  it('D20: closing the panel leaves no port, no timer, no listener on a runtime', async () => {
    const source = await watch();
    const page = browser.open();
    const runtime = page.runtime('r');
    runtime.run('1');
    await browser.advance(100);
    expect(runtime.listeners.size).toBe(1);
    source.close();
    await browser.settle();
    expect(runtime.listeners.size).toBe(0);
    expect(browser.timing.waiting).toBe(0);
    runtime.run('2');
    await browser.settle();
    expect(ids(source)).toEqual(['1 success']);
  });
});

it('bridge 13: a frame that is removed is no loss of the page; the top document is', async () => {
  const page = browser.open();
  page.runtime('a').run('1');
  const frame = browser.open({ since: 1_500, frameId: 4 });
  frame.runtime('b').run('2');
  const source = await watch();
  expect(source.status).toEqual({ state: 'live' });
  const seen: string[] = [];
  source.subscribe(() => void seen.push(source.status.state));
  browser.close(frame);
  await browser.advance(4_000);
  expect(new Set(seen)).toEqual(new Set(['live']));
  page.closePorts();
  await browser.settle();
  expect(source.status).toEqual({ state: 'reconnecting' });
  await browser.advance(1_000);
  expect(source.status).toEqual({ state: 'live' });
});

it('bridge 12: a page that answers without being asked, or too long, grows nothing; what was refused is counted', async () => {
  const page = browser.open();
  page.runtime('a').run('1');
  const source = await watch();
  await browser.advance(200);
  const [port] = page.ports;
  const sent = port?.sent ?? 0;
  const row = (id: string) =>
    JSON.stringify({ type: 'task:registered', runtimeId: 'a', seq: 9, at: 1, id, name: id, priority: 0 });
  const answer = (data: unknown) => page.far().dispatchEvent(new CancelableMessageEvent(ANSWER, { data }));
  for (let n = 0; n < 100; n++) answer([1, row(`forged ${n}`), 9, 0, 0]);
  await browser.settle();
  expect(port?.sent).toBe(sent);
  // The page's own code answers in place of ours: first too long, then another viewer's, then twice.
  const far = page.far();
  far.addEventListener('pull', (event) => {
    event.stopImmediatePropagation();
    answer([2, row('other'), 50, 0, 0]);
    answer([1, row('second'), 60, 0, 0]);
  });
  page.runtime('c').run('3');
  await browser.advance(200);
  expect(ids(source).filter((id) => /forged|other|second/.test(id))).toEqual([]);
});

it('bridge 12: what a page that goes leaves behind is bounded, whatever it says of itself', async () => {
  const page = browser.open();
  const runtime = page.runtime('a');
  runtime.run('1');
  await watch();
  await browser.advance(200);
  // The viewer acknowledges nothing any more.
  browser.fault = () => 'lose';
  const [port] = page.ports;
  const before = port?.sent ?? 0;
  for (let n = 0; n < 60; n++) {
    for (let m = 0; m < 50; m++) runtime.register(`t${n} ${m}`, { meta: 'x'.repeat(9_000) });
    page.window.dispatchEvent(new Event('pagehide'));
  }
  expect((port?.sent ?? 0) - before).toBeLessThan(60);
});

describe('what is sent', () => {
  it('D21: at most 20 messages a second, at any rate of events; the first after quiet at once', async () => {
    const source = await watch();
    const page = browser.open();
    const runtime = page.runtime('r');
    await browser.advance(1_000);
    const [port] = page.ports;
    const sent = port?.sent ?? 0;
    runtime.run('first');
    await browser.settle();
    expect(ids(source)).toEqual(['first success']);
    for (let n = 0; n < 100; n++) {
      for (let m = 0; m < 20; m++) runtime.run(`${n}.${m}`);
      await browser.advance(10);
    }
    await browser.advance(100);
    expect(source.model.tasks.size).toBe(2_001);
    expect((port?.sent ?? 0) - sent).toBeLessThanOrEqual(24);
    const [session] = source.model.sessions.values();
    const { emitted, delivered, dropped, pending, lost } = session?.counters ?? {};
    expect(emitted).toBe(6_003 + 3);
    expect([delivered, dropped, pending, lost]).toEqual([emitted, 0, 0, 0]);
  });

  it('bridge 12: a viewer that does not acknowledge gets no more than the window', async () => {
    const page = browser.open();
    const runtime = page.runtime('r');
    const port = browser.api.tabs.connect(7, { name: 'tasklens', documentId: page.documentId });
    const got: unknown[] = [];
    port.onMessage.addListener((message) => got.push(message));
    port.postMessage({ type: 'attach', protocol: 1 });
    for (let n = 0; n < 30; n++) {
      runtime.run(String(n));
      await browser.advance(60);
    }
    expect(got).toHaveLength(1 + 8);
    port.postMessage({ type: 'ack', batch: 8 });
    await browser.advance(60);
    expect(got).toHaveLength(1 + 9);
    const last: { counters: Record<string, number> } = JSON.parse(String(got.at(-1)));
    expect(last.counters).toEqual({ emitted: 93, delivered: 93, dropped: 0, pending: 0, lost: 0 });
  });

  it('D47: no document may speak for another, and what has the wrong form is dropped and counted', async () => {
    const source = await watch();
    const top = browser.open();
    top.runtime('r').run('1');
    await browser.advance(100);
    const [session] = source.model.sessions.keys();
    const evil = browser.open({ frameId: 3, since: 1_200 });
    evil.runtime('r');
    await browser.advance(100);
    const [port] = evil.ports;
    const counters = { emitted: 1, delivered: 1, dropped: 0, pending: 0, lost: 0 };
    const done = { type: 'task:done', runtimeId: 'r', seq: 99, at: 1, id: '1', state: 'error', retryable: true };
    const events = [{ ...done, registeredAt: 1, endedAt: 1 }];
    const refused = source.model.refused;
    port?.postMessage(JSON.stringify({ type: 'batch', session, batch: 9, counters, events }));
    port?.postMessage(JSON.stringify({ type: 'hello', protocol: 1, session, hub: 1, url: 'x', since: 1 }));
    for (const junk of [null, 7, 'text', '{', '[]', '{"type":"batch"}', { type: 'hello' }]) port?.postMessage(junk);
    await browser.settle();
    expect(ids(source)).toEqual(['1 success']);
    expect(source.model.refused - refused).toBe(9);
  });

  it('B10: forged window messages and events on the page add nothing and cost no error', async () => {
    const source = await watch();
    const page = browser.open();
    page.runtime('r').register('1');
    await browser.advance(100);
    const quiet = vi.spyOn(console, 'error');
    for (const data of [null, 'hello', 7, {}, { tasklens: 'here' }, ['events', 1, '{"type":"task:done"}', 1, 0, 0]]) {
      page.window.dispatchEvent(new MessageEvent('message', { data }));
      page.window.dispatchEvent(new MessageEvent(OFFER, { data }));
      page.window.dispatchEvent(new MessageEvent(ASK, { data }));
    }
    await browser.advance(100);
    expect(ids(source)).toEqual(['1 pending']);
    expect(quiet).not.toHaveBeenCalled();
  });

  it('bridge 12: record off, the page sends nothing; on again, a snapshot, and what was missed is counted', async () => {
    const source = await watch();
    const page = browser.open();
    const runtime = page.runtime('r');
    runtime.run('1');
    runtime.register('2');
    await browser.advance(100);
    source.recording = false;
    await browser.settle();
    expect(runtime.listeners.size).toBe(0);
    runtime.start('2');
    runtime.say({ type: 'task:progress', id: '2', value: 1 });
    runtime.end('2');
    runtime.run('3');
    await browser.advance(30_000);
    expect(ids(source)).toEqual(['1 success', '2 pending']);
    source.recording = true;
    await browser.advance(100);
    expect(ids(source)).toEqual(['1 success', '2 success', '3 success']);
    expect([...source.model.runtimes.values()].map((one) => one.missing)).toEqual([1]);
    expect([...source.model.tasks.values()].every((row) => !row.partial)).toBe(true);
  });

  it('bridge 16: a page whose hub is of another version says so, and shows what both know', async () => {
    const source = await watch();
    const page = browser.open();
    Object.assign(page.hub, { version: 2 });
    page.runtime('r').run('1');
    await browser.advance(100);
    expect(source.status).toEqual({ state: 'version-mismatch', theirs: 2, ours: 1 });
    expect(ids(source)).toEqual(['1 success']);
  });

  it('bridge 7: secrets do not leave the page, and recordings of it hold none', async () => {
    const source = await watch();
    const page = browser.open();
    const headers = { authorization: 'Bearer abc', accept: '*/*' };
    page.runtime('r').register('GET /me?access_token=xyz', { meta: { headers } });
    await browser.advance(100);
    const [row] = source.model.tasks.values();
    expect(row?.name).toBe('GET /me?access_token=[redacted]');
    expect(JSON.stringify(row?.meta)).toBe(
      '{"kind":"object","entries":[["headers",{"kind":"object","entries":[["authorization","[redacted]"],["accept","*/*"]]}]]}',
    );
  });

  it('bridge 6: a cut value is expanded by asking the page, and only the page that has it', async () => {
    const source = await watch();
    const page = browser.open();
    page.runtime('r').register('1', { meta: Array.from({ length: 300 }, (_, n) => n) });
    await browser.advance(100);
    const [row] = source.model.tasks.values();
    const meta = row?.meta;
    const ref = typeof meta === 'object' && meta !== null ? (meta.ref ?? 0) : 0;
    const more = await source.expand?.(row?.session ?? '', ref);
    expect(typeof more === 'object' && more?.entries).toHaveLength(300);
    expect(await source.expand?.(row?.session ?? '', 9_999)).toBeUndefined();
    expect(await source.expand?.('another session', ref)).toBeUndefined();
  });
});
