import { afterEach, describe, expect, it } from 'vitest';
import { connectWorker } from '../index.ts';
import { FakeRuntime, fakeHub } from '../testing/fake-page.ts';
import { CancelableMessageEvent } from '../testing/message-event.ts';
import { ViewerEnd } from '../testing/viewer-end.ts';
import { startInWorker, type WorkerScope } from './scope.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

class FakeScope extends EventTarget implements WorkerScope {
  readonly location = { href: 'http://app.test/assets/sync.js?v=1#x' };
}

/** A worker, and how its page has it. Both are in this realm, so the worker has a hub of its own. */
function makeWorker() {
  const scope = new FakeScope();
  const hub = fakeHub();
  const runtime = new FakeRuntime('r', 'uploads');
  hub.announce(runtime);
  startInWorker(scope, hub);
  const heard: unknown[] = [];
  scope.addEventListener('message', (event) => heard.push(Reflect.get(event, 'data')));
  class FakeWorker extends EventTarget implements Worker {
    onmessage = null;
    onmessageerror = null;
    onerror = null;
    terminate(): void {}
    postMessage(data: unknown, transfer?: Transferable[] | StructuredSerializeOptions): void {
      const ports = Array.isArray(transfer) ? transfer.filter((each) => each instanceof MessagePort) : [];
      scope.dispatchEvent(new CancelableMessageEvent('message', { data, ports }));
    }
  }
  const worker = new FakeWorker();
  return { worker, runtime, heard };
}

/** Messages between real ports. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe('connectWorker', () => {
  it('bridge 14: the tasks of a worker come to the viewers of its page, before and after they came', async () => {
    const { worker, runtime } = makeWorker();
    runtime.run('1');
    stops.push(connectWorker(worker));
    const viewer = new ViewerEnd();
    stops.push(() => viewer.stop());
    await settle();
    expect(viewer.rows.map(({ id, state }) => `${id} ${state}`)).toEqual(['1 success']);
    runtime.run('2', { error: new Error('no') });
    await settle();
    expect(viewer.rows.map(({ id, state }) => `${id} ${state}`)).toEqual(['1 success', '2 error']);
    expect(viewer.refused).toBe(0);
    const [runtimeModel] = viewer.reducer.model.runtimes.values();
    expect(runtimeModel).toMatchObject({ name: 'uploads', worker: 'sync.js', missing: 0 });
    const [session] = viewer.reducer.model.sessions.values();
    const { emitted = 0, delivered, dropped, pending } = session?.counters ?? {};
    expect(emitted).toBeGreaterThan(6);
    expect({ delivered, dropped, pending }).toEqual({ delivered: emitted, dropped: 0, pending: 0 });
  });

  it('bridge 14: it sends the worker one message, which the worker’s own listeners do not hear', async () => {
    const { worker, heard } = makeWorker();
    stops.push(connectWorker(worker));
    worker.postMessage('of the app');
    worker.postMessage({ tasklens: 'tasklens:worker/1' });
    worker.postMessage(null);
    await settle();
    // Without a port it is not ours.
    expect(heard).toEqual(['of the app', { tasklens: 'tasklens:worker/1' }, null]);
  });

  it('bridge 10: nothing in the worker is listened to before a viewer comes, and after it went', async () => {
    const { worker, runtime } = makeWorker();
    stops.push(connectWorker(worker));
    await settle();
    expect(runtime.listeners.size).toBe(0);
    const viewer = new ViewerEnd();
    await settle();
    expect(runtime.listeners.size).toBe(1);
    viewer.stop();
    await settle();
    expect(runtime.listeners.size).toBe(0);
  });

  it('bridge 6: what a worker cut cannot be asked for in the page', async () => {
    const { worker, runtime } = makeWorker();
    stops.push(connectWorker(worker));
    runtime.register('1', { meta: { deep: { a: { b: { c: { d: { e: { f: 1 } } } } } }, text: ',"ref":7 "ref":8' } });
    const viewer = new ViewerEnd();
    stops.push(() => viewer.stop());
    await settle();
    const json = JSON.stringify(viewer.rows[0]?.meta);
    expect(json).toContain('"kind":"cut"');
    expect(json).not.toContain('"ref":');
    expect(json).toContain(',\\"ref\\":7 \\"ref\\":8');
  });

  it('bridge 14: once disconnected it is gone from the hub', async () => {
    const { worker, runtime } = makeWorker();
    const stop = connectWorker(worker);
    const viewer = new ViewerEnd();
    stops.push(() => viewer.stop());
    await settle();
    stop();
    await settle();
    expect(runtime.listeners.size).toBe(0);
  });

  it.each([undefined, null, 'worker', {}, { port: {} }, () => {}])(
    'bridge 14: refuses %s, which is no worker',
    (given) => {
      expect(() => Reflect.apply(connectWorker, undefined, [given])).toThrow(
        /^Expected `worker` to be a Worker, a SharedWorker or a ServiceWorker, got (undefined|null|string|object|function)$/,
      );
    },
  );
});

it('bridge 14: in a page the worker’s import says where it belongs', () => {
  const page = Object.assign(new FakeScope(), { document: {} });
  expect(() => startInWorker(page)).toThrow('Expected `tasklens/bridge/worker` to be imported in a worker, got a page');
});
