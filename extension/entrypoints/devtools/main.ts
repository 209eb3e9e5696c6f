import { browser } from 'wxt/browser';
import { hideIn, type PanelWindow, showIn } from '../../panel/handover.ts';
import { toolTheme } from '../../panel/tool-theme.ts';
import { chromiumTransport } from '../../port/chromium.ts';
import { createTabSource } from '../../port/tab-source.ts';

// Collecting starts here, with the devtools page and not with the panel: open DevTools, reproduce, then look.
const { inspectedWindow, network, panels } = browser.devtools;
const source = createTabSource({
  transport: chromiumTransport(browser, inspectedWindow.tabId),
  reloadPage: () => inspectedWindow.reload(),
});
network.onNavigated.addListener((url) => source.navigated(url));

const handover = { source, theme: toolTheme(panels), version: browser.runtime.getManifest().version };

panels.create('Tasklens', 'icon/32.png', 'panel.html', (panel) => {
  let shown: PanelWindow | undefined;
  panel.onShown.addListener((window) => {
    shown = window as PanelWindow;
    showIn(shown, handover);
  });
  panel.onHidden.addListener(() => {
    if (shown !== undefined) hideIn(shown);
  });
});
