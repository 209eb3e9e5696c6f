import { type Hub, hub } from '../../runtime/hub.ts';
import type { Asked } from '../handover.ts';
import { BATCH_LENGTH } from '../protocol.ts';
import { acceptChannel, type Channel } from './channel.ts';
import { Commands } from './commands.ts';
import { guarded } from './guarded.ts';
import type { OutboxLimits } from './outbox.ts';
import { parse } from './primordials.ts';
import { Viewer, type Watch } from './viewer.ts';

const LIMITS: OutboxLimits = { events: 50_000, text: 16 * BATCH_LENGTH, batch: BATCH_LENGTH };

/**
 * Everything that runs of ours in a page's own world: meets the relay by `target` (the window), and for each viewer that it
 * brings attaches to the hub. Without a viewer it has one watcher on the hub and nothing else. It owns no timer: the page
 * may have faked them. It lives as long as the page does, so nothing stops it.
 */
export function startPageBridge(
  target: EventTarget,
  limits: OutboxLimits = LIMITS,
  // What the page may have put where the hub belongs must not stop us.
  meeting: Hub | undefined = guarded(hub),
): void {
  const viewers: Record<number, Viewer> = Object.create(null);
  const commands: Record<number, Commands> = Object.create(null);
  let channel: Channel | undefined;
  let hasSource = false;

  const watch: Watch = (onSource, onGone) => guarded(() => meeting?.watch(onSource, onGone));

  const tellSource = (): void => {
    if (hasSource) channel?.post(['source', meeting?.version ?? 0]);
  };

  watch(() => {
    if (hasSource) return;
    hasSource = true;
    tellSource();
  });

  /** Says once that something waits, until the relay comes for it. */
  const wake = (number: number): void => {
    const viewer = viewers[number];
    if (!viewer || viewer.told || !viewer.outbox.pending) return;
    viewer.told = true;
    channel?.post(['ready', number]);
  };

  const detach = (number: number): void => {
    viewers[number]?.stop();
    commands[number]?.stop();
    delete viewers[number];
    delete commands[number];
  };

  const attach = (number: number): void => {
    // Anew for the same viewer: what it holds and its faults stay.
    viewers[number]?.stop();
    commands[number] ??= new Commands(watch);
    viewers[number] = new Viewer(watch, limits, () => wake(number), commands[number]);
    wake(number);
  };

  const pull = (number: number): void => {
    const viewer = viewers[number];
    if (!viewer) return;
    const { outbox } = viewer;
    const json = outbox.take();
    viewer.told = false;
    channel?.answer([number, json, outbox.emitted, outbox.dropped, outbox.pending, outbox.full]);
    wake(number);
  };

  const expand = (number: number, ref: number): void => {
    channel?.answer(commands[number]?.held.expand(ref) ?? '');
  };

  const command = (json: string): void => {
    const asked: Asked & { readonly viewer: number } = parse(json);
    channel?.answer(`${commands[asked.viewer]?.run(asked) ?? 'gone'}`);
  };

  acceptChannel(
    target,
    (accepted) => {
      channel = accepted;
      tellSource();
    },
    { attach, pull, expand, detach },
    command,
  );
}
