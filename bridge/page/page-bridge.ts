import { HUB_VERSION, type Hub, type HubSource, hub } from '../../runtime/hub.ts';
import type { RelaySays } from '../handover.ts';
import { BATCH_LENGTH, type Downstream, PROTOCOL_VERSION } from '../protocol.ts';
import { acceptChannel, type PageChannel } from './channel.ts';
import type { OutboxLimits } from './outbox.ts';
import { ownData, parseJson, quote } from './primordials.ts';
import { Viewer } from './viewer.ts';

export const OUTBOX_LIMITS: OutboxLimits = {
  events: 50_000,
  text: 16 * BATCH_LENGTH,
  batch: BATCH_LENGTH,
  window: 8,
};

/** A viewer of this page, in a list. */
interface Watched {
  readonly number: number;
  readonly viewer: Viewer;
  /** The relay knows that something waits. */
  told: boolean;
  readonly stopWatching: () => void;
  next: Watched | undefined;
}

const randomBytes = crypto.getRandomValues.bind(crypto);
const Bytes = Uint8Array;

/** 128 random bits: one life of a realm. */
function newSession(): string {
  const bytes = randomBytes(new Bytes(16));
  let session = '';
  for (let i = 0; i < 16; i++)
    session += `${'0123456789abcdef'[(bytes[i] ?? 0) >> 4]}${'0123456789abcdef'[(bytes[i] ?? 0) & 15]}`;
  return session;
}

export interface PageBridgeOptions {
  /** The window. */
  readonly target: EventTarget;
  readonly url: () => string;
  /** Epoch ms at which the document began. */
  readonly since: number;
  readonly limits?: OutboxLimits;
}

/**
 * Everything that runs of ours in a page's own world: meets the relay, and for each viewer that it announces attaches to
 * the hub. Without a viewer it has one watcher on the hub and nothing else. It owns no timer: the page may have faked them.
 */
export function startPageBridge(options: PageBridgeOptions): () => void {
  const { target, url, since, limits = OUTBOX_LIMITS } = options;
  const session = newSession();
  let channel: PageChannel | undefined;
  let hasSource = false;
  let viewers: Watched | undefined;
  const meeting = guardedHub();

  const tellSource = (): void => {
    if (hasSource) channel?.post(['source']);
  };
  const stopNoticing = watch(meeting, () => {
    if (hasSource) return;
    hasSource = true;
    tellSource();
  });

  /** Says once that something waits, until the relay comes for it. */
  const wake = (watched: Watched): void => {
    if (watched.told || !watched.viewer.outbox.ready) return;
    watched.told = true;
    channel?.post(['ready', watched.number]);
  };

  const attach = (number: number): void => {
    detach(number);
    channel?.post(['up', number, helloJson(session, meeting, url(), since)]);
    let watched: Watched | undefined;
    const viewer = new Viewer(session, limits, () => watched && wake(watched));
    // The sources that are there come within the call; they are attached together, ledgers before runtimes.
    const present: HubSource[] = [];
    let count = 0;
    let gathering = true;
    const stopWatching = watch(
      meeting,
      (source) => {
        if (gathering) present[count++] = source;
        else viewer.attachAll([source]);
      },
      (source) => viewer.forget(source),
    );
    gathering = false;
    watched = { number, viewer, told: false, stopWatching, next: viewers };
    viewers = watched;
    viewer.attachAll(present);
  };

  const detach = (number: number): void => {
    let before: Watched | undefined;
    for (let one = viewers; one; before = one, one = one.next) {
      if (one.number !== number) continue;
      if (before) before.next = one.next;
      else viewers = one.next;
      one.stopWatching();
      one.viewer.stop();
      return;
    }
  };

  const take = (number: number, text: string): void => {
    const message = readDownstream(text);
    if (message?.type === 'attach') attach(number);
    else if (message) {
      for (let one = viewers; one; one = one.next) {
        if (one.number !== number) continue;
        one.viewer.outbox.acknowledge(message.batch);
        wake(one);
      }
    }
  };

  const pull = (): void => {
    for (let one = viewers; one; one = one.next) {
      if (!one.told) continue;
      one.told = false;
      const batch = one.viewer.outbox.take();
      if (batch !== undefined) channel?.post(['up', one.number, batch]);
      wake(one);
    }
  };

  const listen = (message: RelaySays): void => {
    try {
      if (message[0] === 'pull') pull();
      else if (message[0] === 'down') take(message[1], message[2]);
      else detach(message[1]);
    } catch {
      // Nothing of ours may show up as an error of the page.
    }
  };

  const stopWaiting = acceptChannel(
    target,
    (accepted) => {
      channel = accepted;
      tellSource();
    },
    listen,
  );

  return () => {
    stopWaiting();
    stopNoticing();
    while (viewers) detach(viewers.number);
    channel = undefined;
  };
}

function helloJson(session: string, meeting: Hub | undefined, url: string, since: number): string {
  return `{"type":"hello","protocol":${PROTOCOL_VERSION},"session":"${session}","hub":${versionOf(meeting)},"url":${quote(url)},"since":${since}}`;
}

function versionOf(meeting: Hub | undefined): number {
  const version: unknown = meeting && ownData(meeting, 'version');
  return typeof version === 'number' && version >= 0 ? version : HUB_VERSION;
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

function readDownstream(text: string): Downstream | undefined {
  const message = parseJson(text);
  if (typeof message !== 'object' || message === null) return undefined;
  const type = ownData(message, 'type');
  const protocol = ownData(message, 'protocol');
  const batch = ownData(message, 'batch');
  if (type === 'attach' && typeof protocol === 'number') return { type, protocol };
  return type === 'ack' && typeof batch === 'number' ? { type, batch } : undefined;
}
