import { defineContentScript } from 'wxt/utils/define-content-script';
import { startPageBridge } from '../../bridge/page/page-bridge.ts';

/** In the page's own world, before its scripts: meets the hub, and hands what the runtimes say to the relay. */
export const start = (): void => {
  startPageBridge(window);
};

export default defineContentScript({
  matches: ['<all_urls>'],
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  runAt: 'document_start',
  world: 'MAIN',
  main: start,
});
