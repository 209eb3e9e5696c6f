/**
 * One broken mechanism and the spec that must notice. `npm run test:controls` builds the extension with `find` replaced in
 * `file`, and the spec must fail then: a spec that passes proves nothing. Nothing of it is in the sources themselves.
 */
export interface Control {
  readonly name: string;
  /** What no longer works, in words. */
  readonly breaks: string;
  readonly file: string;
  /** Stands there exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly spec: string;
  /** A part of the test's title. */
  readonly title: string;
}

export const CONTROLS: readonly Control[] = [
  {
    name: 'no-past',
    breaks: 'the past is not told on attach',
    file: 'bridge/page/viewer.ts',
    find: 'else this.#tellPast(attached, attachment.runtime, attachment.tasks[Symbol.iterator]());',
    replace: 'else this.#tellPast(attached, attachment.runtime);',
    spec: 'late-open.spec.ts',
    title: 'a task that ended before DevTools was opened',
  },
  {
    name: 'no-history-count',
    breaks: 'what the history let go is not counted',
    file: 'bridge/page/viewer.ts',
    find: 'dropped: ledger ? { tasks: 0, events: 0 } : { ...attachment.dropped },',
    replace: 'dropped: { tasks: 0, events: 0 },',
    spec: 'reopen.spec.ts',
    title: 'the history has 1 000',
  },
  {
    name: 'no-new-page',
    breaks: 'a page that was left keeps its rows',
    file: 'extension/port/tab-source.ts',
    find: 'if (pages.spoke(here)) turnPage();',
    replace: 'pages.spoke(here);',
    spec: 'page-life.spec.ts',
    title: 'twenty reloads',
  },
  {
    name: 'no-new-life',
    breaks: 'a page that was left keeps its rows',
    file: 'extension/port/tab-source.ts',
    find: 'if (pages.spoke(here)) turnPage();',
    replace: 'pages.spoke(here);',
    spec: 'reload.spec.ts',
    title: 'after a reload the panel shows the new life',
  },
  {
    name: 'no-pageshow',
    breaks: 'a page that is back from the cache says nothing',
    file: 'extension/port/relay.ts',
    find: "    window.addEventListener('pageshow', onPageShow);",
    replace: '',
    spec: 'page-life.spec.ts',
    title: 'back from the back/forward cache',
  },
  {
    name: 'no-frames',
    breaks: 'frames without an address of their own have no relay',
    file: 'extension/entrypoints/relay.content.ts',
    find: '    runOnce(() =>',
    replace: "    if (location.protocol === 'about:') return;\n    runOnce(() =>",
    spec: 'frames.spec.ts',
    title: 'frames of every kind',
  },
  {
    name: 'eval',
    breaks: 'our script in the page evaluates a text',
    file: 'extension/entrypoints/main-world.content.ts',
    find: '  startPageBridge(window);',
    replace: "  (0, eval)('0');\n  startPageBridge(window);",
    spec: 'strict-csp.spec.ts',
    title: 'under a strict policy with Trusted Types',
  },
  {
    name: 'window-message',
    breaks: 'our script in the page posts to the window',
    file: 'bridge/page/channel.ts',
    find: 'post: (message) => apply(postMessage, port, [message]),',
    replace: "post: (message) => { window.postMessage(message, '*'); apply(postMessage, port, [message]); },",
    spec: 'silence.spec.ts',
    title: 'message listeners hear nothing from us',
  },
  {
    name: 'offers-again',
    breaks: 'the relay offers its port to whoever asks, after ours took it',
    file: 'extension/port/relay.ts',
    find: 'if (acknowledged) window.removeEventListener(ASK, offer);',
    replace: 'acknowledged = false;',
    spec: 'silence.spec.ts',
    title: 'perfect copies of our messages',
  },
  {
    name: 'believes-any-answer',
    breaks: 'the relay takes answers that it did not ask for, as often as they come',
    file: 'extension/port/relay.ts',
    find: '    asked = undefined;\n    const texts',
    replace: '    const texts',
    spec: 'silence.spec.ts',
    title: 'takes the port of its own frame',
  },
  {
    name: 'global',
    breaks: 'our script leaves a global in the page',
    file: 'extension/entrypoints/main-world.content.ts',
    find: '  startPageBridge(window);',
    replace: '  Object.assign(window, { __tasklens: true });\n  startPageBridge(window);',
    spec: 'silence.spec.ts',
    title: 'no global of ours',
  },
  {
    name: 'no-bound',
    breaks: 'texts are not cut',
    file: 'bridge/page/preview.ts',
    find: 'const TEXT = 10_000;',
    replace: 'const TEXT = 1e9;',
    spec: 'values.spec.ts',
    title: 'results of 64 MB',
  },
  {
    name: 'second-relay',
    breaks: 'document.open starts a second relay beside the first',
    file: 'extension/port/run-once.ts',
    find: 'if (running.alive()) {',
    replace: 'if (world === undefined) {',
    spec: 'ids.spec.ts',
    title: 'ids used again after a reload, and document.open',
  },
  {
    name: 'no-release',
    breaks: 'a viewer that went is kept',
    file: 'extension/port/relay.ts',
    find: '      else release(port.name, held);\n',
    replace: '',
    spec: 'leaving.spec.ts',
    title: 'DevTools closed, nothing again',
  },
  {
    name: 'any-tab',
    breaks: 'a panel listens to the documents of every tab',
    file: 'extension/port/chromium.ts',
    find: 'sender.tab?.id === tabId ? readHere',
    replace: 'sender.tab ? readHere',
    spec: 'leaving.spec.ts',
    title: 'two tabs with a panel each',
  },
  {
    name: 'loud-orphan',
    breaks: 'a relay whose extension is gone goes on asking for it',
    file: 'extension/port/relay.ts',
    find: '!stopped && api.runtime.id !== undefined;',
    replace: '!stopped;',
    spec: 'leaving.spec.ts',
    title: 'when the extension went and came back',
  },
  {
    name: 'no-not-here',
    breaks: 'a page without a relay is taken for one without a runtime',
    file: 'extension/port/tab-source.ts',
    find: "return nobody ? { state: 'not-here', url } : { state: 'connecting' };",
    replace: "return nobody ? { state: 'no-runtime' } : { state: 'connecting' };",
    spec: 'not-here.spec.ts',
    title: 'a page that was open before the extension came',
  },
];
