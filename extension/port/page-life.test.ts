import { describe, expect, it, vi } from 'vitest';
import { ids, usePanels } from './testing/panel-fixture.ts';

const panels = usePanels();

describe('the life of a page', () => {
  it('B07: after a reload the new page stands alone; with "preserve log" the old one stays', async () => {
    const source = await panels.watch();
    const first = panels.browser.open({ since: 1_000 });
    for (const id of ['1', '2']) first.runtime('r').run(id);
    await panels.browser.advance(100);
    panels.browser.close(first);
    await panels.browser.settle();
    expect(source.status).toEqual({ state: 'reconnecting' });
    const second = panels.browser.open({ since: 2_000 });
    second.runtime('r').run('1', { error: new Error('x') });
    await panels.browser.advance(200);
    expect(ids(source)).toEqual(['1 error']);
    expect(source.status).toEqual({ state: 'live' });
    source.preserveLog = true;
    panels.browser.close(second);
    panels.browser.open({ since: 3_000 }).runtime('r').run('1');
    await panels.browser.advance(200);
    expect(ids(source)).toEqual(['1 error', '1 success']);
    expect([...source.model.sessions.values()].map((session) => session.connected)).toEqual([false, true]);
    expect(source.status).toEqual({ state: 'live' });
  });

  it('D6: twenty reloads, each back by itself and none counted twice', async () => {
    const source = await panels.watch();
    for (let n = 0; n < 20; n++) {
      const page = panels.browser.open({ since: 1_000 + n });
      page.runtime('r').run('1');
      await panels.browser.advance(200);
      expect(ids(source)).toEqual(['1 success']);
      panels.browser.close(page);
      await panels.browser.settle();
    }
    await panels.browser.advance(60_000);
    expect(panels.browser.timing.waiting).toBe(0);
  });

  it('a page without a runtime takes the place of one with', async () => {
    const source = await panels.watch();
    const first = panels.browser.open({ since: 1_000 });
    first.runtime('r').run('1');
    await panels.browser.advance(100);
    panels.browser.close(first);
    panels.browser.open({ since: 2_000 });
    source.navigated('http://app.test/plain');
    await panels.browser.advance(1_000);
    expect(ids(source)).toEqual([]);
    expect(source.status).toEqual({ state: 'no-runtime' });
  });

  it('D5: back from the back/forward cache the page is shown once, with what happened before', async () => {
    const source = await panels.watch();
    const first = panels.browser.open({ since: 1_000 });
    first.runtime('r').run('1');
    await panels.browser.advance(100);
    first.closePorts();
    const away = panels.browser.documents.splice(0);
    const second = panels.browser.open({ since: 2_000 });
    second.runtime('s').run('2');
    await panels.browser.advance(5_000);
    expect(ids(source)).toEqual(['2 success']);
    panels.browser.close(second);
    panels.browser.documents = away;
    first.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await panels.browser.advance(200);
    expect(ids(source)).toEqual(['1 success']);
    expect(source.status).toEqual({ state: 'live' });
  });

  it('D40: frames are told apart, those that come later included; one that is removed leaves its tasks', async () => {
    const source = await panels.watch();
    const top = panels.browser.open({ since: 1_000 });
    top.runtime('uploads').run('1');
    const frame = panels.browser.open({ since: 1_500, frameId: 4, url: 'https://other.test/' });
    frame.runtime('uploads').run('1', { error: new Error('x') });
    await panels.browser.advance(100);
    expect(ids(source).sort()).toEqual(['1 error', '1 success']);
    panels.browser.close(frame);
    await panels.browser.advance(10_000);
    expect(ids(source).sort()).toEqual(['1 error', '1 success']);
    expect(source.status).toEqual({ state: 'live' });
    expect([...source.model.sessions.values()].map((session) => session.connected)).toEqual([true, false]);
  });

  it('D3: a port that is lost again and again is dialled ever more slowly', async () => {
    const source = await panels.watch();
    const page = panels.browser.open();
    page.runtime('r').run('1');
    await panels.browser.settle();
    const dials: number[] = [];
    for (let n = 0; n < 6; n++) {
      const before = panels.browser.dialled;
      page.closePorts();
      const from = panels.browser.timing.now();
      while (panels.browser.dialled === before) await panels.browser.advance(10);
      dials.push(panels.browser.timing.now() - from);
      await panels.browser.settle();
    }
    expect(dials).toEqual([50, 100, 200, 400, 800, 1_600]);
    await panels.browser.advance(10_000);
    expect(source.status).toEqual({ state: 'live' });
    expect(ids(source)).toEqual(['1 success']);
    page.closePorts();
    await panels.browser.advance(60);
    expect(source.status).toEqual({ state: 'live' });
  });

  it('D8: when the extension is reloaded the old relay falls silent', async () => {
    const page = panels.browser.open();
    page.runtime('r').run('1');
    await panels.browser.settle();
    page.extensionId = undefined;
    page.closePorts();
    const quiet = vi.spyOn(console, 'error');
    page.runtime('s').run('2');
    page.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await panels.browser.settle();
    expect(page.relay.alive()).toBe(false);
    expect(quiet).not.toHaveBeenCalled();
  });

  it('bridge 10: DevTools closes, which only cuts the ports: nothing is attached any more, and no timer waits', async () => {
    panels.browser.grace = 0;
    await panels.watch();
    const page = panels.browser.open();
    const runtime = page.runtime('r');
    await panels.browser.advance(100);
    expect(runtime.listeners.size).toBe(1);
    page.closePorts();
    expect(runtime.listeners.size).toBe(0);
    panels.sources.pop()?.close();
    expect(panels.browser.timing.waiting).toBe(0);
  });

  it('bridge 13: in the back/forward cache, where ports are cut, a line is kept; a viewer that is not back lets go of it', async () => {
    panels.browser.grace = 0;
    const source = await panels.watch();
    const other = await panels.watch();
    const page = panels.browser.open();
    const runtime = page.runtime('r');
    runtime.run('1');
    await panels.browser.advance(100);
    page.window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
    page.closePorts();
    other.close();
    await panels.browser.advance(5_000);
    expect(runtime.listeners.size).toBe(2);
    page.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    runtime.run('2');
    await panels.browser.advance(1_000);
    expect(runtime.listeners.size).toBe(1);
    expect(ids(source)).toEqual(['1 success', '2 success']);
    // It went on where it was: nothing was told anew.
    expect([...source.model.sessions.values()][0]?.counters.emitted).toBe(3 + 6);
  });

  it('D20: closing the panel leaves no port, no timer, no listener on a runtime', async () => {
    const source = await panels.watch();
    const page = panels.browser.open();
    const runtime = page.runtime('r');
    runtime.run('1');
    await panels.browser.advance(100);
    expect(runtime.listeners.size).toBe(1);
    source.close();
    await panels.browser.settle();
    expect(runtime.listeners.size).toBe(0);
    expect(panels.browser.timing.waiting).toBe(0);
    runtime.run('2');
    await panels.browser.settle();
    expect(ids(source)).toEqual(['1 success']);
  });
});

it('bridge 13: a frame that is removed is no loss of the page; the top document is', async () => {
  const page = panels.browser.open();
  page.runtime('a').run('1');
  const frame = panels.browser.open({ since: 1_500, frameId: 4 });
  frame.runtime('b').run('2');
  const source = await panels.watch();
  expect(source.status).toEqual({ state: 'live' });
  const seen: string[] = [];
  source.subscribe(() => void seen.push(source.status.state));
  panels.browser.close(frame);
  await panels.browser.advance(4_000);
  expect(new Set(seen)).toEqual(new Set(['live']));
  page.closePorts();
  await panels.browser.settle();
  expect(source.status).toEqual({ state: 'reconnecting' });
  await panels.browser.advance(1_000);
  expect(source.status).toEqual({ state: 'live' });
});
