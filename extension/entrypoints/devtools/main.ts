import { type Browser, browser } from 'wxt/browser';
import { hideIn, type PanelWindow, showIn } from '../../panel/handover.ts';
import { toolTheme } from '../../panel/tool-theme.ts';
import { chromiumTransport } from '../../port/chromium.ts';
import { firefoxTransport } from '../../port/firefox.ts';
import { createTabSource } from '../../port/tab-source.ts';

// Collecting starts here, with the devtools page and not with the panel: open DevTools, reproduce, then look.
const { inspectedWindow, network, panels } = browser.devtools;
const source = createTabSource({
  transport: import.meta.env.FIREFOX
    ? firefoxTransport(browser, inspectedWindow.tabId)
    : chromiumTransport(browser, inspectedWindow.tabId),
  reloadPage: () => inspectedWindow.reload(),
});
network.onNavigated.addListener((url) => source.navigated(url));

const handover = { source, theme: toolTheme(panels), version: browser.runtime.getManifest().version };

const PANEL = ['Tasklens', 'icon/32.png', 'panel.html'] as const;
const onPanel = (panel: Browser.devtools.panels.ExtensionPanel): void => {
  let shown: PanelWindow | undefined;
  panel.onShown.addListener((window) => {
    shown = window as PanelWindow;
    showIn(shown, handover);
  });
  panel.onHidden.addListener(() => {
    if (shown !== undefined) hideIn(shown);
  });
};

// Firefox gives a promise and takes no callback, Chromium the other way round.
if (import.meta.env.FIREFOX) {
  const created: unknown = panels.create(...PANEL);
  if (created instanceof Promise) void created.then(onPanel);
} else panels.create(...PANEL, onPanel);
