import { describe, expect, it, vi } from 'vitest';
import { ANSWER, ASK, OFFER } from '../../bridge/handover.ts';
import { CancelableMessageEvent } from '../../bridge/testing/message-event.ts';
import { ids, usePanels } from './testing/panel-fixture.ts';

const panels = usePanels();

describe('what is sent', () => {
  it('D21: at most 20 messages a second, at any rate of events; the first after quiet at once', async () => {
    const source = await panels.watch();
    const page = panels.browser.open();
    const runtime = page.runtime('r');
    await panels.browser.advance(1_000);
    const [port] = page.ports;
    const sent = port?.sent ?? 0;
    runtime.run('first');
    await panels.browser.settle();
    expect(ids(source)).toEqual(['first success']);
    for (let n = 0; n < 100; n++) {
      for (let m = 0; m < 20; m++) runtime.run(`${n}.${m}`);
      await panels.browser.advance(10);
    }
    await panels.browser.advance(100);
    expect(source.model.tasks.size).toBe(2_001);
    expect((port?.sent ?? 0) - sent).toBeLessThanOrEqual(24);
    const [session] = source.model.sessions.values();
    const { emitted, delivered, dropped, pending, lost } = session?.counters ?? {};
    expect(emitted).toBe(6_003 + 3);
    expect([delivered, dropped, pending, lost]).toEqual([emitted, 0, 0, 0]);
  });

  it('bridge 12: a viewer that does not acknowledge gets no more than the window', async () => {
    const page = panels.browser.open();
    const runtime = page.runtime('r');
    const port = panels.browser.api.tabs.connect(7, { name: 'tasklens', documentId: page.documentId });
    const got: unknown[] = [];
    port.onMessage.addListener((message) => got.push(message));
    port.postMessage({ type: 'attach', protocol: 1 });
    for (let n = 0; n < 30; n++) {
      runtime.run(String(n));
      await panels.browser.advance(60);
    }
    expect(got).toHaveLength(1 + 8);
    port.postMessage({ type: 'ack', batch: 8 });
    await panels.browser.advance(60);
    expect(got).toHaveLength(1 + 9);
    const last: { counters: Record<string, number> } = JSON.parse(String(got.at(-1)));
    expect(last.counters).toEqual({ emitted: 93, delivered: 93, dropped: 0, pending: 0, lost: 0 });
  });

  it('D47: no document may speak for another, and what has the wrong form is dropped and counted', async () => {
    const source = await panels.watch();
    const top = panels.browser.open();
    top.runtime('r').run('1');
    await panels.browser.advance(100);
    const [session] = source.model.sessions.keys();
    const evil = panels.browser.open({ frameId: 3, since: 1_200 });
    evil.runtime('r');
    await panels.browser.advance(100);
    const [port] = evil.ports;
    const counters = { emitted: 1, delivered: 1, dropped: 0, pending: 0, lost: 0 };
    const done = { type: 'task:done', runtimeId: 'r', seq: 99, at: 1, id: '1', state: 'error', retryable: true };
    const events = [{ ...done, registeredAt: 1, endedAt: 1 }];
    const refused = source.model.refused;
    port?.postMessage(JSON.stringify({ type: 'batch', session, batch: 9, counters, events }));
    port?.postMessage(JSON.stringify({ type: 'hello', protocol: 1, session, hub: 1, url: 'x', since: 1 }));
    for (const junk of [null, 7, 'text', '{', '[]', '{"type":"batch"}', { type: 'hello' }]) port?.postMessage(junk);
    await panels.browser.settle();
    expect(ids(source)).toEqual(['1 success']);
    expect(source.model.refused - refused).toBe(9);
  });

  it('B10: forged window messages and events on the page add nothing and cost no error', async () => {
    const source = await panels.watch();
    const page = panels.browser.open();
    page.runtime('r').register('1');
    await panels.browser.advance(100);
    const quiet = vi.spyOn(console, 'error');
    for (const data of [null, 'hello', 7, {}, { tasklens: 'here' }, ['events', 1, '{"type":"task:done"}', 1, 0, 0]]) {
      page.window.dispatchEvent(new MessageEvent('message', { data }));
      page.window.dispatchEvent(new MessageEvent(OFFER, { data }));
      page.window.dispatchEvent(new MessageEvent(ASK, { data }));
    }
    await panels.browser.advance(100);
    expect(ids(source)).toEqual(['1 pending']);
    expect(quiet).not.toHaveBeenCalled();
  });

  it('bridge 12: record off, the page sends nothing; on again, a snapshot, and what was missed is counted', async () => {
    const source = await panels.watch();
    const page = panels.browser.open();
    const runtime = page.runtime('r');
    runtime.run('1');
    runtime.register('2');
    await panels.browser.advance(100);
    source.recording = false;
    await panels.browser.settle();
    expect(runtime.listeners.size).toBe(0);
    runtime.start('2');
    runtime.say({ type: 'task:progress', id: '2', value: 1 });
    runtime.end('2');
    runtime.run('3');
    await panels.browser.advance(30_000);
    expect(ids(source)).toEqual(['1 success', '2 pending']);
    source.recording = true;
    await panels.browser.advance(100);
    expect(ids(source)).toEqual(['1 success', '2 success', '3 success']);
    expect([...source.model.runtimes.values()].map((one) => one.missing)).toEqual([1]);
    expect([...source.model.tasks.values()].every((row) => !row.partial)).toBe(true);
  });

  it('bridge 16: a page whose hub is of another version says so, and shows what both know', async () => {
    const source = await panels.watch();
    const page = panels.browser.open();
    Object.assign(page.hub, { version: 2 });
    page.runtime('r').run('1');
    await panels.browser.advance(100);
    expect(source.status).toEqual({ state: 'version-mismatch', theirs: 2, ours: 1 });
    expect(ids(source)).toEqual(['1 success']);
  });

  it('bridge 7: secrets do not leave the page, and recordings of it hold none', async () => {
    const source = await panels.watch();
    const page = panels.browser.open();
    const headers = { authorization: 'Bearer abc', accept: '*/*' };
    page.runtime('r').register('GET /me?access_token=xyz', { meta: { headers } });
    await panels.browser.advance(100);
    const [row] = source.model.tasks.values();
    expect(row?.name).toBe('GET /me?access_token=[redacted]');
    expect(JSON.stringify(row?.meta)).toBe(
      '{"kind":"object","entries":[["headers",{"kind":"object","entries":[["authorization","[redacted]"],["accept","*/*"]]}]]}',
    );
  });

  it('bridge 6: a cut value is expanded by asking the page, and only the page that has it', async () => {
    const source = await panels.watch();
    const page = panels.browser.open();
    page.runtime('r').register('1', { meta: Array.from({ length: 300 }, (_, n) => n) });
    await panels.browser.advance(100);
    const [row] = source.model.tasks.values();
    const meta = row?.meta;
    const ref = typeof meta === 'object' && meta !== null ? (meta.ref ?? 0) : 0;
    const more = await source.expand?.(row?.session ?? '', ref);
    expect(typeof more === 'object' && more?.entries).toHaveLength(300);
    expect(await source.expand?.(row?.session ?? '', 9_999)).toBeUndefined();
    expect(await source.expand?.('another session', ref)).toBeUndefined();
  });
});

