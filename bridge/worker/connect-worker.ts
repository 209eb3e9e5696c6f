import { hub, type LedgerSource } from '../../runtime/hub.ts';
import { VERSION } from '../../runtime/index.ts';
import { CONNECT, type PageSays, readWorkerSays, STARTED } from './protocol.ts';

/** A viewer in this page, which the worker's events go to. */
type Listener = (json: string) => void;

/**
 * Makes the tasks of a worker visible to the DevTools of this page. The worker's first line is
 * `import 'tasklens/bridge/worker'`. One message goes to the worker, which that import swallows; while nobody watches nothing
 * else is said. A shared worker and a service worker are shown by one of their pages at a time: the first that is watched.
 *
 * A page that connects a shared worker reaches it once the worker has started the page's port, as setting `onmessage` does.
 *
 * @returns what disconnects it
 * @throws TypeError for what is no worker
 *
 * @example
 * ```ts
 * const worker = new Worker(new URL('./sync.ts', import.meta.url), { type: 'module' });
 * connectWorker(worker);
 * ```
 */
export function connectWorker(worker: Worker | SharedWorker | ServiceWorker): () => void {
  const { target, kind } = checkWorker(worker);
  const listeners = new Map<number, Listener>();
  let port = dial(target);
  let count = 0;

  const say = (...said: PageSays): void => port.postMessage(said);
  const hear = ({ data }: MessageEvent<unknown>): void => {
    const [viewer, events] = readWorkerSays(data) ?? [];
    const listener = viewer === undefined ? undefined : listeners.get(viewer);
    if (viewer === undefined || !listener) return;
    for (const event of events ?? []) listener(event);
    say('more', viewer);
  };
  port.onmessage = hear;

  const attachAll = (): void => {
    for (const viewer of listeners.keys()) say('attach', viewer);
  };
  const onPageHide = (): void => say('bye');
  // Out of the back/forward cache; a first show finds nobody to attach.
  const onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) attachAll();
  };
  /** While somebody watches. A worker of this page alone goes when the page does. */
  const follow = (on: boolean): void => {
    if (kind === 'dedicated' || typeof document !== 'object') return;
    if (on) {
      addEventListener('pagehide', onPageHide);
      addEventListener('pageshow', onPageShow);
    } else {
      removeEventListener('pagehide', onPageHide);
      removeEventListener('pageshow', onPageShow);
    }
  };

  const source: LedgerSource = {
    kind: 'ledger',
    id: `worker ${randomId()}`,
    library: VERSION,
    attach(listener) {
      const viewer = ++count;
      if (listeners.size === 0) follow(true);
      listeners.set(viewer, listener);
      say('attach', viewer);
      return {
        // The worker tells the past of its own sources, as soon as it can.
        seq: 0,
        past: () => [],
        untracked: [],
        detach() {
          listeners.delete(viewer);
          say('detach', viewer);
          if (listeners.size === 0) follow(false);
        },
      };
    },
  };
  const withdraw = hub().announce(source);

  const restarted = kind === 'service' ? new BroadcastChannel(STARTED) : undefined;
  restarted?.addEventListener('message', () => {
    say('bye');
    port.close();
    port = dial(target);
    port.onmessage = hear;
    attachAll();
  });

  return () => {
    withdraw();
    restarted?.close();
    follow(false);
    say('bye');
    port.close();
  };
}

interface Target {
  readonly postMessage: (message: unknown, transfer: Transferable[]) => void;
}

/** Hands one end of a new channel to the worker. */
function dial(target: Target): MessagePort {
  const { port1, port2 } = new MessageChannel();
  target.postMessage({ tasklens: CONNECT }, [port2]);
  return port1;
}

function checkWorker(worker: unknown): { readonly target: Target; readonly kind: 'dedicated' | 'shared' | 'service' } {
  const own = isTarget(worker) ? worker : undefined;
  if (own) return { target: own, kind: 'scriptURL' in own ? 'service' : 'dedicated' };
  const port: unknown = typeof worker === 'object' && worker !== null && 'port' in worker ? worker.port : undefined;
  if (isTarget(port)) return { target: port, kind: 'shared' };
  const given = worker === null ? 'null' : typeof worker;
  throw new TypeError(`Expected \`worker\` to be a Worker, a SharedWorker or a ServiceWorker, got ${given}`);
}

function isTarget(value: unknown): value is Target {
  return (
    typeof value === 'object' && value !== null && 'postMessage' in value && typeof value.postMessage === 'function'
  );
}

function randomId(): string {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('');
}
