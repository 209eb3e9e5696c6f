import { browser } from 'wxt/browser';
import { chromiumTransport } from '../port/chromium.ts';
import { createTabSource } from '../port/tab-source.ts';
import { mountPanel } from './mount.tsx';

/** The panel in a tab of its own, watching another tab. Returns what stops it. */
export function openForTab(element: HTMLElement, tabId: number): () => void {
  const source = createTabSource({
    transport: chromiumTransport(browser, tabId),
    reloadPage: () => void browser.tabs.reload(tabId),
  });
  // What DevTools tells its own panel, the tab's state tells here.
  const onUpdated = (id: number, change: { readonly status?: string; readonly url?: string }): void => {
    if (id === tabId && change.status === 'loading') source.navigated(change.url);
  };
  browser.tabs.onUpdated.addListener(onUpdated);
  const panel = mountPanel(element, { source, ownsPage: true, version: browser.runtime.getManifest().version });
  return () => {
    browser.tabs.onUpdated.removeListener(onUpdated);
    panel.unmount();
    source.close();
  };
}
