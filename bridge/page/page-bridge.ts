import { type Hub, type HubSource, hub } from '../../runtime/hub.ts';
import { BATCH_LENGTH } from '../protocol.ts';
import { acceptChannel, type Channel } from './channel.ts';
import type { OutboxLimits } from './outbox.ts';
import { Viewer } from './viewer.ts';

const LIMITS: OutboxLimits = { events: 50_000, text: 16 * BATCH_LENGTH, batch: BATCH_LENGTH };

/** A viewer of this page. */
interface Watched {
  readonly viewer: Viewer;
  readonly stop: () => void;
  /** The relay knows that something waits. */
  told: boolean;
}

/**
 * Everything that runs of ours in a page's own world: meets the relay by `target` (the window), and for each viewer that it
 * brings attaches to the hub. Without a viewer it has one watcher on the hub and nothing else. It owns no timer: the page
 * may have faked them.
 */
export function startPageBridge(
  target: EventTarget,
  limits: OutboxLimits = LIMITS,
  meeting: Hub | undefined = guardedHub(),
): () => void {
  const viewers: Record<number, Watched> = Object.create(null);
  let channel: Channel | undefined;
  let hasSource = false;

  const tellSource = (): void => {
    if (hasSource) channel?.post(['source', meeting?.version ?? 0]);
  };

  const stopNoticing = watch(meeting, () => {
    if (hasSource) return;
    hasSource = true;
    tellSource();
  });

  /** Says once that something waits, until the relay comes for it. */
  const wake = (number: number): void => {
    const watched = viewers[number];
    if (!watched || watched.told || !watched.viewer.outbox.pending) return;
    watched.told = true;
    channel?.post(['ready', number]);
  };

  const detach = (number: number): void => {
    viewers[number]?.stop();
    delete viewers[number];
  };

  const attach = (number: number): void => {
    detach(number);
    const viewer = new Viewer(limits, () => wake(number));
    // The sources that are there come within the call; they are attached together.
    let present: HubSource[] | undefined = [];
    let count = 0;
    const stopWatching = watch(
      meeting,
      (source) => {
        if (present) present[count++] = source;
        else viewer.attach([source]);
      },
      (source) => viewer.detach(source),
    );
    const stop = (): void => {
      stopWatching();
      viewer.detach();
    };
    viewers[number] = { viewer, stop, told: false };
    viewer.attach(present);
    present = undefined;
  };

  const pull = (number: number): void => {
    const watched = viewers[number];
    if (!watched) return;
    const { outbox } = watched.viewer;
    const json = outbox.take();
    watched.told = false;
    channel?.give([number, json, outbox.emitted, outbox.dropped, outbox.pending]);
    wake(number);
  };

  const stopWaiting = acceptChannel(
    target,
    (accepted) => {
      channel = accepted;
      tellSource();
    },
    { attach, pull, detach },
  );

  return () => {
    stopWaiting();
    stopNoticing();
    for (const number in viewers) detach(+number);
    channel = undefined;
  };
}

/** What the page may have put where the hub belongs must not stop us. */
function guardedHub(): Hub | undefined {
  try {
    return hub();
  } catch {
    return undefined;
  }
}

function watch(
  meeting: Hub | undefined,
  onSource: (source: HubSource) => void,
  onGone?: (source: HubSource) => void,
): () => void {
  try {
    return meeting?.watch(onSource, onGone) ?? nothing;
  } catch {
    return nothing;
  }
}

function nothing(): void {}
