import { startPageBridge } from '../../bridge/page/page-bridge.ts';
import { stoppableHub } from '../../bridge/page/stoppable-hub.ts';
import type { PanelSource } from '../panel/source.ts';
import { startRelay } from '../port/relay.ts';
import { createTabSource } from '../port/tab-source.ts';
import { systemTiming, type Timing } from '../port/timing.ts';
import { createPageLine } from './page-line.ts';

/** What a panel shows of the page it is in. */
export interface PageSource extends PanelSource {
  /** Ends the watching: nothing of it is held by the page's runtimes afterwards. */
  readonly close: () => void;
}

interface PageSourceOptions {
  /** Default: the page's own. */
  readonly hub?: Parameters<typeof stoppableHub>[0];
  readonly timing?: Timing & { readonly now: () => number };
}

const pageTiming = { ...systemTiming, now: () => performance.now() };

/**
 * The runtimes of this page as a panel's source, without an extension: the script that the extension puts into a page, its
 * relay and its viewer, joined by events on a target that nobody else has. So both may watch one page, and neither
 * takes anything from the other.
 */
export function createPageSource({ hub, timing = pageTiming }: PageSourceOptions = {}): PageSource {
  const target = new EventTarget();
  const line = createPageLine();
  const stoppable = stoppableHub(hub);
  startPageBridge(target, undefined, stoppable.hub);
  const relay = startRelay({
    window: target,
    // The panel goes when its page goes: nothing has to be saved then.
    document: new EventTarget(),
    api: line.api,
    timing,
    epoch: timing.now,
    url: () => location.href,
    since: performance.timeOrigin,
    // No port here is ever cut.
    grace: 0,
  });
  const source = createTabSource({ transport: line.transport, timing });
  const { close } = source;
  return Object.assign(source, {
    close() {
      close();
      relay.stop();
      stoppable.stop();
    },
  });
}
