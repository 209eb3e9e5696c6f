import type { RuntimeAnswer, RuntimeControl } from '../../runtime/hub.ts';
import type { Asked } from '../handover.ts';
import { guarded } from './guarded.ts';
import { Held } from './held.ts';
import { has } from './primordials.ts';
import type { Watch } from './viewer.ts';

/**
 * What one viewer may do in this page: holds a hand on each runtime, and what has ended lately, to be run again. It outlives that
 * viewer's snapshots, and nothing outlives it. Arguments were checked before they came here (`port/command.ts`).
 */
export class Commands {
  readonly held: Held = new Held();
  readonly #hands: Record<string, RuntimeControl | 'commands-off' | 'old-library'> = Object.create(null);
  readonly #stopWatching: (() => void) | undefined;
  /** The task whose end is told next, and under which reference it can be run again. */
  #ended = '';
  #ref = 0;

  constructor(watch: Watch) {
    this.#stopWatching = watch(
      (source) =>
        guarded(() => {
          if (source.kind !== 'runtime') return;
          const hand = source.control?.((id, rerun) => {
            this.#ended = id;
            this.#ref = this.held.hold(rerun, '', undefined);
          });
          this.#hands[source.id] = hand ?? (has(source, 'control') ? 'commands-off' : 'old-library');
        }),
      (source) => delete this.#hands[source.id],
    );
  }

  /** 0: it cannot be run again. */
  rerunOf(id: string): number {
    return id === this.#ended ? this.#ref : 0;
  }

  /** What it throws, the relay takes for a failure. */
  run(command: Asked): RuntimeAnswer | 'commands-off' {
    if (command.type === 'forget') {
      this.held.clear();
      return 0;
    }
    if (command.type === 'rerun') {
      const again = this.held.at(command.ref)?.value;
      return typeof again === 'function' ? again() : 'not-held';
    }
    const hand = this.#hands[command.runtimeId] ?? 'gone';
    return typeof hand === 'string' ? hand : hand.act(command);
  }

  stop(): void {
    this.#stopWatching?.();
    for (const id in this.#hands) {
      const hand = this.#hands[id];
      if (typeof hand === 'object') guarded(hand.release);
    }
  }
}
