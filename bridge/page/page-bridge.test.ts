import { describe, expect, it } from 'vitest';
import { ASK, OFFER } from '../handover.ts';
import { FakeRuntime, fakeHub } from '../testing/fake-page.ts';
import { End, start, turns } from '../testing/relay-end.ts';
import { startPageBridge } from './page-bridge.ts';

describe('the handover', () => {
  it('bridge 8: the port is taken once, whichever of the two scripts starts first', () => {
    const late = new End();
    let asked = 0;
    late.window.addEventListener(ASK, () => {
      asked++;
      late.offer();
    });
    startPageBridge(late.window, undefined, fakeHub());
    expect([asked, late.accepted]).toEqual([1, true]);
    const { end } = start();
    expect(end.offer()).toBe(true);
    expect(end.offer()).toBe(false);
  });

  it('D13: of two scripts in one page each takes one port, and hears what its own relay asks', async () => {
    const meeting = fakeHub();
    const [one, other] = [new End(), new End()];
    Object.defineProperty(other, 'window', { value: one.window });
    for (let n = 0; n < 2; n++) startPageBridge(one.window, undefined, meeting);
    expect([one.offer(), other.offer()]).toEqual([true, true]);
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    one.ask('attach', 1);
    expect(runtime.listeners.size).toBe(1);
    other.ask('attach', 1);
    expect(runtime.listeners.size).toBe(2);
    runtime.run('1');
    expect(await one.pull(1)).toEqual(await other.pull(1));
    expect((await one.pull(1)).filter((event) => event.type === 'task:done')).toHaveLength(1);
  });

  it('B10: forged events of that name, null and other things do nothing', async () => {
    const { end } = start();
    end.window.dispatchEvent(new Event(OFFER));
    end.window.dispatchEvent(new CustomEvent(OFFER, { detail: { ports: [1] } }));
    end.window.dispatchEvent(new MessageEvent(OFFER, { data: 'x' }));
    end.window.dispatchEvent(new MessageEvent('message', { data: { type: 'batch' } }));
    expect(end.offer()).toBe(true);
    await turns();
    expect(end.said).toEqual([]);
  });

  it('bridge 9: says once that something has announced itself, before or after the port is there', async () => {
    const meeting = fakeHub();
    meeting.announce(new FakeRuntime('a'));
    const { end } = start(meeting);
    end.offer();
    meeting.announce(new FakeRuntime('b'));
    await turns();
    expect(end.said).toEqual([['source', 1]]);
  });

  it('D20: without a viewer nothing is attached, nothing serialised, nothing posted', async () => {
    const meeting = fakeHub();
    const { end } = start(meeting);
    end.offer();
    const runtime = new FakeRuntime('a');
    meeting.announce(runtime);
    let looked = 0;
    const meta = new Proxy(
      {},
      {
        ownKeys(target) {
          looked++;
          return Reflect.ownKeys(target);
        },
      },
    );
    for (let n = 0; n < 100; n++) runtime.register(`t${n}`, { meta });
    await turns();
    expect(runtime.listeners.size).toBe(0);
    expect(looked).toBe(0);
    expect(end.said).toHaveLength(1);
  });

  it('a page that breaks the hub breaks nothing else', () => {
    const broken = {
      version: 1,
      announce: () => () => {},
      watch: () => {
        throw new Error('page');
      },
    };
    const { end } = start(broken);
    expect(end.offer()).toBe(true);
  });
});
