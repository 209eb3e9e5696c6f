import { beforeEach, expect, test, vi } from 'vitest';
import { FakeRuntime, fakeHub } from '../../bridge/testing/fake-page.ts';
import { CancelableMessageEvent } from '../../bridge/testing/message-event.ts';
import { FakeTiming } from '../port/testing/fake-timing.ts';
import { createPageSource } from './page-source.ts';

let timing = new FakeTiming();
beforeEach(() => {
  timing = new FakeTiming();
  vi.stubGlobal('location', { href: 'https://app.example/' });
  vi.stubGlobal('MessageEvent', CancelableMessageEvent);
});

/** What is posted between the two ends arrives in turns of its own. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const advance = (ms: number): Promise<void> => timing.advance(ms, settle);

test('panel: the page’s own runtimes are told without an extension, what was before included', async () => {
  const hub = fakeHub();
  const source = createPageSource({ hub, timing });
  await advance(100);
  expect(source.status.state).toBe('no-runtime');
  const runtime = new FakeRuntime('rt', 'uploads');
  runtime.register('1', { name: 'first' });
  hub.announce(runtime);
  await advance(200);
  expect(source.status.state).toBe('live');
  expect([...source.model.tasks.values()].map((task) => task.name)).toEqual(['first']);
  runtime.register('2', { name: 'second' });
  await advance(200);
  expect([...source.model.tasks.values()].map((task) => task.name)).toEqual(['first', 'second']);
  const [session] = source.model.sessions.values();
  source.close();
  expect(session?.url).toBe('https://app.example/');
});

test('panel: who ends the watching leaves nothing behind at the page’s runtimes', async () => {
  const hub = fakeHub();
  const runtime = new FakeRuntime('rt');
  hub.announce(runtime);
  const watched = createPageSource({ hub, timing });
  await advance(200);
  expect(runtime.listeners.size).toBe(1);
  watched.close();
  await advance(200);
  expect(runtime.listeners.size).toBe(0);
  expect(timing.waiting).toBe(0);
  const late = new FakeRuntime('late');
  hub.announce(late);
  await advance(200);
  expect(late.listeners.size).toBe(0);
  expect(timing.waiting).toBe(0);
});

test('bridge: two panels in one page, and the extension beside them, each have everything', async () => {
  const hub = fakeHub();
  const runtime = new FakeRuntime('rt');
  hub.announce(runtime);
  const sources = [
    createPageSource({ hub, timing }),
    createPageSource({ hub, timing }),
    createPageSource({ hub, timing }),
  ];
  await advance(100);
  for (let id = 0; id < 200; id += 1) runtime.run(`${id}`);
  await advance(2_000);
  for (const { model, close } of sources) {
    expect(model.counts).toMatchObject({ all: 200, success: 200 });
    expect([...model.sessions.values()][0]?.counters).toMatchObject({ dropped: 0, lost: 0, pending: 0 });
    close();
  }
});
