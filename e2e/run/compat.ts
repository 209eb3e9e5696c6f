import { readFileSync, writeFileSync } from 'node:fs';
import { startLabServer } from '../fixtures/lab-server.ts';
import { launchWithExtension } from '../fixtures/launch.ts';
import { openWatchedTab } from '../fixtures/panel-tab.ts';
import { main } from './commands.ts';

// Records what the built extension and the built library say to each other, as it goes over the port: the stream of this
// protocol's version, to be replayed by every later one. To be run once, before a version of the protocol is released; a
// file of a released one is never made anew. Build first.

/** A page of the extension, where its API is. */
interface Extension {
  tabs: {
    connect(
      tabId: number,
      options: { name: string; frameId: number },
    ): {
      postMessage(message: object): void;
      disconnect(): void;
      onMessage: { addListener(listener: (message: string) => void): void };
    };
  };
}

declare global {
  interface Window {
    messages: string[];
    hangUp(): void;
  }
}

main(async () => {
  const lab = await startLabServer();
  const { context, extensionId } = await launchWithExtension({ headless: true });
  try {
    const { page, id } = await openWatchedTab(context, extensionId);
    await page.goto(`${lab.url}/pages/everything.html`);
    await page.waitForFunction(() => 'everything' in window);
    // The first half is past when the viewer comes, the second it sees live.
    await page.evaluate(() => window.everything());
    const viewer = await context.newPage();
    await viewer.goto(`chrome-extension://${extensionId}/manifest.json`);
    await viewer.evaluate((tabId) => {
      const { tabs } = (globalThis as unknown as { chrome: Extension }).chrome;
      const port = tabs.connect(tabId, { name: 'tasklens compat', frameId: 0 });
      window.messages = [];
      window.hangUp = () => port.disconnect();
      port.onMessage.addListener((message) => {
        window.messages.push(message);
        const { type, batch } = JSON.parse(message);
        if (type === 'batch') port.postMessage({ type: 'ack', batch });
      });
      port.postMessage({ type: 'attach', protocol: 1 });
    }, id);
    await viewer.waitForFunction(() => window.messages.some((message) => message.includes('snapshot:end')));
    await page.evaluate(() => window.everything());
    await viewer.waitForFunction(
      () => window.messages.filter((message) => message.includes('"cancelled while it runs"')).length >= 2,
    );
    // The last batch is under way for at most so long.
    await viewer.waitForTimeout(500);
    const messages = await viewer.evaluate(() => {
      window.hangUp();
      return window.messages;
    });
    const { protocol } = JSON.parse(messages[0] ?? '{}');
    const file = `bridge/compat/v${protocol}.jsonl`;
    writeFileSync(file, messages.map((message) => `${message}\n`).join(''));
    const kinds = new Set(readFileSync(file, 'utf8').match(/"type":"[a-z:-]+"/g));
    console.log(`${file}: ${messages.length} messages, ${kinds.size} kinds: ${[...kinds].sort().join(' ')}`);
    return 0;
  } finally {
    await context.close();
    await lab.close();
  }
});
