import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Reducer } from '../model/reducer.ts';
import { receive } from '../schema.ts';
import { FakeRuntime, fakeHub } from '../testing/fake-page.ts';
import { FakePort } from '../testing/fake-port.ts';
import { readWorkerSays } from './protocol.ts';
import { WorkerEnd } from './worker-end.ts';

const SESSION = '0'.repeat(32);
const COUNTERS = '{"emitted":0,"delivered":0,"dropped":0,"pending":0,"lost":0}';

/** One viewer in a page, as the panel would draw it. */
class Watcher {
  readonly reducer = new Reducer();
  /** Every event of a task it was told, by what names it. */
  readonly told: string[] = [];

  constructor() {
    this.reducer.hello({
      type: 'hello',
      protocol: 1,
      session: SESSION,
      hub: 1,
      url: 'http://app.test/',
      since: 1,
      resumed: false,
    });
  }

  take(events: string): void {
    const { message, refused } = receive(
      `{"type":"batch","session":"${SESSION}","batch":1,"counters":${COUNTERS},"events":[${events}]}`,
    );
    expect(refused).toBe(0);
    if (message?.type !== 'batch') throw new Error('no batch');
    this.reducer.batch(message);
    for (const each of message.events) if ('seq' in each && each.type !== 'snapshot:end') this.told.push(`${each.seq}`);
  }

  rows(): string[] {
    return [...this.reducer.model.tasks.values()].map(
      ({ id, state, partial }) => `${id} ${state}${partial ? '?' : ''}`,
    );
  }
}

/** A page that is connected to the worker, with whoever watches it. */
class Page {
  readonly near: FakePort;
  readonly watchers = new Map<number, Watcher>();
  #count = 0;

  constructor(worker: WorkerEnd) {
    const [near, far] = FakePort.pair();
    this.near = near;
    worker.add(far);
    near.onmessage = ({ data }) => {
      const [viewer, events] = readWorkerSays(data) ?? [];
      const watcher = viewer === undefined ? undefined : this.watchers.get(viewer);
      if (!watcher) return;
      watcher.take(events?.join(',') ?? '');
      near.postMessage(['more', viewer]);
    };
    this.far = far;
  }

  readonly far: FakePort;

  watch(): Watcher {
    const watcher = new Watcher();
    this.watchers.set(++this.#count, watcher);
    this.near.postMessage(['attach', this.#count]);
    return watcher;
  }

  leave(): void {
    const [first] = this.watchers.keys();
    if (first === undefined) return;
    this.watchers.delete(first);
    this.near.postMessage(['detach', first]);
  }

  bye(): void {
    this.watchers.clear();
    this.near.postMessage(['bye']);
  }
}

class Browser {
  readonly hub = fakeHub();
  readonly runtime = new FakeRuntime('r', 'uploads');
  readonly worker = new WorkerEnd('sync.js', this.hub);
  pages: Page[] = [];
  #tasks = 0;

  constructor() {
    this.hub.announce(this.runtime);
  }

  open(): Page {
    const page = new Page(this.worker);
    this.pages.push(page);
    return page;
  }

  task(): void {
    this.runtime.run(`t${++this.#tasks}`);
  }

  /** One message of each port, and the microtasks between. */
  async step(): Promise<boolean> {
    let moved = false;
    for (const { near, far } of this.pages) moved = [near.deliver(), far.deliver()].some(Boolean) || moved;
    await new Promise((resolve) => setImmediate(resolve));
    return moved;
  }

  async settle(): Promise<void> {
    for (let still = 0; still < 2; ) still = (await this.step()) ? 0 : still + 1;
  }
}

const act = fc.oneof(
  { weight: 8, arbitrary: fc.record({ what: fc.constant('task' as const), page: fc.nat(3) }) },
  { weight: 6, arbitrary: fc.record({ what: fc.constant('step' as const), page: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('watch' as const), page: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('open', 'leave', 'bye', 'crash'), page: fc.nat(3) }),
  },
);

describe('a shared worker', () => {
  it('bridge 14: is relayed by one page at a time, and whoever takes over has everything once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 60 }), async (acts) => {
        const browser = new Browser();
        browser.open();
        const all: Watcher[] = [];
        for (const { what, page: number } of acts) {
          const page = browser.pages[number % Math.max(1, browser.pages.length)];
          if (what === 'task') browser.task();
          else if (what === 'step') await browser.step();
          else if (what === 'open') browser.open();
          else if (what === 'watch' && page) all.push(page.watch());
          else if (what === 'leave') page?.leave();
          else if (what === 'bye') page?.bye();
          else if (what === 'crash' && page) {
            page.near.crash();
            page.watchers.clear();
            browser.pages = browser.pages.filter((each) => each !== page);
          }
        }
        await browser.settle();
        // Nobody was told anything twice.
        for (const { told } of all) expect(new Set(told).size).toBe(told.length);
        // Of the pages that are watched one knows all, and keeps knowing it; the others know nothing new.
        const watched = browser.pages.filter((page) => page.watchers.size > 0);
        const before = new Map(all.map((watcher) => [watcher, watcher.told.length]));
        browser.task();
        await browser.settle();
        const heard = watched.filter((page) =>
          [...page.watchers.values()].some((watcher) => watcher.told.length > (before.get(watcher) ?? 0)),
        );
        expect(heard).toHaveLength(Math.min(1, watched.length));
        const tasks = [...browser.runtime.past.keys()].map((id) => `${id} success`);
        for (const page of heard) for (const watcher of page.watchers.values()) expect(watcher.rows()).toEqual(tasks);
        // Without a watcher nothing listens in the worker.
        for (const page of browser.pages) page.bye();
        await browser.settle();
        expect(browser.runtime.listeners.size).toBe(0);
      }),
      { numRuns: 200 },
    );
  }, 117_000);

  it('bridge 10: without a viewer nothing is attached, posted or written', async () => {
    const browser = new Browser();
    const page = browser.open();
    let read = 0;
    const meta = {
      get read() {
        read++;
        return 1;
      },
    };
    browser.runtime.register('1', { meta });
    await browser.settle();
    expect(browser.runtime.listeners.size).toBe(0);
    expect(page.far.posted).toBe(0);
    expect(read).toBe(0);
  });

  it('bridge 14: its runtime says which worker it is in', async () => {
    const browser = new Browser();
    const watcher = browser.open().watch();
    await browser.settle();
    expect([...watcher.reducer.model.runtimes.values()]).toMatchObject([{ name: 'uploads', worker: 'sync.js' }]);
  });

  it('bridge 12: what comes faster than a page takes it is told anew, whole', async () => {
    const browser = new Browser();
    const page = browser.open();
    const watcher = page.watch();
    await browser.settle();
    browser.task();
    await browser.step();
    // The page does not take them: one message is under way, the rest waits up to its bound.
    for (let n = 0; n < 17_000; n++) browser.task();
    await browser.settle();
    expect(watcher.reducer.model.tasks.size).toBe(17_001);
    expect(watcher.rows().every((row) => row.endsWith(' success'))).toBe(true);
  });
});
