import { describe, expect, it } from 'vitest';
import { ids, usePanels } from './testing/panel-fixture.ts';

const panels = usePanels();

describe('connecting', () => {
  it('D7: opened before, during and after the app starts, the panel shows the same tasks', async () => {
    const early = await panels.watch();
    const page = panels.browser.open();
    const runtime = page.runtime('a');
    runtime.run('1');
    await panels.browser.settle();
    const during = await panels.watch();
    runtime.run('2');
    await panels.browser.advance(200);
    const late = await panels.watch();
    await panels.browser.advance(200);
    expect(ids(early)).toEqual(['1 success', '2 success']);
    expect(ids(during)).toEqual(ids(early));
    expect(ids(late)).toEqual(ids(early));
    expect([early, during, late].map((source) => source.status.state)).toEqual(['live', 'live', 'live']);
  });

  it('bridge 15: says "not here" only after it has asked several times', async () => {
    const source = await panels.watch();
    expect(source.status).toEqual({ state: 'connecting' });
    await panels.browser.advance(2_000);
    expect(source.status).toEqual({ state: 'not-here', url: undefined });
    source.navigated('about:blank');
    await panels.browser.advance(2_000);
    expect(source.status).toEqual({ state: 'not-here', url: 'about:blank' });
  });

  it('bridge 15: "no runtime here" only once a relay has answered; then the runtime comes', async () => {
    const page = panels.browser.open();
    const source = await panels.watch();
    expect(source.status).toEqual({ state: 'no-runtime' });
    expect(panels.browser.dialled).toBe(0);
    page.runtime('a').run('1');
    await panels.browser.settle();
    expect(source.status).toEqual({ state: 'live' });
    expect(ids(source)).toEqual(['1 success']);
  });

  it('bridge 8: a document whose port nobody of ours took could not connect', async () => {
    panels.browser.open({ withoutMainScript: true });
    const source = await panels.watch();
    expect(source.status).toEqual({ state: 'could-not-connect' });
  });

  it('bridge 10: a prerendered page is not there until it is shown', async () => {
    const source = await panels.watch();
    const page = panels.browser.open({ prerendering: true });
    page.runtime('a').run('1');
    await panels.browser.settle();
    expect(panels.browser.dialled).toBe(0);
    page.document.prerendering = false;
    page.document.dispatchEvent(new Event('prerenderingchange'));
    await panels.browser.settle();
    expect(ids(source)).toEqual(['1 success']);
  });

  it('D47: other tabs, and messages of another form, change nothing', async () => {
    const source = await panels.watch();
    const here = { tasklens: 'here', url: 'x', since: 1, hasRuntime: true, acknowledged: true };
    panels.browser.forge(here, { tab: { id: 8 }, frameId: 0, documentId: 'X' });
    panels.browser.forge(here, {});
    for (const message of [null, 'here', 7, {}, { tasklens: 'here' }, { ...here, since: 'soon' }, [here]]) {
      panels.browser.forge(message, { tab: { id: 7 }, frameId: 0, documentId: 'X' });
    }
    await panels.browser.settle();
    expect(panels.browser.dialled).toBe(0);
    expect(source.status).toEqual({ state: 'connecting' });
  });
});
