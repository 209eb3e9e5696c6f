import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';
import { startRelay } from '../port/relay.ts';
import { runOnce } from '../port/run-once.ts';
import { systemTiming } from '../port/timing.ts';

// In the isolated world of every document. Its life is not tied to WXT's context: that ends by an event on the document,
// which a page could send too. It ends when its extension is gone.
export default defineContentScript({
  matches: ['<all_urls>'],
  allFrames: true,
  matchAboutBlank: true,
  matchOriginAsFallback: true,
  runAt: 'document_start',
  // A page's `message` listeners hear nothing of us.
  noScriptStartedPostMessage: true,
  main() {
    runOnce(() =>
      startRelay({
        window,
        document,
        api: browser,
        timing: { ...systemTiming, now: () => performance.now() },
        epoch: () => Date.now(),
        url: () => location.href,
        since: performance.timeOrigin,
        // A background that stops cuts the ports that go through it.
        grace: import.meta.env.FIREFOX ? 10_000 : 0,
      }),
    );
  },
});
