import type { Hub } from '../../runtime/hub.ts';
import { CONNECT, STARTED } from './protocol.ts';
import { WorkerEnd } from './worker-end.ts';

/** The part of a worker's global scope that is used. */
export interface WorkerScope extends EventTarget {
  readonly name?: string;
  readonly location: { readonly href: string };
  /** A service worker has it, and no other. */
  readonly clients?: unknown;
  readonly document?: unknown;
}

/**
 * Waits in a worker for pages that connect. It must come before the app's own listeners: the one message in which a page hands
 * over its port is not theirs to hear.
 */
export function startInWorker(scope: WorkerScope, meeting?: Pick<Hub, 'watch'>): void {
  if (scope.document !== undefined) {
    throw new TypeError('Expected `tasklens/bridge/worker` to be imported in a worker, got a page');
  }
  let end: WorkerEnd | undefined;
  const take = (event: Event): void => {
    const port = connecting(event);
    if (!port) return;
    event.stopImmediatePropagation();
    end ??= new WorkerEnd(placeOf(scope), meeting);
    end.add(port);
  };
  scope.addEventListener('message', take);
  // A shared worker: each page has a port of its own, on which the app listens too, but later.
  scope.addEventListener('connect', (event) => portsOf(event)[0]?.addEventListener('message', take));
  if (scope.clients !== undefined) tellStarted();
}

/** A service worker was stopped and started again: the ports of its earlier life are gone, and nobody was told. */
function tellStarted(): void {
  const channel = new BroadcastChannel(STARTED);
  channel.postMessage(null);
  channel.close();
}

function portsOf(event: Event): readonly MessagePort[] {
  return event instanceof MessageEvent ? event.ports : [];
}

/** The port of a page that connects, if that is what the event is. */
function connecting(event: Event): MessagePort | undefined {
  const data: unknown = Reflect.get(event, 'data');
  const ours = typeof data === 'object' && data !== null && 'tasklens' in data && data.tasklens === CONNECT;
  const ports: unknown = ours ? Reflect.get(event, 'ports') : undefined;
  const port: unknown = Array.isArray(ports) ? ports[0] : undefined;
  return port instanceof MessagePort ? port : undefined;
}

/** The worker's own name, else the file of its script. */
function placeOf({ name, location }: WorkerScope): string {
  if (name) return name;
  const path = location.href.replace(/[?#].*$/, '');
  return path.slice(path.lastIndexOf('/') + 1) || 'worker';
}
