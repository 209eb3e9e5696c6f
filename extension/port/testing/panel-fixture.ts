import { afterEach, beforeEach, vi } from 'vitest';
import { CancelableMessageEvent } from '../../../bridge/testing/message-event.ts';
import { chromiumTransport } from '../chromium.ts';
import { createTabSource, type TabSource } from '../tab-source.ts';
import { FakeBrowser } from './fake-browser.ts';

/** One browser a test, and the panels that it opens; all of it ends with the test. */
export interface PanelFixture {
  readonly browser: FakeBrowser;
  readonly sources: TabSource[];
  /** A panel that is opened now. */
  readonly watch: () => Promise<TabSource>;
}

export function usePanels(): PanelFixture {
  let browser = new FakeBrowser();
  const sources: TabSource[] = [];
  beforeEach(() => {
    vi.stubGlobal('MessageEvent', CancelableMessageEvent);
    browser = new FakeBrowser();
  });
  afterEach(() => {
    for (const source of sources.splice(0)) source.close();
    browser.stop();
  });
  return {
    get browser() {
      return browser;
    },
    sources,
    async watch() {
      const source = createTabSource({ transport: chromiumTransport(browser.api, 7), timing: browser.timing });
      sources.push(source);
      await browser.settle();
      return source;
    },
  };
}

/** Each task as its id and state, in the order in which the panel came to know it. */
export function ids(source: TabSource): string[] {
  return [...source.model.tasks.values()].map((row) => `${row.id} ${row.state}`);
}