it('bridge 12: a page that answers without being asked, or too long, grows nothing; what was refused is counted', async () => {
  const page = panels.browser.open();
  page.runtime('a').run('1');
  const source = await panels.watch();
  await panels.browser.advance(200);
  const [port] = page.ports;
  const sent = port?.sent ?? 0;
  const row = (id: string) =>
    JSON.stringify({ type: 'task:registered', runtimeId: 'a', seq: 9, at: 1, id, name: id, priority: 0 });
  const answer = (data: unknown) => page.far().dispatchEvent(new CancelableMessageEvent(ANSWER, { data }));
  for (let n = 0; n < 100; n++) answer([1, row(`forged ${n}`), 9, 0, 0]);
  await panels.browser.settle();
  expect(port?.sent).toBe(sent);
  // The page's own code answers in place of ours: first too long, then another viewer's, then twice.
  const far = page.far();
  far.addEventListener('pull', (event) => {
    event.stopImmediatePropagation();
    answer([2, row('other'), 50, 0, 0]);
    answer([1, row('second'), 60, 0, 0]);
  });
  page.runtime('c').run('3');
  await panels.browser.advance(200);
  expect(ids(source).filter((id) => /forged|other|second/.test(id))).toEqual([]);
});

it('bridge 12: what a page that goes leaves behind is bounded, whatever it says of itself', async () => {
  const page = panels.browser.open();
  const runtime = page.runtime('a');
  runtime.run('1');
  await panels.watch();
  await panels.browser.advance(200);
  // The viewer acknowledges nothing any more.
  panels.browser.fault = () => 'lose';
  const [port] = page.ports;
  const before = port?.sent ?? 0;
  for (let n = 0; n < 60; n++) {
    for (let m = 0; m < 50; m++) runtime.register(`t${n} ${m}`, { meta: 'x'.repeat(9_000) });
    page.window.dispatchEvent(new Event('pagehide'));
  }
  expect((port?.sent ?? 0) - before).toBeLessThan(60);
});
