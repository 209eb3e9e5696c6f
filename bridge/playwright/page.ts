import { hub } from '../../runtime/hub.ts';
import type { OutboxLimits } from '../page/outbox.ts';
import { apply } from '../page/primordials.ts';
import { Viewer } from '../page/viewer.ts';
import { BATCH_LENGTH } from '../protocol.ts';
import { PageHand } from './page-hand.ts';
import { ACT, TELL, type Tell } from './page-names.ts';

// What runs in each document of a test, before its scripts: bundled into one text and injected by `watchContext`. It tells the
// test of every event, once a microtask: no timer is used, so a page whose clock is stopped is heard as any other.

const LIMITS: OutboxLimits = { events: Number.POSITIVE_INFINITY, text: Number.POSITIVE_INFINITY, batch: BATCH_LENGTH };

const { then } = Promise.prototype;
const settled = Promise.resolve();
const nothing = (): void => {};

function start(): void {
  const tell: unknown = Reflect.get(globalThis, TELL);
  // A second test library on the page, or a document that was written over: one is enough.
  if (typeof tell !== 'function' || Reflect.has(globalThis, ACT)) return;
  const send = (...told: Parameters<Tell>): void => {
    const answer: unknown = apply(tell, undefined, told);
    // The page may be gone before the test has answered; nobody waits for it.
    if (answer instanceof Promise) apply(then, answer, [nothing, nothing]);
  };
  const session = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const since = Math.round(performance.timeOrigin);
  const hand = new PageHand(hub());
  Reflect.defineProperty(globalThis, ACT, { value: hand.act });
  // That this document has taken the place of the one before.
  send(session, location.href, since, '');
  let viewer: Viewer | undefined;
  let asked = false;
  const drain = (): void => {
    asked = false;
    for (let json = viewer?.outbox.take(); json; json = viewer?.outbox.take()) {
      send(session, location.href, since, json);
    }
  };
  const wake = (): void => {
    if (asked) return;
    asked = true;
    apply(then, settled, [drain]);
  };
  viewer = new Viewer((onSource, onGone) => hub().watch(onSource, onGone), LIMITS, wake);
  wake();
}

start();
