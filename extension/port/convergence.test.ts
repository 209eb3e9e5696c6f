import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TaskModel } from '../../bridge/model/types.ts';
import { FakeLedger, type FakeRuntime } from '../../bridge/testing/fake-page.ts';
import { CancelableMessageEvent } from '../../bridge/testing/message-event.ts';
import { chromiumTransport } from './chromium.ts';
import { firefoxTransport } from './firefox.ts';
import { createTabSource, type TabSource } from './tab-source.ts';
import { FakeBrowser, type FakeDocument, type Fault } from './testing/fake-browser.ts';
import { FakeFirefox } from './testing/fake-firefox.ts';
import type { Transport } from './viewer-port.ts';

beforeEach(() => {
  vi.stubGlobal('MessageEvent', CancelableMessageEvent);
});

const open: { browser: FakeBrowser; sources: TabSource[] }[] = [];
afterEach(() => {
  for (const { browser, sources } of open.splice(0)) {
    for (const source of sources) source.close();
    browser.stop();
  }
});

/** A page whose tasks live step by step, each with its retries, in whatever order the test picks. */
class Page {
  readonly document: FakeDocument;
  readonly #runtime: FakeRuntime;
  readonly #ledger = new FakeLedger('l');
  readonly #tasks = new Map<string, Generator<undefined>>();
  #count = 0;

  constructor(browser: FakeBrowser, since: number) {
    this.document = browser.open({ since });
    this.#runtime = this.document.runtime('r');
    this.document.hub.announce(this.#ledger);
  }

  /** The next step of the n-th task; a new task where that one has ended. */
  step(n: number): void {
    const slot = `slot ${n}`;
    let task = this.#tasks.get(slot);
    if (!task || task.next().done) {
      task = this.#life(`t${++this.#count}`);
      this.#tasks.set(slot, task);
      task.next();
    }
  }

  *#life(id: string): Generator<undefined> {
    const runtime = this.#runtime;
    const ledger = this.#ledger;
    const identity = runtime.register(id);
    yield;
    runtime.start(id);
    ledger.tell(identity, { type: 'layer-start', layer: 1, kind: 'retry', options: { retries: 2 }, at: 1 });
    ledger.tell(identity, { type: 'attempt-start', layer: 1, attempt: 1, at: 2 });
    yield;
    const digest = { name: 'E', message: id, class: 'E', retryable: true };
    ledger.tell(
      identity,
      { type: 'attempt-end', layer: 1, attempt: 1, at: 3, decision: 'retried', planned: 5 },
      { digest },
    );
    yield;
    ledger.tell(identity, { type: 'wait-end', layer: 1, attempt: 1, planned: 5, real: 6, at: 9 });
    ledger.tell(identity, { type: 'attempt-start', layer: 1, attempt: 2, at: 9 });
    yield;
    ledger.tell(identity, { type: 'attempt-end', layer: 1, attempt: 2, at: 11, decision: 'succeeded' });
    ledger.tell(identity, { type: 'layer-end', layer: 1, outcome: 'succeeded', at: 11 });
    runtime.end(id);
  }
}

function watch({ timing }: FakeBrowser, transport: Transport, sources: TabSource[]): TabSource {
  const source = createTabSource({ transport, timing });
  sources.push(source);
  return source;
}

/** What a row says, whatever key its viewer gave it. */
const said = (source: TabSource): Omit<TaskModel, 'key' | 'runtimeKey'>[] =>
  [...source.model.tasks.values()]
    .map(({ key: _, runtimeKey: __, ...row }) => row)
    .sort((a, b) => (a.registeredSeq ?? 0) - (b.registeredSeq ?? 0));

interface Way {
  readonly transport: () => Transport;
  /** What may stop at any time, where there is a background. */
  readonly stopBackground: () => void;
}

const WAYS: Readonly<Record<string, (browser: FakeBrowser) => Way>> = {
  directly: (browser) => ({ transport: () => chromiumTransport(browser.api, 7), stopBackground() {} }),
  'through a background that stops': (browser) => {
    const firefox = new FakeFirefox(browser);
    return {
      transport: () => firefoxTransport(firefox.api, 7, browser.timing),
      stopBackground: () => firefox.stopBackground(),
    };
  },
};

const act = fc.oneof(
  { weight: 12, arbitrary: fc.record({ what: fc.constant('step' as const), n: fc.nat(4) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('wait' as const), n: fc.integer({ min: 1, max: 400 }) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('stop' as const), n: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('cut', 'reload', 'reopen', 'cache'), n: fc.constant(0) }) },
);
/** A bad line: four messages in ten are lost, doubled or late. */
function badLine(seed: number): () => Fault {
  let state = seed >>> 0;
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let n = Math.imul(state ^ (state >>> 15), state | 1);
    n ^= n + Math.imul(n ^ (n >>> 7), n | 61);
    return (['lose', 'twice', 'late', 'lose'] as const)[((n ^ (n >>> 14)) >>> 0) % 10] ?? 'none';
  };
}

it.each(Object.entries(WAYS))(
  'bridge 13 D1: %s: loss, duplication, reordering and restarts of either end always converge to the same model',
  async (_way, reach) => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 60 }), fc.integer(), async (acts, seed) => {
        const browser = new FakeBrowser();
        const sources: TabSource[] = [];
        open.push({ browser, sources });
        const { transport, stopBackground } = reach(browser);
        browser.fault = badLine(seed);
        browser.grace = seed % 2 === 0 ? 0 : 10_000;
        let since = 1_000;
        let page = new Page(browser, since);
        let source = watch(browser, transport(), sources);
        await browser.settle();
        for (const { what, n } of acts) {
          if (what === 'step') page.step(n);
          else if (what === 'wait') await browser.advance(n);
          else if (what === 'stop') stopBackground();
          else if (what === 'cut') page.document.closePorts();
          else if (what === 'cache') {
            page.document.window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
            page.document.closePorts();
            await browser.settle();
            page.document.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
          } else if (what === 'reload') {
            browser.close(page.document);
            page = new Page(browser, ++since);
          } else {
            source.close();
            source = watch(browser, transport(), sources);
          }
        }
        // The line is good again; whatever was missed comes by itself.
        browser.fault = () => 'none';
        await browser.advance(15_000);
        const fresh = watch(browser, transport(), sources);
        await browser.advance(1_000);
        expect(source.status.state).toBe(fresh.status.state);
        expect(said(source)).toEqual(said(fresh));
        expect(said(source).every((row) => !row.partial && row.violations.length === 0)).toBe(true);
        for (const { counters, connected } of source.model.sessions.values()) {
          if (connected)
            expect(counters.emitted).toBe(counters.delivered + counters.dropped + counters.pending + counters.lost);
        }
      }),
      { numRuns: 100 },
    );
  },
  120_000,
);
