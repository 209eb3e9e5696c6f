import type { Relay } from './relay.ts';

const RUNNING: unique symbol = Symbol.for('tasklens.relay');

/**
 * `document.open` takes the listeners off a window and runs the scripts of document_start once more in the same world: the
 * relay that is there goes on, with its port and its viewers. One whose extension is gone gives way.
 */
export function runOnce(start: () => Relay, world: object = globalThis): void {
  const running: unknown = Reflect.get(world, RUNNING);
  if (isRelay(running)) {
    if (running.alive()) {
      running.rearm();
      return;
    }
    running.stop();
  }
  Reflect.set(world, RUNNING, start());
}

function isRelay(value: unknown): value is Relay {
  return typeof value === 'object' && value !== null && 'alive' in value && 'rearm' in value && 'stop' in value;
}
